package estimate

import (
	"math/bits"
	"math/rand/v2"
)

// A source makes the random numbers of one repeat. Its sequence must never change: seeds stand for results.
type source struct{ pcg rand.PCG }

// seed starts the sequence of a repeat. Sequences of different repeats and seeds do not overlap in practice.
func (s *source) seed(seed, repeat uint64) { s.pcg.Seed(seed, 0x9e3779b97f4a7c15*(repeat+1)) }

// below returns a uniform number in 0..n-1, for n > 0, exactly (Lemire, "Fast random integer
// generation in an interval", 2019).
func (s *source) below(n uint64) uint64 {
	high, low := bits.Mul64(s.pcg.Uint64(), n)
	if low < n {
		for low < -n%n {
			high, low = bits.Mul64(s.pcg.Uint64(), n)
		}
	}
	return high
}

// strata draws k of the numbers 0..total-1 in increasing order, one from each of k strata. With the j-th v
// uniform in 0..total-1 it draws floor((j*total + v)/k): then every number is drawn k/total times on
// average, whether or not k divides total. If k = total it draws them all.
type strata struct {
	total, k uint64 // total*k must be below 2^64
	low      uint64 // j*total
	random   *source
}

func (s *strata) next() uint64 {
	if s.k == s.total {
		s.low++
		return s.low - 1
	}
	i := (s.low + s.random.below(s.total)) / s.k
	s.low += s.total
	return i
}
