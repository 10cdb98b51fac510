package count

import (
	"sync"
	"time"
)

// Progress is how far a run is. Its share is weighted by the predicted cost of the units.
type Progress struct {
	Units, Done, Loaded int           // units in all, finished, and of these from the store
	Share               float64       // finished part of the work, 0..1
	Elapsed             time.Duration // since the start of the run
	ToGo                time.Duration // estimated; 0 while unknown
}

// Reporter is told the progress of a run, from one goroutine at a time: every so often, and at the end.
type Reporter struct {
	Every time.Duration // 0 for one second
	Tell  func(Progress)
}

// Progress returns how far the run is.
func (r *run) progress() Progress {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := Progress{Units: len(r.c.units), Done: r.done, Loaded: r.loaded, Share: r.cost / r.c.work, Elapsed: time.Since(r.start)}
	made, make := r.c.setup()
	slow := slowness[r.c.kernel.Name()] // of counting, not of making quarters
	made, make = made/slow, make/slow
	if here := r.cost - r.skipped; here > 0 {
		p.ToGo = time.Duration(float64(p.Elapsed) * (r.c.work - r.cost + make) / (here + made))
	}
	if p.Done == p.Units {
		p.Share, p.ToGo = 1, 0
	}
	return p
}

// setup returns the cost of the quarters made and to be made. They are made in the first units that use them.
func (c *Counter) setup() (made, make float64) {
	if c.transient {
		return 0, 0
	}
	made = placementCost * float64(c.quarters.made.Load())
	return made, max(0, placementCost*c.board.quarterPlacements()-made)
}

// placementCost is the cost of one placement of a quarter, in the unit of Unit.Cost.
const placementCost = 25

// report tells the progress until stop is called.
func (r *run) report() (stop func()) {
	o := r.c.options.Report
	if o.Tell == nil {
		return func() {}
	}
	if o.Every <= 0 {
		o.Every = time.Second
	}
	end := make(chan struct{})
	var told sync.WaitGroup
	told.Go(func() {
		ticker := time.NewTicker(o.Every)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				o.Tell(r.progress())
			case <-end:
				o.Tell(r.progress())
				return
			}
		}
	})
	return func() { close(end); told.Wait() }
}
