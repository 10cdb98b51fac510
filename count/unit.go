package count

import (
	"context"
)

// Unit is a part of the count with its own exact result; docs/counting.md defines it.
type Unit struct {
	Index int     // 0 .. Units()-1, in increasing order of Rows
	Rows  uint32  // row set, bit r is row r: the unit's name
	Cost  float64 // predicted time, to be compared with that of other units of the same N
}

// plan lists the units and their costs. If ctx ends first it returns its error and leaves c without units.
func (c *Counter) plan(ctx context.Context) error {
	planned := make(chan planned, 1)
	go func() { planned <- planUnits(ctx, c.board) }()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case p := <-planned:
		if ctx.Err() != nil {
			return ctx.Err()
		}
		c.units, c.work, c.largest = p.units, p.work, p.largest
	}
	return nil
}

// planned is what a counter knows of its units.
type planned struct {
	units   []Unit
	work    float64 // cost of all units
	largest listSizes
}

// planUnits predicts the cost of every unit. When ctx ends it soon returns something unfinished.
func planUnits(ctx context.Context, b board) planned {
	predict := newPredictor(b)
	rows := b.unitRows(ctx)
	if ctx.Err() != nil { // nobody waits any more: no memory for all that
		return planned{}
	}
	p := planned{units: make([]Unit, len(rows))}
	sizes := make([]listSizes, len(rows))
	pairs := 0.0
	for i, r := range rows {
		if i%1024 == 0 && ctx.Err() != nil {
			return p
		}
		sizes[i] = predict.sizes(r)
		pairs += sizes[i].west * sizes[i].east
		p.largest = p.largest.max(sizes[i])
	}
	typical := max(1, pairs/float64(len(rows)))
	for i, r := range rows {
		p.units[i] = Unit{Index: i, Rows: r, Cost: sizes[i].cost(typical, b.odd)}
		p.work += p.units[i].Cost
	}
	return p
}

// max returns the greater of each length.
func (s listSizes) max(t listSizes) listSizes {
	return listSizes{west: max(s.west, t.west), east: max(s.east, t.east)}
}

// unitRows returns the row sets that name the units of a board, in increasing order; some of them if ctx ends.
func (b board) unitRows(ctx context.Context) []uint32 {
	var all []uint32
	forSubsets(2*b.m, b.m, func(x uint32) {
		if len(all)%1024 == 0 && ctx.Err() != nil {
			return
		}
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
