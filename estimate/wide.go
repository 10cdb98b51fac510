package estimate

import (
	"math/bits"
	"sync/atomic"
)

// wide is the population for any n: each mask is words long. A particle is three masks one after the
// other, as in [particle], and its number of children.
type wide struct {
	n, words         int
	now, next        []uint64
	counts, nextOnes []uint32 // children of each particle
	total            uint64
}

func newWide(n, particles int) *wide {
	words := (n + 63) / 64
	return &wide{
		n: n, words: words,
		now: make([]uint64, 0, 3*words*particles), next: make([]uint64, 0, 3*words*particles),
		counts: make([]uint32, 0, particles), nextOnes: make([]uint32, 0, particles),
	}
}

func (g *wide) reset() {
	g.now = g.now[:3*g.words]
	clear(g.now)
	for c := range g.n {
		g.now[c/64] |= 1 << (c % 64)
	}
	g.counts = append(g.counts[:0], uint32(g.n))
	g.total = uint64(g.n)
}

func (g *wide) size() int        { return len(g.counts) }
func (g *wide) children() uint64 { return g.total }

func (g *wide) advance(draw *strata, stop *atomic.Bool) {
	next, counts := g.next[:3*g.words*int(draw.k)], g.nextOnes[:draw.k]
	var total, begin, end uint64
	from := -1
	for j := range counts {
		if j%(pollDraws/16) == 0 && stop.Load() {
			return
		}
		i := draw.next()
		for i >= end {
			from++
			begin, end = end, end+uint64(g.counts[from])
		}
		ones := g.child(next[3*g.words*j:], g.now[3*g.words*from:], i-begin)
		counts[j] = ones
		total += uint64(ones)
	}
	g.now, g.next = next, g.now[:0]
	g.counts, g.nextOnes, g.total = counts, g.counts[:0], total
}

// child writes child number i of the particle p to q and returns how many children q has.
func (g *wide) child(q, p []uint64, i uint64) uint32 {
	w := g.words
	cols, diags, antis := p[:w], p[w:2*w], p[2*w:3*w]
	word, open := 0, uint64(0)
	for ; ; word++ {
		open = cols[word] &^ (diags[word] | antis[word])
		ones := uint64(bits.OnesCount64(open))
		if i < ones {
			break
		}
		i -= ones
	}
	b := bitAt(open, i)

	newCols, newDiags, newAntis := q[:w], q[w:2*w], q[2*w:3*w]
	// the queen's own square is put in and out again, so that the shifts need no special case
	diags[word] |= b
	antis[word] |= b
	children := 0
	carry := uint64(0)
	for k := range w {
		c, d, a := cols[k], diags[k], antis[k]>>1
		if k+1 < w {
			a |= antis[k+1] << 63
		}
		if k == word {
			c ^= b
		}
		d, carry = d<<1|carry, d>>63
		newCols[k], newDiags[k], newAntis[k] = c, d, a
		children += bits.OnesCount64(c &^ (d | a))
	}
	diags[word] &^= b
	antis[word] &^= b
	return uint32(children)
}
