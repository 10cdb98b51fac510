package bitboard

import (
	"context"
	"math/bits"

	"example.org/queens"
	"example.org/queens/internal/events"
	"example.org/queens/internal/search"
)

// clearSearch is the search of this package as one would write it down: row by
// row and node by node. It is the one that can be observed, and the tests
// compare the two; the benchmarks say why it is not otherwise in use.
type clearSearch struct {
	*board
	ctx             context.Context
	hooks           *events.Reporter
	found           queens.Placement
	nodes           [MaxSize]uint64
	solutions, kept uint64 // kept: nodes with a solution below, or not returned from
	yield           func(queens.Placement) bool
}

// searchClearly searches b in the calling goroutine. Without hooks it looks at
// its context only where it has found a solution.
func searchClearly(ctx context.Context, b *board, hooks *events.Reporter, yield func(queens.Placement) bool) (queens.Stats, error) {
	c := &clearSearch{board: b, ctx: ctx, hooks: hooks, found: b.given.Clone(), yield: yield}
	c.tellGiven()
	err := c.row(0, 0, 0, 0)
	return c.stats(&c.nodes, c.solutions, c.kept), err
}

// tellGiven tells the hooks of the given queens, which are in free already.
//
//trace:show
func (c *clearSearch) tellGiven() {
	for row, col := range c.given {
		if col != queens.None && c.hooks != nil {
			c.hooks.Given(row, col, 0) //trace:given
		}
	}
}

// row fills the given row and all below it.
//
//trace:show
func (c *clearSearch) row(row int, cols, diags, antis uint64) error {
	if row == c.height {
		return c.solution() //trace:solution
	}
	if err := c.interrupted(); err != nil {
		return err
	}
	rest := c.free[row] &^ (cols | diags | antis) //trace:line
	if c.hooks != nil {
		c.hooks.Row(c.rows[row], bits.OnesCount64(rest), 0, 0)
	}
	gap := c.gap[row]
	for ; rest != 0; rest &= rest - 1 {
		bit := rest & -rest
		before := c.solutions
		c.place(row, bits.TrailingZeros64(bit)) //trace:place
		err := c.row(row+1, cols|bit, (diags|bit)<<gap, (antis|bit)>>gap)
		dead := c.solutions == before
		if err != nil || !dead {
			c.kept++
		}
		if err != nil {
			return err
		}
		c.remove(row, dead) //trace:remove
	}
	return nil
}

func (c *clearSearch) place(row, col int) {
	c.found[c.rows[row]] = col
	c.nodes[row]++
	if c.hooks != nil {
		c.hooks.Place(c.rows[row], col, 0)
	}
}

// remove only tells: the queen is overwritten by the next one in her row.
func (c *clearSearch) remove(row int, dead bool) {
	if c.hooks != nil {
		c.hooks.Remove(c.rows[row], c.found[c.rows[row]], 0, dead)
	}
}

func (c *clearSearch) solution() error {
	c.solutions++
	if c.hooks != nil {
		c.hooks.Solution()
	}
	if !c.yield(c.found) {
		return queens.ErrStopped
	}
	if c.ctx.Err() != nil {
		return search.Interrupted(c.ctx)
	}
	return nil
}

// interrupted returns an error if there are hooks, which may be slow, and the
// context has ended.
func (c *clearSearch) interrupted() error {
	if c.hooks != nil && c.ctx.Err() != nil {
		return search.Interrupted(c.ctx)
	}
	return nil
}
