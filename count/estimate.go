package count

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"time"
)

// Estimate predicts the time of a run, without what the store holds. If the
// prediction from the unit costs is above a second, it is calibrated by counting a few units.
func (c *Counter) Estimate(ctx context.Context) (time.Duration, error) {
	threads := float64(min(c.options.Threads, len(c.units), runtime.GOMAXPROCS(0)))
	_, setup := c.setup()
	scale := slowness[c.kernel.Name()]
	if (c.work*scale+setup)/threads > float64(time.Second) {
		var err error
		if scale, err = c.calibrate(ctx); err != nil {
			return 0, err
		}
	}
	return time.Duration((c.work*scale + setup) / threads), nil
}

// slowness is the time of each kernel over that of AVX-512.
var slowness = map[string]float64{"avx512": 1, "avx2": 1.3, "generic": 10}

// calibrate returns the time of some units over their cost, one of middling cost first. Units are counted twice, the second time with
// their quarters at hand and the processor at speed, unless they take so long that this does not matter.
func (c *Counter) calibrate(ctx context.Context) (float64, error) {
	const (
		units   = 12   // i*7 mod 12 visits all
		sampled = 2000 // units, from which they are taken: sorting all would take long
		enough  = 60 * time.Millisecond
		long    = time.Second
		most    = 5 * time.Second
	)
	w, order := c.Worker(), c.byCost(sampled)
	var spent time.Duration
	var cost float64
	for i := range units {
		u := c.units[order[(2*((i+6)*7%units)+1)*len(order)/(2*units)]]
		var took time.Duration
		for range 2 {
			start := time.Now()
			if _, err := w.Count(ctx, u); err != nil {
				return 0, err
			}
			if took = time.Since(start); took > long {
				break
			}
		}
		spent += took
		cost += u.Cost
		if spent > enough && i >= 3 || spent > most {
			break
		}
	}
	return float64(spent) / cost, nil
}

// byCost returns the indexes of units, at most so many and from all over the list, greatest predicted cost first.
func (c *Counter) byCost(most int) []int {
	step := max(1, len(c.units)/most)
	var order []int
	for i := step / 2; i < len(c.units); i += step {
		order = append(order, i)
	}
	slices.SortFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(c.units[y].Cost, c.units[x].Cost), cmp.Compare(x, y))
	})
	return order
}
