package queens

import (
	"context"
	"iter"
)

// An Engine is one way of searching for the solutions of a problem.
//
// Search calls yield for every solution. The placement it passes is the
// engine's own and valid only until yield returns: do not change it, and clone
// it to keep it. Search returns nil only when it has
// delivered all it can; [ErrStopped] when yield returned false; an error that
// wraps the context's when ctx ended first, within 50 ms of that; and a typed
// error of [Problem.Accept] before any solution when it does not take p. The
// statistics are right in every case.
type Engine interface {
	Search(ctx context.Context, p Problem, yield func(Placement) bool) (Stats, error)
}

// Stats counts what a search did. What an engine does not do stays zero.
type Stats struct {
	Nodes        uint64   // consistent non-empty partial placements visited; given queens are not placed by the search
	Backtracks   uint64   // returns from a node below which no solution was found
	Tests        uint64   // squares, or pairs of queens, tested for a conflict
	Marks        uint64   // cells written in arrays of marks
	Tries        uint64   // complete candidates formed: shuffles, numbers
	Permutations uint64   // candidates with one queen in every column
	Solutions    uint64   // solutions delivered
	Levels       []uint64 // nodes whose last queen stands in row r, for each r
}

// All yields the solutions of p that e finds, in the order of e. Every
// placement is a copy and may be kept. An error is the last pair, with a nil
// placement: a loop that ends without one has seen every solution.
func All(ctx context.Context, e Engine, p Problem) iter.Seq2[Placement, error] {
	return func(yield func(Placement, error) bool) {
		stopped := false
		_, err := e.Search(ctx, p, func(found Placement) bool {
			stopped = !yield(found.Clone(), nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}

// FirstOf returns the first solution of p that e finds. The error is
// [ErrNoSolution] if there is none.
func FirstOf(ctx context.Context, e Engine, p Problem) (Placement, error) {
	for found, err := range All(ctx, e, p) {
		return found, err
	}
	return nil, ErrNoSolution
}

// CountOf returns the number of solutions of p that e finds; with an error it
// is the number found before.
func CountOf(ctx context.Context, e Engine, p Problem) (uint64, error) {
	stats, err := e.Search(ctx, p, func(Placement) bool { return true })
	return stats.Solutions, err
}
