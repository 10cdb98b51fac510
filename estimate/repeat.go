package estimate

import (
	"math/big"
	"sync/atomic"
)

// precision is the number of bits of the products and sums. It is a part of what a seed stands for.
const precision = 128

// A repeat is what one independent run says about Q.
type repeat struct {
	q     *big.Float
	exact bool // no child was left out: q is Q
	done  bool // the run was not stopped
}

// grow runs a population of at most k particles over the n rows.
func grow(p population, n, k int, random *source, stop *atomic.Bool) repeat {
	r := repeat{q: newFloat().SetInt64(1), exact: true}
	p.reset()
	for row := range n {
		t := p.children()
		r.q.Mul(r.q, newFloat().SetUint64(t))
		r.q.Quo(r.q, newFloat().SetInt64(int64(p.size())))
		if t == 0 || row == n-1 {
			break
		}
		draw := &strata{total: t, k: min(uint64(k), t), random: random}
		r.exact = r.exact && draw.k == t
		p.advance(draw, stop)
		if stop.Load() {
			return repeat{}
		}
	}
	if r.exact {
		r.q = newFloat().SetUint64(p.children()) // without the roundings of the quotients
	}
	r.done = true
	return r
}

func newFloat() *big.Float { return new(big.Float).SetPrec(precision) }

func newPopulation(n, particles int) population {
	if n <= 64 {
		return newNarrow(n, particles)
	}
	return newWide(n, particles)
}

// MemoryPerThread returns the bytes that the populations of one thread take: 48 for a
// particle up to n = 64, otherwise 48 for every 64 columns begun, and 8.
func MemoryPerThread(n, particles int) int64 {
	words := int64(n+63) / 64
	if n <= 64 {
		return 48 * int64(particles)
	}
	return (48*words + 8) * int64(particles)
}
