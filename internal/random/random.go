// Package random draws bounded integers that are the same for the same seed in
// every version of Go: the generator is PCG-DXSM, which math/rand/v2 defines by
// name, and everything above its 64-bit outputs is here.
package random

import (
	"iter"
	"math/bits"
	"math/rand/v2"
)

// stream is the second half of every seed; any constant would do.
const stream = 0x9e3779b97f4a7c15

// A Source is a sequence of numbers that its seed determines. It is not safe
// for concurrent use.
type Source struct {
	pcg rand.PCG
}

// New returns the source of a seed.
func New(seed uint64) *Source {
	return &Source{*rand.NewPCG(seed, stream)}
}

// Below returns a uniform number in 0..n-1; n must not be 0.
//
// The product of n and a 64-bit output has it in the upper word. 2^64 mod n of
// the outputs are too many for that to be uniform; they are those whose lower
// word is small, and are drawn again (D. Lemire, "Fast Random Integer Generation
// in an Interval", 2019).
func (s *Source) Below(n uint64) uint64 {
	high, low := bits.Mul64(s.pcg.Uint64(), n)
	if low < n {
		surplus := -n % n
		for low < surplus {
			high, low = bits.Mul64(s.pcg.Uint64(), n)
		}
	}
	return high
}

// Shuffle puts a into one of its len(a)! orders, each equally likely
// (Fisher-Yates).
func Shuffle[T any](s *Source, a []T) {
	for i := len(a) - 1; i > 0; i-- {
		j := s.Below(uint64(i) + 1)
		a[i], a[j] = a[j], a[i]
	}
}

// Swaps yields the pairs of positions that [Shuffle] would exchange in a slice of
// n, for who wants to see each. Exchanging them shuffles as Shuffle does.
func Swaps(s *Source, n int) iter.Seq2[int, int] {
	return func(yield func(i, j int) bool) {
		for i := n - 1; i > 0; i-- {
			if !yield(i, int(s.Below(uint64(i)+1))) {
				return
			}
		}
	}
}
