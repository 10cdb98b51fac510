package queens

import (
	"context"
	"iter"

	"example.org/queens/internal/search"
)

// Solutions yields every solution on the empty board of size n, in
// lexicographic order. Every placement is a copy and may be kept. There is no
// board with n < 1, and none above 1000 is searched: nothing is yielded, where
// [Problem.Solutions] reports a [*SizeError]. The number of solutions grows
// faster than exponentially: to stop a search from outside use that method too.
func Solutions(n int) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		for p := range (Problem{Size: n}).Solutions(context.Background()) {
			if p == nil || !yield(p) {
				return
			}
		}
	}
}

// Count returns Q(n), the number of solutions on the empty board of size n
// (OEIS A000170), by enumerating them: seconds at n = 13. It is 0 for sizes that are
// not searched, see [Solutions].
func Count(n int) uint64 {
	count, _ := Problem{Size: n}.Count(context.Background())
	return count
}

// First returns the lexicographically first solution on the empty board of
// size n; false if there is none, as for n = 2 and 3, and for sizes that are not
// searched, see [Solutions]. Backtracking takes seconds to find it from n = 30 or
// so up, and soon for ever.
func First(n int) (Placement, bool) {
	p, err := Problem{Size: n}.First(context.Background())
	return p, err == nil
}

// Solutions yields every solution of p in lexicographic order, see [All].
func (p Problem) Solutions(ctx context.Context) iter.Seq2[Placement, error] {
	return All(ctx, reference{}, p)
}

// Count returns the number of solutions of p; with an error it is the number
// found before.
func (p Problem) Count(ctx context.Context) (uint64, error) {
	return CountOf(ctx, reference{}, p)
}

// First returns the lexicographically first solution of p. The error is
// [ErrNoSolution] if there is none.
func (p Problem) First(ctx context.Context) (Placement, error) {
	return FirstOf(ctx, reference{}, p)
}

// reference is the engine behind the functions of this package: plain
// backtracking, the same search that package backtrack wraps.
type reference struct{}

func (reference) Search(ctx context.Context, p Problem, yield func(Placement) bool) (Stats, error) {
	if err := p.Accept("backtrack", search.MaxSize, GivenQueens|BlockedSquares); err != nil {
		return Stats{}, err
	}
	board := search.Board{Size: p.Size, Given: p.GivenByRow(), Blocked: p.BlockedTable()}
	counts, err := search.Run(ctx, board, nil, func(cols []int) bool { return yield(cols) })
	return Stats{
		Nodes:      counts.Nodes,
		Backtracks: counts.Backtracks,
		Tests:      counts.Tests,
		Marks:      counts.Marks,
		Solutions:  counts.Solutions,
		Levels:     counts.Levels,
	}, err
}
