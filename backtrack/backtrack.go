// Package backtrack is the reference engine: recursion row by row, with three
// arrays that mark which columns, diagonals and anti-diagonals are attacked.
//
// It defines what a node is: a consistent partial placement of at least one
// queen that the search visits. All other engines are tested against this one,
// and it is the one to read first. It is not the fastest: that is bitboard.
package backtrack

import (
	"context"

	"example.org/queens"
	"example.org/queens/internal/events"
	"example.org/queens/internal/search"
)

// MaxSize is the largest board that the engine takes.
const MaxSize = search.MaxSize

// Engine delivers every solution in lexicographic order and honours given
// queens and blocked squares. The zero value is ready for use.
type Engine struct {
	observer queens.Observer
}

var _ queens.Observable = Engine{}

// Observed returns the same engine reporting to o, see [queens.Observable].
func (e Engine) Observed(o queens.Observer) queens.Engine { return Engine{observer: o} }

// Search implements [queens.Engine].
func (e Engine) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	if err := p.Accept("backtrack", MaxSize, queens.GivenQueens|queens.BlockedSquares); err != nil {
		return queens.Stats{}, err
	}
	board := search.Board{Size: p.Size, Given: p.GivenByRow(), Blocked: p.BlockedTable()}
	counts, err := search.Run(ctx, board, events.Hooks(e.observer), func(cols []int) bool { return yield(cols) })
	return events.Stats(counts), err
}
