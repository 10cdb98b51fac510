package nats

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"example.org/queens/cluster"
)

// TestLittleRoom gives the streams far less room than all messages take, and wants the run finished all the same.
func TestLittleRoom(t *testing.T) {
	r := newRig(t, 16, time.Millisecond)
	r.options.MaxStore = 100 << 10
	if testing.Short() {
		r.options.MaxStore = 400 << 10
	}
	var refused []string
	told := r.options.Told
	r.options.Told = func(e Event) {
		if e.Kind == EventRefusedTask {
			refused = append(refused, e.Text)
		}
		told(e)
	}
	c := r.start(t.Context())
	defer c.Close()
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.check(c)
	if len(refused) > 0 {
		t.Errorf("tasks refused: %v", refused)
	}
}

// TestFullIsNoOther fills the stream of results and wants a worker told that there is no room, not that another result is there; and, with
// more room, the run finished.
func TestFullIsNoOther(t *testing.T) {
	r := newRig(t, 14, 10*time.Millisecond)
	r.options.MaxStore = 64 << 10
	c := r.start(t.Context())
	js := c.streams.js
	junk := make([]byte, 1000)
	for i := uint32(0); ; i++ {
		_, err := js.Publish(t.Context(), resultSubject(c.streams.lane, cluster.Task{Job: 1 << 20, Copy: uint8(i)}, "local"), junk)
		if err != nil {
			if !isFull(err) {
				t.Fatalf("a full stream says %v", err)
			}
			break
		}
	}
	w := &workerRun{link: c.link, welcome: welcome{Lane: c.streams.lane}, name: "local"}
	tally := &cluster.Tally{Run: c.run, Task: cluster.Task{Job: 1}, Results: make([]uint64, 200)}
	for i := range tally.Results {
		tally.Results[i] = 1<<60 + uint64(i)
	}
	err := w.store(t.Context(), resultSubject(c.streams.lane, tally.Task, "local"), tally.Encode())
	if !isFull(err) || errors.Is(err, errDiffers) {
		t.Errorf("no room is told as %v", err)
	}
	c.Close()
	r.options.MaxStore = 1 << 20
	c = r.start(t.Context())
	defer c.Close()
	for _, s := range []jetstream.Stream{c.streams.jobs, c.streams.results} {
		if most := s.CachedInfo().Config.MaxBytes; most < 200<<10 {
			t.Errorf("the stream still has %d bytes", most)
		}
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.check(c)
}

// TestOlderStreams begins with full streams as earlier versions made them, which cannot be emptied.
func TestOlderStreams(t *testing.T) {
	r := newRig(t, 14, 10*time.Millisecond)
	c := r.start(t.Context())
	info := c.streams.results.CachedInfo().Config
	info.DenyPurge, info.MaxBytes = true, 2000
	if _, err := c.streams.js.UpdateStream(t.Context(), info); err != nil {
		t.Fatal(err)
	}
	if _, err := c.streams.js.Publish(t.Context(), resultSubject(c.streams.lane, cluster.Task{Job: 9}, "x"), make([]byte, 1500)); err != nil {
		t.Fatal(err)
	}
	lane := c.streams.lane
	c.Close()
	c = r.start(t.Context())
	defer c.Close()
	if c.streams.lane == lane {
		t.Error("the full streams are used again")
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.check(c)
}

// TestDiskFull lets the server say that its disk is full: the run ends with that, and goes on when it is begun again.
func TestDiskFull(t *testing.T) {
	r := newRig(t, 18, time.Millisecond)
	r.slow() // or it ends first
	c := r.start(t.Context())
	go func() {
		for c.Status().Done < 3 {
			time.Sleep(time.Millisecond)
		}
		serverLog{c.server.fails}.Errorf("%s", "JetStream failed to store a msg on stream '$G > S': write x: no space left on device")
	}()
	err := c.Run(t.Context())
	store, ok := errors.AsType[*StoreError](err)
	if !ok || store.Room || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("it ends with %v", err)
	}
	c.Close()
	c = r.start(t.Context())
	defer c.Close()
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.check(c)
}

func TestServerLog(t *testing.T) {
	for text, want := range map[string]bool{
		"JetStream failed to store a msg on stream 'a > b': no space left on device":             true,
		"JetStream stream 'a > b' critical write error: input/output error":                      true,
		"JetStream stream 'a > b' has high message lag":                                          false,
		"Filestore [x] flush: no space left on device":                                           true,
		"Filestore [x] something else":                                                           false,
		"127.0.0.1:1 - cid:1 - \"JetStream failed to store\" - no space left on device":          false,
		"TLS handshake error: no space left on device":                                           false,
		"Filesystem permission denied while writing msg, disabling JetStream: permission denied": true,
	} {
		var got error
		serverLog{func(err error) { got = err }}.Errorf("%s", text)
		if (got != nil) != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestUnusableStore puts a file where the server's folder should be.
func TestUnusableStore(t *testing.T) {
	r := newRig(t, 8, time.Second)
	if err := os.WriteFile(filepath.Join(r.dir, "jetstream"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := NewCoordinator(t.Context(), r.options)
	if err == nil {
		c.Close()
		t.Fatal("it starts")
	}
	if _, ok := errors.AsType[*StoreError](err); !ok {
		t.Errorf("it says %v", err)
	}
}

// TestCancelledSend wants a run ended that waits for a server which does not answer.
func TestCancelledSend(t *testing.T) {
	r := newRig(t, 18, time.Millisecond)
	r.options.Threads = 0
	c := r.start(t.Context())
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	c.server.Shutdown()
	time.Sleep(200 * time.Millisecond)
	cancel()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Error("it does not end")
	}
}

// TestLoopIsFree lets what the server is told take for ever: the loop answers all the same, and ends.
func TestLoopIsFree(t *testing.T) {
	r := newRig(t, 18, time.Millisecond)
	r.options.Threads = 0
	c := r.start(t.Context())
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	stuck := make(chan bool)
	c.put(func() {
		c.welcomes = append(c.welcomes, func(ctx context.Context) {
			close(stuck)
			<-ctx.Done()
		})
	})
	<-stuck
	short, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	if err := c.Do(short, func(*cluster.Scheduler, *cluster.Ledger) error { return nil }); err != nil {
		t.Errorf("the loop says %v", err)
	}
	cancel()
	select {
	case <-done:
	case <-short.Done():
		t.Error("it does not end")
	}
}
