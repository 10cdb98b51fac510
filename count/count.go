// Package count computes Q(N), the number of placements of N queens on an N x N board without a conflict, exactly.
//
// The board is cut into four quarters; half boards on the same row set are made from two quarters each and matched, a west list
// with an east list, 512 pairs at a time (see docs/counting.md). The count is a sum of thousands of units that
// are independent of each other and can be counted in any order, stored, distributed and checked one by one.
//
//	c, err := count.New(ctx, 16, count.Options{})
//	result, err := c.Run(ctx)
//	fmt.Println(result.Count) // 14772512
//
// Everything is computed: the package has no table of counts. For one solution, or to see solutions, use a search instead.
package count

import (
	"context"
	"runtime"

	"example.org/queens/internal/kernel"
)

// MaxN is the greatest size that New accepts.
const MaxN = 28

// Options say how to count. The zero value counts with all processors and the best kernel.
type Options struct {
	Threads int      // goroutines that count, 0 for one on each processor
	Memory  uint64   // bound on the memory needed in bytes, 0 for none
	Kernel  string   // "generic", "avx2" or "avx512"; empty for $QUEENS_KERNEL or, without it, the best
	Store   Store    // keeps unit results, may be nil
	Report  Reporter // told how a run is going, may be nil
}

// Counter is a planned count of one N. Its methods may be called from several goroutines at once.
type Counter struct {
	board    board
	options  Options
	kernel   kernel.Kernel
	quarters *quarters
	subsets  [][]uint16
	units    []Unit
	work     float64 // cost of all units
	largest  listSizes

	transient bool // quarters are made for each unit and not kept
}

// New plans the count of Q(n): it lists the units, which takes seconds from N = 26 on, and nothing large is allocated
// otherwise. The error is a *SizeError, a *KernelError, a *MemoryError, or, within 100 ms of its end, that of ctx.
func New(ctx context.Context, n int, o Options) (*Counter, error) {
	c, err := prepare(n, o)
	if err != nil {
		return nil, err
	}
	if err := c.plan(ctx); err != nil {
		return nil, err
	}
	if err := c.fit(); err != nil {
		return nil, err
	}
	return c, nil
}

// prepare returns a counter without its units.
func prepare(n int, o Options) (*Counter, error) {
	if n < 1 || n > MaxN {
		return nil, &SizeError{N: n, Max: MaxN}
	}
	k, err := chooseKernel(o.Kernel)
	if err != nil {
		return nil, err
	}
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	b := newBoard(n)
	if need := b.unitBytes(); o.Memory != 0 && need > o.Memory {
		return nil, &MemoryError{N: n, Threads: o.Threads, Need: need, Bound: o.Memory}
	}
	return &Counter{board: b, options: o, kernel: k, subsets: subsetsBySize(b.m)}, nil
}

// Of returns Q(n), counted with all processors.
func Of(ctx context.Context, n int) (Total, error) {
	c, err := New(ctx, n, Options{})
	if err != nil {
		return Total{}, err
	}
	r, err := c.Run(ctx)
	return r.Count, err
}

// N returns the size of the board.
func (c *Counter) N() int { return c.board.n }

// Kernel returns the name of the kernel in use.
func (c *Counter) Kernel() string { return c.kernel.Name() }

// Threads returns the number of goroutines that Run uses.
func (c *Counter) Threads() int { return c.options.Threads }

// Units returns the number of units.
func (c *Counter) Units() int { return len(c.units) }

// Unit returns unit i, 0 <= i < Units().
func (c *Counter) Unit(i int) Unit { return c.units[i] }

// Splitting returns what the units of c are.
func (c *Counter) Splitting() Splitting { return Splitting{N: c.board.n, Units: len(c.units)} }
