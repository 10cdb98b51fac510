package verify

import (
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// MinUnits is the least number of units that [Recount] recounts, if there are as many and nothing else is asked for.
const MinUnits = 20

// Options says how much [Recount] recounts. The zero value recounts MinUnits units, picked
// by a random seed, on all processors.
type Options struct {
	// Share of the units to recount, between 0 and 1. The number is rounded up.
	Share float64
	// Budget is a time after which no further unit is begun once enough are done; units begun are
	// always finished, so that long ones are as likely to be recounted as short ones.
	// With both Share and Budget the one that asks for less wins, but never below Least.
	Budget time.Duration
	// Least is the least number of units; 0: MinUnits.
	Least int
	// Seed picks the units. 0 asks the operating system for a seed, which the report then names.
	Seed uint64
	// Threads is the number of units recounted at once; below 1: one for each processor.
	Threads int
	// Progress, if set, is called after every unit, by one goroutine at a time, with the number of units
	// recounted and the number planned, which is an upper bound if there is a Budget.
	Progress func(done, planned int)
}

// A Report says what [Recount] did.
type Report struct {
	N       int
	Units   int           // in the list
	Checked int           // units recounted; all agreed if Recount returned no error
	Seed    uint64        // the seed that picked them
	Elapsed time.Duration // wall time
}

// Share returns the part of the units that was recounted, between 0 and 1.
func (r Report) Share() float64 {
	if r.Units == 0 {
		return 0
	}
	return float64(r.Checked) / float64(r.Units)
}

// MismatchError says that a unit's result is not what it should be.
type MismatchError struct {
	N       int
	Rows    uint64 // the unit
	Claimed uint64 // its result in the list
	Counted uint64 // its result by recount
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("queens: unit %b of n=%d has result %d, recounted %d", e.Rows, e.N, e.Claimed, e.Counted)
}

// Recount recounts units of results, which must be units of the n x n board, in random order, every
// order being equally likely. It stops at the first unit whose value differs and returns a
// [*MismatchError]; with several threads it is the first one found. It returns a [*UnitError] for an entry that is no unit, and the
// context's error within 100 ms of its end. The report is valid in all cases.
//
// That all units of a list are there is for [Complete] to say.
func Recount(ctx context.Context, n int, results []Result, o Options) (Report, error) {
	start := time.Now()
	report := Report{N: n, Units: len(results), Seed: o.Seed}
	for report.Seed == 0 {
		report.Seed = randomSeed()
	}
	order := shuffled(len(results), report.Seed)
	planned := o.planned(len(results))
	atLeast := min(o.least(), planned)
	late := func(begun int) bool {
		return o.Budget > 0 && begun >= atLeast && time.Since(start) >= o.Budget
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex // guards report.Checked and calls of Progress
	check := func(r Result) error {
		counted, err := Unit(ctx, n, r.Rows)
		if err != nil {
			return err
		}
		if counted != r.Value {
			return &MismatchError{N: n, Rows: r.Rows, Claimed: r.Value, Counted: counted}
		}
		mu.Lock()
		defer mu.Unlock()
		report.Checked++
		if o.Progress != nil {
			o.Progress(report.Checked, planned)
		}
		return nil
	}

	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(o.threads(), planned) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= planned || late(i) {
					return
				}
				if err := check(results[order[i]]); err != nil {
					cancel(err) // the first cause stays
				}
			}
		})
	}
	wg.Wait()
	report.Elapsed = time.Since(start)
	return report, context.Cause(ctx)
}

func (o Options) threads() int {
	if o.Threads < 1 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Threads
}

func (o Options) least() int {
	if o.Least < 1 {
		return MinUnits
	}
	return o.Least
}

// planned returns how many of the units to recount at most.
func (o Options) planned(units int) int {
	planned := o.least()
	switch {
	case o.Share > 0:
		planned = int(o.Share * float64(units))
		if float64(planned) < o.Share*float64(units) {
			planned++
		}
	case o.Budget > 0:
		planned = units
	}
	return min(max(planned, o.least()), units)
}

// shuffled returns the numbers below n in an order that depends on seed alone.
func shuffled(n int, seed uint64) []int {
	rng := rand.New(rand.NewPCG(seed, 0x766572696679)) // "verify"
	return rng.Perm(n)
}

// randomSeed returns a seed that whoever made the results could not foresee.
func randomSeed() uint64 {
	var b [8]byte
	crand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}
