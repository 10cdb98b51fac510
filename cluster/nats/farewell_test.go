package nats

import (
	"context"
	"errors"
	"testing"
	"time"

	"example.org/queens/count"
)

// TestFarewell kills a coordinator whose successor ends the run before the worker has found the way back: it learns of the end all the same.
func TestFarewell(t *testing.T) {
	r := newRig(t, 18, 100*time.Millisecond)
	fast := r.counter
	r.slow()
	r.options.Threads = 0
	keys := r.keys()
	r.listening(keys)
	key := r.key(keys, "one")
	c := r.start(t.Context())
	r.options.Server.Listen = c.Address() // again, for the next
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx) }()
	worker := make(chan error, 1)
	go func() {
		worker <- Work(t.Context(), WorkerOptions{URL: "tls://" + c.Address(), Key: key, Threads: 1, Kernel: "generic", Told: r.options.Told})
	}()
	r.reach(c, 3)
	cancel()
	<-ended
	c.Close()
	r.options.Counter, r.options.Threads = fast, 2
	again := r.start(t.Context())
	defer again.Close()
	if err := again.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.check(again)
	select {
	case err := <-worker:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the worker waits for ever")
	}
}

// TestEmbeddedIsNoDeployment refuses a coordinator that would use the server of another, which goes on.
func TestEmbeddedIsNoDeployment(t *testing.T) {
	r := newRig(t, 17, 20*time.Millisecond)
	r.slow()
	keys := r.keys()
	r.listening(keys)
	c := r.start(t.Context())
	defer c.Close()
	ended := make(chan error, 1)
	go func() { ended <- c.Run(t.Context()) }()
	other, err := NewCoordinator(t.Context(), CoordinatorOptions{Counter: r.counter, Dir: t.TempDir(), URL: "tls://" + c.Address(), Key: keys.Own, Threads: 1})
	if refused, ok := errors.AsType[*DeploymentError](err); !ok || refused.Reason != DeploymentCoordinator {
		t.Errorf("%v, %v", other, err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	r.check(c)
}

// TestTwoLocal lets two runs with workers of their own share a deployment and a key.
func TestTwoLocal(t *testing.T) {
	r := newRig(t, 17, 20*time.Millisecond)
	r.slow()
	f := newFleet(t, r.keys(), 1)
	f.startAll()
	r.over(f)
	second := *r
	second.dir = t.TempDir()
	second.options.Dir = second.dir
	var err error
	if second.counter, err = count.New(t.Context(), 16, count.Options{Threads: 1, Kernel: "generic"}); err != nil {
		t.Fatal(err)
	}
	second.options.Counter = second.counter
	first := r.start(t.Context())
	defer first.Close()
	ended := make(chan error, 1)
	go func() { ended <- first.Run(t.Context()) }()
	second.finish()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	r.check(first)
}
