package shuffle

import (
	"context"

	"example.org/queens"
	"example.org/queens/internal/random"
	"example.org/queens/internal/search"
)

// Classic is the shuffling program of the post: it returns the solution that it
// found for the empty board of size n and the number of tries that took. The
// same seed gives the same answer in every version.
//
// Its shuffle swaps each position with any position, itself included. That
// makes n^n equally likely sequences of swaps for n! orders, which cannot come
// out even. The post does not go back to the identity between tries but
// shuffles on, which evens out much of it: 438.20 tries on average for n = 8,
// where a fair shuffle takes 438.26. [Engine] is fair.
//
// The error is a [*queens.SizeError] for n below 1, [queens.ErrNoSolution] for 2
// and 3, a [*HopelessError] above [MaxSize], and one that wraps the context's
// if ctx ended first.
func Classic(ctx context.Context, n int, seed uint64) (p queens.Placement, tries uint64, err error) {
	if err := (queens.Problem{Size: n}).Validate(); err != nil {
		return nil, 0, err
	}
	if n == 2 || n == 3 {
		return nil, 0, queens.ErrNoSolution
	}
	if n > MaxSize {
		return nil, 0, &HopelessError{Size: n, Expected: Expected(n)}
	}
	t := newTrier(queens.Problem{Size: n}, seed)
	var tests uint64
	for {
		if tries%pollEvery == 0 && ctx.Err() != nil {
			return nil, tries, search.Interrupted(ctx)
		}
		swapWithAny(t.source, t.columns)
		tries++
		if t.valid(&tests) {
			return t.placement(), tries, nil
		}
	}
}

// swapWithAny is the biased shuffle.
func swapWithAny(s *random.Source, a []int) {
	for i := range a {
		j := s.Below(uint64(len(a)))
		a[i], a[j] = a[j], a[i]
	}
}
