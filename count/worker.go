package count

import (
	"context"
	"math/bits"

	"example.org/queens/internal/kernel"
)

// Worker counts units, one at a time; each goroutine needs its own. In a steady state it allocates nothing.
type Worker struct {
	c      *Counter
	kernel kernel.Kernel
	costs  kernel.Costs
	done   <-chan struct{}

	west, east             halves
	westSorted, eastSorted sorted
	cuts                   cuts
	plan                   plan
	arena                  *kernel.Arena
	counts                 []uint32
	slots                  []uint64
	parts                  [3][]uint32
	runs                   [kernel.MaxClasses << maxSubCuts]kernel.Run
}

// Worker returns a new worker for the units of c.
func (c *Counter) Worker() *Worker {
	west, east := c.room()
	w := &Worker{c: c, kernel: c.kernel, costs: c.kernel.Costs(), arena: kernel.NewArena(max(west, east))}
	w.west.words, w.east.words = make([]uint64, 0, west), make([]uint64, 0, east)
	w.cuts.pack = kernel.MaxPlanes
	w.westSorted.reset(west)
	w.eastSorted.reset(east)
	return w
}

// Count returns the result of a unit as defined in docs/counting.md. If ctx is done before the end
// it returns its error.
func (w *Worker) Count(ctx context.Context, u Unit) (uint64, error) {
	w.done = ctx.Done()
	count := w.even
	if w.c.board.odd == 1 {
		count = w.odd
	}
	result, err := count(u.Rows)
	if err != nil {
		w.arena.Sums()
		return 0, context.Cause(ctx)
	}
	return result, nil
}

// ended returns an error if the context of the unit is done. It is asked between
// the steps of a unit and between the leaves of a matching, which take some milliseconds at most.
func (w *Worker) ended() error {
	select {
	case <-w.done:
		return context.Canceled
	default:
		return nil
	}
}

// prepare chooses the cuts for the west and east lists and makes room for them.
func (w *Worker) prepare(split uint64) {
	east := bits.RotateLeft64(w.kernel.Or(w.east.words), 32)
	relevant := w.kernel.Or(w.west.words) & east &^ split
	inWest, inEast := tally(w.west.words, false), tally(w.east.words, true)
	w.cuts.split = split
	w.cuts.choose(relevant, cutsFor(len(w.west.words)), &inWest, &inEast)
	if need := max(len(w.west.words), len(w.east.words)); need > w.arena.Room() {
		w.arena = kernel.NewArena(need + need/4)
	}
}

// cutsFor returns how many cuts the plan may use for a list.
func cutsFor(words int) int { return max(0, bits.Len(uint(words/leastBucket))) }

const leastBucket = 96
