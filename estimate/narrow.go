package estimate

import (
	"math/bits"
	"sync/atomic"
)

// A population holds partial placements of one length, all with the same weight.
type population interface {
	// reset makes the population the single empty placement.
	reset()
	// size is the number of particles.
	size() int
	// children is the number of children that all particles have together.
	children() uint64
	// advance replaces the particles by as many children as draw has strata; stop turning
	// true ends it early, with a population that is of no use.
	advance(draw *strata, stop *atomic.Bool)
}

// pollDraws is the number of draws between two looks at stop; they take at most some milliseconds.
const pollDraws = 1 << 12

// narrow is the population for n <= 64: each mask is a word.
type narrow struct {
	n         int
	now, next []particle
	total     uint64 // children of now
}

// A particle is a board filled from row 0 downwards, seen from the next row; bit c is column c.
type particle struct {
	cols  uint64 // free columns
	diags uint64 // columns attacked along diagonals, which move one bit up a row
	antis uint64 // and along anti-diagonals, which move one bit down
}

func newNarrow(n, particles int) *narrow {
	return &narrow{n: n, now: make([]particle, 0, particles), next: make([]particle, 0, particles)}
}

func (p particle) open() uint64 { return p.cols &^ (p.diags | p.antis) }

func (g *narrow) reset() {
	g.now = append(g.now[:0], particle{cols: ^uint64(0) >> (64 - g.n)})
	g.total = uint64(g.n)
}

func (g *narrow) size() int        { return len(g.now) }
func (g *narrow) children() uint64 { return g.total }

func (g *narrow) advance(draw *strata, stop *atomic.Bool) {
	next := g.next[:draw.k]
	var total, begin, end uint64 // children of next; children begin..end-1 are those of p
	var p particle
	var open uint64
	from := 0
	for j := range next {
		if j%pollDraws == 0 && stop.Load() {
			return
		}
		i := draw.next()
		for i >= end {
			p = g.now[from]
			from++
			open = p.open()
			begin, end = end, end+uint64(bits.OnesCount64(open))
		}
		b := bitAt(open, i-begin)
		child := particle{p.cols ^ b, (p.diags | b) << 1, (p.antis | b) >> 1}
		total += uint64(bits.OnesCount64(child.open()))
		next[j] = child
	}
	g.now, g.next, g.total = next, g.now[:0], total
}

// bitAt returns bit number i of those set in mask, counted from the lowest.
func bitAt(mask, i uint64) uint64 {
	for ; i > 0; i-- {
		mask &= mask - 1
	}
	return mask & -mask
}
