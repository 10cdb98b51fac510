package nats

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"example.org/queens/cluster"
)

// A proxy passes connections on until it is cut; then they hang, as on a link that lost its packets, until they are healed or given up.
type proxy struct {
	net.Listener
	to string

	mu    sync.Mutex
	cut   bool
	conns []net.Conn
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{Listener: l, to: to}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { p.pass(in) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		p.closeAll()
		all.Wait()
	})
	return p
}

func (p *proxy) closeAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}

func (p *proxy) pass(in net.Conn) {
	defer in.Close()
	out, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer out.Close()
	p.mu.Lock()
	p.conns = append(p.conns, in, out)
	p.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { p.copy(out, in) })
	both.Go(func() { p.copy(in, out) })
	both.Wait()
}

// copy passes bytes on; while the link is cut they vanish.
func (p *proxy) copy(to, from net.Conn) {
	defer to.Close()
	b := make([]byte, 1<<16)
	for {
		n, err := from.Read(b)
		if err != nil && err != io.EOF {
			return
		}
		if p.isCut() {
			if err != nil {
				return
			}
			continue
		}
		if _, failed := to.Write(b[:n]); failed != nil || err != nil {
			return
		}
	}
}

func (p *proxy) isCut() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cut
}

// set cuts the link or heals it; connections that lost bytes are closed then.
func (p *proxy) set(cut bool) {
	p.mu.Lock()
	p.cut = cut
	p.mu.Unlock()
	if !cut {
		p.closeAll()
	}
}

// TestLinkCut cuts the only worker off, far beyond its lease, and wants it to come back by itself.
func TestLinkCut(t *testing.T) {
	long := 90 * time.Second
	if testing.Short() {
		long = 5 * time.Second
	}
	r := newRig(t, 17, 20*time.Millisecond)
	r.options.Threads = 0
	keys := r.keys()
	r.listening(keys)
	key := r.key(keys, "one")
	c := r.start(t.Context())
	defer c.Close()
	p := newProxy(t, c.Address())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	worker := make(chan error, 1)
	go func() {
		worker <- Work(ctx, WorkerOptions{URL: "tls://" + p.Addr().String(), Key: key, Threads: 1, Kernel: "generic", Told: r.options.Told})
	}()
	go func() {
		for c.Status().Done == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		p.set(true)
		time.Sleep(long)
		p.set(false)
	}()
	begin := time.Now()
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.check(c)
	if took := time.Since(begin); took < long {
		t.Logf("finished in %v, before the link was healed", took)
	}
	select {
	case err := <-worker:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the worker does not end")
	}
}

// TestCleanLeave wants what a worker leaves behind given to another at once, not after a lease.
func TestCleanLeave(t *testing.T) {
	r := newRig(t, 17, 200*time.Millisecond)
	r.options.Threads = 0
	r.options.Params.Lease = 5 * time.Minute
	r.options.Params.Audit = 0
	keys := r.keys()
	r.listening(keys)
	first, second := r.key(keys, "first"), r.key(keys, "second")
	c := r.start(t.Context())
	defer c.Close()
	done := make(chan error, 1)
	go func() { done <- c.Run(t.Context()) }()
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		left <- Work(ctx, WorkerOptions{URL: "tls://" + c.Address(), Key: first, Threads: 1, Kernel: "generic", Told: r.options.Told})
	}()
	for c.Status().Out == 0 {
		time.Sleep(5 * time.Millisecond)
	}
	leave()
	if err := <-left; err != nil {
		t.Error(err)
	}
	go Work(t.Context(), WorkerOptions{URL: "tls://" + c.Address(), Key: second, Threads: 2, Kernel: "generic", Told: r.options.Told})
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("what the first left behind is not given to the second")
	}
	r.check(c)
}

// TestRestart ends the coordinator in the middle, and lets another go on with its folder.
func TestRestart(t *testing.T) {
	r := newRig(t, 18, 20*time.Millisecond)
	for round := 0; ; round++ {
		c := r.start(t.Context())
		ctx, cancel := context.WithCancel(t.Context())
		before := c.Status().Done
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			for ctx.Err() == nil && c.Status().Done < before+5 {
				time.Sleep(time.Millisecond)
			}
			if round < 3 {
				cancel()
			}
		}()
		err := c.Run(ctx)
		cancel()
		<-stopped
		if err == nil {
			r.check(c)
			c.Close()
			if round == 0 {
				t.Error("it was never interrupted")
			}
			return
		}
		c.Close()
	}
}

// TestSplittingRefused wants a worker that splits differently to say so and end.
func TestSplittingRefused(t *testing.T) {
	w := &workerRun{name: "w", welcome: welcome{Run: "r", N: 12, Splitting: "n12-u1-0000"}}
	err := w.enter()
	if refused, ok := err.(*RefusedError); !ok || refused.Reason != RefusedSplitting || refused.Theirs != "n12-u1-0000" {
		t.Errorf("it says %v", err)
	}
	w.welcome = welcome{Refused: refusedDefinition}
	if err := w.enter(); err == nil {
		t.Error("no error")
	}
}

// TestAbsurd wants jobs refused that no coordinator hands out.
func TestAbsurd(t *testing.T) {
	r := newRig(t, 12, time.Second)
	w := &workerRun{counter: r.counter, welcome: welcome{Run: "r"}}
	for name, m := range map[string]jobMessage{
		"other run":  {Run: "x", Units: 1},
		"no units":   {Run: "r"},
		"many units": {Run: "r", Units: cluster.MaxUnits + 1},
		"beyond":     {Run: "r", First: uint32(r.counter.Units()), Units: 1},
		"overflow":   {Run: "r", First: 1<<32 - 1, Units: 1},
	} {
		var j jobMessage
		if w.absurd(pack(m), &j) == "" {
			t.Errorf("%s: it would be computed", name)
		}
	}
	var j jobMessage
	if why := w.absurd(pack(jobMessage{Run: "r", Units: 3}), &j); why != "" {
		t.Errorf("a proper job: %s", why)
	}
}
