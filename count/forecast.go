package count

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"time"
)

// A Forecast is what a count will take, roughly: within a factor of about two.
type Forecast struct {
	Time   time.Duration // wall time
	Memory uint64        // bytes
}

// ForecastOf predicts the count of Q(n) without listing its units, at once for every n. [Counter.Estimate] and
// [Counter.Need] are better, and slower from N = 24 on. The errors are those of [New].
func ForecastOf(ctx context.Context, n int, o Options) (Forecast, error) {
	if n <= sampledFrom {
		c, err := New(ctx, n, o)
		if err != nil {
			return Forecast{}, err
		}
		expected, err := c.Estimate(ctx)
		return Forecast{Time: expected, Memory: c.Need()}, err
	}
	c, err := prepare(n, o)
	if err != nil {
		return Forecast{}, err
	}
	c.sample()
	if err := c.fit(); err != nil {
		return Forecast{}, err
	}
	if n > modelledTo {
		o.Memory = 0
		f, err := ForecastOf(ctx, modelledTo, o)
		return Forecast{Time: f.Time * time.Duration(math.Pow(growth, float64(n-modelledTo))), Memory: c.Need()}, err
	}
	_, setup := c.setup()
	work := c.work*slowness[c.kernel.Name()] + setup
	threads := float64(min(c.options.Threads, runtime.GOMAXPROCS(0)))
	return Forecast{Time: time.Duration(work / threads), Memory: c.Need()}, nil
}

const (
	sampledFrom = 20 // above it a forecast looks at a sample of the row sets
	modelledTo  = 24 // above it the predicted costs of units are far too high
	growth      = 6  // of the time, from one size to the next, there
)

// sample predicts the work and the longest lists from random row sets, and from the one whose rows are furthest apart.
func (c *Counter) sample() {
	const sets = 4096
	random := rand.New(rand.NewPCG(1, uint64(c.board.n)))
	predict := newPredictor(c.board)
	all, spread := uint32(1)<<(2*c.board.m)-1, uint32(0x55555555)
	c.largest = predict.sizes(c.board.widen(spread & all))
	var sizes [sets]listSizes
	pairs, cost := 0.0, 0.0
	for i := range sizes {
		sizes[i] = predict.sizes(c.board.widen(randomSubset(random, 2*c.board.m, c.board.m)))
		pairs += sizes[i].west * sizes[i].east
		c.largest = c.largest.max(sizes[i])
	}
	typical := max(1, pairs/sets)
	for _, s := range sizes {
		cost += s.cost(typical, c.board.odd)
	}
	c.work = cost / sets * c.board.unitCount()
}

// randomSubset returns a random set of k of the lowest n bits.
func randomSubset(random *rand.Rand, n, k int) uint32 {
	var set uint32
	for left := k; n > 0; n-- {
		if random.IntN(n) < left {
			set |= 1 << (n - 1)
			left--
		}
	}
	return set
}
