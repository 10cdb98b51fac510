package bitboard

import (
	"context"
	"math/bits"

	"example.org/queens"
)

// clear is the search of this package as one would write it down: row by row
// and node by node. The tests compare the two, and the benchmarks say why it is
// not the one in use.
type clear struct{}

func (clear) Search(_ context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	c := clearSearch{board: newBoard(p), yield: yield}
	c.found = c.given.Clone()
	var err error
	if !c.row(0, 0, 0, 0) {
		err = queens.ErrStopped
	}
	return c.stats(&c.nodes, c.solutions, c.kept), err
}

type clearSearch struct {
	*board
	found           queens.Placement
	nodes           [MaxSize]uint64
	solutions, kept uint64
	yield           func(queens.Placement) bool
}

// row fills the given row and all below it; false if yield said so.
func (c *clearSearch) row(row int, cols, diags, antis uint64) bool {
	if row == c.height {
		c.solutions++
		return c.yield(c.found)
	}
	gap := c.gap[row]
	for rest := c.free[row] &^ (cols | diags | antis); rest != 0; rest &= rest - 1 {
		bit := rest & -rest
		c.found[c.rows[row]] = bits.TrailingZeros64(bit)
		c.nodes[row]++
		before := c.solutions
		more := c.row(row+1, cols|bit, (diags|bit)<<gap, (antis|bit)>>gap)
		if c.solutions > before {
			c.kept++
		}
		if !more {
			return false
		}
	}
	return true
}
