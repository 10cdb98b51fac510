package count

import (
	"math"

	"example.org/queens/internal/kernel"
)

// placements are how many ways there are to place any number of queens on an m x m board without conflict (m = 0..13).
var placements = []float64{1, 2, 5, 18, 87, 462, 2_635, 16_870, 118_969, 915_442,
	7_535_369, 66_807_234, 633_443_407, 6_354_140_000}

// placementsAt extends placements beyond its end by the last ratio.
func placementsAt(m int) float64 {
	last := len(placements) - 1
	if m <= last {
		return placements[m]
	}
	return placements[last] * math.Pow(placements[last]/placements[last-1], float64(m-last))
}

// borderedRatio is how many more quarters there are with the middle queens of an odd board.
func borderedRatio(m int) float64 { return 1 + 0.19*float64(m-6) }

// quarterPlacements is how many placements the quarters of a board have in all.
func (b board) quarterPlacements() float64 {
	entries := placementsAt(b.m)
	if b.odd == 1 {
		entries *= 1 + max(0, borderedRatio(b.m))
	}
	return entries
}

// margin is how far lists may exceed their prediction before they have to grow.
const margin = 1.3

// room returns the lengths of lists for which a worker makes room at the start.
func (c *Counter) room() (west, east int) {
	return int(margin*c.largest.west) + 1024, int(margin*c.largest.east) + 1024
}

// unitBytes is what the list of the units takes, while it is planned.
func (b board) unitBytes() uint64 { return uint64(b.unitCount() * 64) }

// unitCount is how many units there are, but for the few row sets that are their own image.
func (b board) unitCount() float64 {
	sets := 1.0
	for i := range b.m {
		sets *= float64(2*b.m-i) / float64(i+1)
	}
	if b.odd == 1 {
		return sets / 2
	}
	return sets / 4
}

// goroutines is how many a run starts at most: none without a unit.
func (c *Counter) goroutines() int { return min(c.options.Threads, int(c.board.unitCount())+1) }

// Need returns the memory that a run takes in bytes, as far as it is known in advance.
func (c *Counter) Need() uint64 {
	return c.quarterBytes() + uint64(c.goroutines())*c.workerBytes() + c.board.unitBytes() + 8<<20
}

func (c *Counter) workerBytes() uint64 {
	west, east := c.room()
	const sortingBytes = 1 << 16 * 24
	return uint64(west+east)*(8+4) + kernel.Size(max(west, east)) + sortingBytes
}

// quarterBytes is what the quarters take if all are kept, or those of one unit per thread if they are made anew each time.
func (c *Counter) quarterBytes() uint64 {
	sets, kinds := math.Exp2(float64(c.board.m)), float64(1+c.board.odd)
	all := c.board.quarterPlacements()*16 + kinds*sets*sets*4
	if !c.transient {
		return uint64(all)
	}
	// The largest row set has about three times the average.
	return uint64(float64(c.goroutines()) * 6 * 2 * 3 * all / sets / kinds)
}

// keepQuarters is the greatest size of the quarters of a whole board that is kept without being asked.
const keepQuarters = 4 << 30

// fit decides whether quarters are kept, and refuses a count that exceeds its memory bound even if they are not.
func (c *Counter) fit() error {
	bound := c.options.Memory
	c.transient = c.quarterBytes() > keepQuarters || bound != 0 && c.Need() > bound
	c.quarters = newQuarters(c.board, c.transient)
	if need := c.Need(); bound != 0 && need > bound {
		return &MemoryError{N: c.board.n, Threads: c.options.Threads, Need: need, Bound: bound}
	}
	return nil
}
