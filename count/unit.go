package count

import (
	"cmp"
	"slices"
)

// Unit is a part of the count with its own exact result; docs/counting.md defines it.
type Unit struct {
	Index int     // 0 .. Units()-1, in increasing order of Rows
	Rows  uint32  // row set, bit r is row r: the unit's name
	Cost  float64 // predicted time, to be compared with that of other units of the same N
}

// plan lists the units and their costs.
func (c *Counter) plan() {
	p := newPredictor(c.board)
	rows := c.board.unitRows()
	c.units, c.order = make([]Unit, len(rows)), make([]int32, len(rows))
	for i, r := range rows {
		s := p.sizes(r)
		c.units[i], c.order[i] = Unit{Index: i, Rows: r, Cost: s.cost(c.board.odd)}, int32(i)
		c.work += c.units[i].Cost
		c.largest.west, c.largest.east = max(c.largest.west, s.west), max(c.largest.east, s.east)
	}
	slices.SortStableFunc(c.order, func(a, b int32) int { return cmp.Compare(c.units[b].Cost, c.units[a].Cost) })
}

// unitRows returns the row sets that name the units of a board, in increasing order.
func (b board) unitRows() []uint32 {
	var all []uint32
	forSubsets(2*b.m, b.m, func(x uint32) {
		rows := b.widen(x)
		if rows <= reverse(rows, b.n) && (b.odd == 1 || b.leastOfComplements(rows)) {
			all = append(all, rows)
		}
	})
	return all
}

// widen makes room for the middle row of odd N.
func (b board) widen(x uint32) uint32 {
	if b.odd == 0 {
		return x
	}
	return x&b.half() | x>>b.m<<(b.m+1)
}

// rest returns the rows, other than the middle row of odd N, that are not in the row set.
func (b board) rest(rows uint32) uint32 { return b.widen(1<<(2*b.m)-1) &^ rows }

// leastOfComplements reports whether rows is not above its complement nor the complement's mirror.
func (b board) leastOfComplements(rows uint32) bool {
	rest := b.rest(rows)
	return rows <= rest && rows <= reverse(rest, b.n)
}
