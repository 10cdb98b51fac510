package count

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Result is what a run found.
type Result struct {
	Count    Total         // Q(N)
	Units    int           // units in all
	Loaded   int           // of these, taken from the store
	Kernel   string        // name of the kernel
	Threads  int           // goroutines
	Elapsed  time.Duration // wall time of the run
	Finished bool          // false if the run ended early: Count is then of the finished units only
}

// Run counts all units and returns Q(N). Goroutines take units from a shared counter and never wait
// for each other. If ctx is done Run returns within 100 ms with its error; results of
// finished units are in the store.
func (c *Counter) Run(ctx context.Context) (Result, error) {
	r := &run{c: c, finished: make([]bool, len(c.units)), start: time.Now()}
	if err := r.load(); err != nil {
		return r.result(), err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := r.report()
	var workers sync.WaitGroup
	for range min(c.options.Threads, len(c.units)) {
		workers.Go(func() { r.work(ctx, cancel) })
	}
	workers.Wait()
	stop()
	result := r.result()
	if !result.Finished {
		return result, context.Cause(ctx)
	}
	return result, nil
}

// run is the state that the goroutines of one Run share.
type run struct {
	c        *Counter
	start    time.Time
	next     atomic.Int64 // place in the order of blocks
	finished []bool       // of the units, from the store: read only while counting
	loaded   int
	skipped  float64 // cost of these

	mu    sync.Mutex
	total Total
	done  int     // finished units
	cost  float64 // of the finished units
}

func (r *run) load() error {
	if r.c.options.Store == nil {
		return nil
	}
	return r.c.options.Store.Load(r.c.Splitting(), func(unit int, result uint64) error {
		if unit < 0 || unit >= len(r.finished) || r.finished[unit] {
			return &UnitError{N: r.c.board.n, Unit: unit, Units: len(r.finished)}
		}
		r.finished[unit] = true
		r.loaded++
		r.done++
		r.total = r.total.Add(result)
		r.cost += r.c.units[unit].Cost
		r.skipped = r.cost
		return nil
	})
}

// work counts units until there are none left, ctx is done or the store fails.
func (r *run) work(ctx context.Context, cancel context.CancelCauseFunc) {
	w, order := r.c.Worker(), newBlockOrder(len(r.c.units))
	for {
		i := r.next.Add(1) - 1
		if i >= int64(len(r.c.units)) {
			return
		}
		u := r.c.units[order.unit(int(i))]
		if r.finished[u.Index] {
			continue
		}
		result, err := w.Count(ctx, u)
		if err == nil {
			err = r.finish(u, result)
		}
		if err != nil {
			cancel(err)
			return
		}
	}
}

// finish adds the result of a unit.
func (r *run) finish(u Unit, result uint64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.c.options.Store; s != nil {
		if err := s.Save(u, result); err != nil {
			return err
		}
	}
	r.total = r.total.Add(result)
	r.done++
	r.cost += u.Cost
	return nil
}

func (r *run) result() Result {
	return Result{
		Count: r.total, Units: len(r.c.units), Loaded: r.loaded, Kernel: r.c.kernel.Name(),
		Threads: r.c.options.Threads, Elapsed: time.Since(r.start), Finished: r.done == len(r.c.units),
	}
}
