package estimate

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// A plan is an estimate under way. What is decided depends on the results of all repeats so
// far, taken in their order, never on time or threads: the seed decides all.
type plan struct {
	n         int
	options   Options
	threads   int
	particles int
	largest   int // particles that may be chosen
	repeats   int // planned so far
}

const (
	mostParticles  = 100_000_000 // the products in strata stay below 2^64
	mostRepeats    = 1_000_000
	pilotParticles = 1 << 14
	mostChosen     = 1 << 20 // more repeats are as good as more particles, once a repeat's error is small
	goodSpread     = 0.7     // relative error of one repeat below which the mean of a few is nearly normal
)

func newPlan(n int, o Options) (*plan, error) {
	switch {
	case math.IsNaN(o.Error) || o.Error < 0 || o.Error >= 1:
		return nil, &OptionError{Field: "Error", Value: fmt.Sprint(o.Error)}
	case o.Particles < 0 || o.Particles > mostParticles:
		return nil, &OptionError{Field: "Particles", Value: fmt.Sprint(o.Particles)}
	case o.Repeats < 0 || o.Repeats == 1 || o.Repeats > mostRepeats:
		return nil, &OptionError{Field: "Repeats", Value: fmt.Sprint(o.Repeats)}
	case o.Memory < 0:
		return nil, &OptionError{Field: "Memory", Value: fmt.Sprint(o.Memory)}
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	p := &plan{n: n, options: o, threads: o.Threads, particles: o.Particles, repeats: o.Repeats}
	if p.threads < 1 {
		p.threads = runtime.GOMAXPROCS(0)
	}
	if p.repeats == 0 {
		p.repeats = DefaultRepeats
	}
	// what fits does not depend on the number of threads, or the result would
	p.largest = int(min(o.Memory/MemoryPerThread(n, 1), mostChosen))
	if p.particles == 0 {
		p.particles = min(DefaultParticles, p.largest)
		if o.Error > 0 {
			p.particles = min(pilotParticles, p.largest)
		}
	}
	if need := MemoryPerThread(n, max(p.particles, 1)); need > o.Memory {
		return nil, &MemoryError{Particles: max(p.particles, 1), Need: need, Memory: o.Memory}
	}
	return p, nil
}

// run makes repeats until there are enough of a good size.
func (p *plan) run(ctx context.Context) (Result, error) {
	var done []repeat
	for {
		more, err := p.make(ctx, len(done))
		done = append(done, more...)
		if err != nil {
			r := Result{}
			if len(done) >= 2 {
				r = p.result(done)
			}
			if r.Q == nil || r.Q.Sign() == 0 {
				return Result{}, err
			}
			return r, err
		}
		if done[0].exact {
			return p.result(done[:1]), nil
		}
		if p.options.Error == 0 {
			break
		}
		_, spread := summarize(done)
		if spread <= p.options.Error {
			break
		}
		if p.enlarge(spread * math.Sqrt(float64(len(done)))) {
			done = done[:0]
			continue
		}
		if math.IsInf(spread, 1) {
			break // all died out
		}
		p.prolong(spread)
	}
	r := p.result(done)
	if r.Q.Sign() == 0 {
		return Result{}, &DiedOutError{N: p.n, Particles: p.particles, Repeats: len(done)}
	}
	return r, nil
}

// make makes the repeats from number begin to the number planned; after an error those that got done.
func (p *plan) make(ctx context.Context, begin int) ([]repeat, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	repeats := make([]repeat, p.repeats-begin)
	threads := min(p.threads, len(repeats), max(1, int(p.options.Memory/MemoryPerThread(p.n, p.particles))))
	var mu sync.Mutex // guards finished and calls of Progress
	finished := begin
	var next atomic.Int64
	var wg sync.WaitGroup
	for range threads {
		wg.Go(func() {
			population := newPopulation(p.n, p.particles)
			var random source
			for i := int(next.Add(1)) - 1; i < len(repeats) && !stop.Load(); i = int(next.Add(1)) - 1 {
				random.seed(p.options.Seed, uint64(begin+i))
				repeats[i] = grow(population, p.n, p.particles, &random, &stop)
				if repeats[i].exact {
					stop.Store(true) // one is enough, and all are alike
				}
				mu.Lock()
				finished++
				if p.options.Progress != nil && repeats[i].done {
					p.options.Progress(Progress{Particles: p.particles, Done: finished, Planned: p.repeats})
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	var done []repeat
	for _, r := range repeats {
		if r.done {
			done = append(done, r)
		}
	}
	return done, ctx.Err()
}

// enlarge chooses more particles if the spread of single repeats calls for them, and says whether it did:
// then the repeats made so far are dropped.
func (p *plan) enlarge(spread float64) bool {
	if p.options.Particles > 0 || p.particles >= p.largest {
		return false
	}
	// DefaultRepeats of this size would do, if the variance goes down as 1/particles
	wanted := float64(p.particles) * sq(spread/p.options.Error) / DefaultRepeats
	switch {
	case math.IsInf(spread, 0) || spread > goodSpread:
		wanted = 4 * float64(p.particles)
	case wanted < 2*float64(p.particles):
		return false
	}
	p.particles = int(min(wanted, float64(p.largest)))
	p.repeats = max(p.options.Repeats, DefaultRepeats)
	return true
}

// prolong plans as many repeats as bring the relative error of the mean from its present value to
// the one wanted, a tenth more, but at most four times as many as so far.
func (p *plan) prolong(present float64) {
	factor := min(1.1*sq(present/p.options.Error), 4)
	p.repeats = max(p.repeats+1, int(factor*float64(p.repeats)))
}

func sq(x float64) float64 { return x * x }

func (p *plan) result(done []repeat) Result {
	mean, relative := summarize(done)
	r := Result{N: p.n, Q: mean, LnQ: ln(mean), Error: relative, Particles: p.particles, Repeats: len(done), Seed: p.options.Seed}
	if done[0].exact {
		r.Exact, r.Error = true, 0
	}
	r.Reached = r.Exact || p.options.Error == 0 || r.Error <= p.options.Error
	return r
}
