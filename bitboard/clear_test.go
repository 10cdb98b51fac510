package bitboard

import (
	"context"

	"example.org/queens"
)

// clear is the search from node to node as an engine, without an observer.
type clear struct{}

func (clear) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	return searchClearly(ctx, newBoard(p), nil, yield)
}
