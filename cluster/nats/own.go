package nats

import (
	"context"
	"sync"
	"time"

	"example.org/queens/cluster"
	"example.org/queens/count"
	"example.org/queens/count/verify"
)

// ownWork is what the coordinator computes itself, one thing after another: single units of jobs, and whole tasks that no worker may
// have. Its kernel is another than the one that it checks, if the machine has another.
type ownWork struct {
	c     *Coordinator
	mu    sync.Mutex
	queue []func(context.Context)
	wake  chan struct{}

	workers map[string]*count.Worker // by kernel
}

func newOwnWork(c *Coordinator) *ownWork {
	return &ownWork{c: c, wake: make(chan struct{}, 1), workers: map[string]*count.Worker{}}
}

// add takes the orders for the coordinator.
func (w *ownWork) add(o cluster.Orders) {
	if len(o.Check)+len(o.Self) == 0 {
		return
	}
	w.mu.Lock()
	for _, check := range o.Check {
		w.queue = append(w.queue, func(ctx context.Context) { w.check(ctx, check) })
	}
	for _, task := range o.Self {
		w.queue = append(w.queue, func(ctx context.Context) { w.task(ctx, task) })
	}
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *ownWork) run(ctx context.Context) {
	for ctx.Err() == nil {
		w.mu.Lock()
		var next func(context.Context)
		if len(w.queue) > 0 {
			next, w.queue = w.queue[0], w.queue[1:]
		}
		w.mu.Unlock()
		if next != nil {
			next(ctx)
			continue
		}
		select {
		case <-ctx.Done():
		case <-w.wake:
		}
	}
}

// other returns a kernel that is not the given one, if there is any.
func other(kernel string) string {
	for _, name := range count.Kernels() {
		if name != kernel {
			return name
		}
	}
	return kernel
}

// worker returns a worker with a kernel of its own.
func (w *ownWork) worker(ctx context.Context, kernel string) (*count.Worker, error) {
	if have := w.workers[kernel]; have != nil {
		return have, nil
	}
	c, err := count.New(ctx, w.c.options.Counter.N(), count.Options{Threads: 1, Kernel: kernel})
	if err != nil {
		return nil, err
	}
	w.workers[kernel] = c.Worker()
	return w.workers[kernel], nil
}

func (w *ownWork) check(ctx context.Context, check cluster.Check) {
	worker, err := w.worker(ctx, other(check.Kernel))
	start := time.Now() // planning is done once and not counted
	var found uint64
	if err == nil {
		found, err = worker.Count(ctx, w.c.options.Counter.Unit(check.Unit))
	}
	took := time.Since(start)
	w.c.put(func() {
		if err != nil {
			w.c.scheduler.CheckFailed(check)
			return
		}
		w.c.scheduler.Checked(check, found, took, time.Now())
	})
}

func (w *ownWork) task(ctx context.Context, a cluster.Assignment) {
	c := w.c.options.Counter
	kernel := other(c.Kernel())
	one := func(u count.Unit) (uint64, error) { return verify.Unit(ctx, c.N(), uint64(u.Rows)) }
	if a.Worker == cluster.SelfBacktrack {
		kernel = "backtracking"
	} else {
		worker, err := w.worker(ctx, kernel)
		if err != nil {
			return
		}
		one = func(u count.Unit) (uint64, error) { return worker.Count(ctx, u) }
	}
	t := &cluster.Tally{Run: w.c.run, Task: a.Task, First: a.Job.First, Fingerprint: c.Splitting().String(), Worker: a.Worker,
		Kernel: kernel, Version: w.c.options.Version}
	start := time.Now()
	for u := a.Job.First; u < a.Job.End(); u++ {
		result, err := one(c.Unit(int(u)))
		if err != nil {
			return // the run ends; it is begun again
		}
		t.Results = append(t.Results, result)
	}
	t.Elapsed = time.Since(start)
	w.c.put(func() { w.c.scheduler.Tally(t, t.Encode(), a.Worker, time.Now()) })
}
