// Package events turns what a search does into the events of the root package.
// The engines that search alike share it, so that they also report alike.
package events

import (
	"example.org/queens"
	"example.org/queens/internal/search"
)

// Hooks returns hooks that tell o every event; nil if o is nil, so that a
// search without an observer pays nothing.
func Hooks(o queens.Observer) search.Hooks {
	if o == nil {
		return nil
	}
	return &Reporter{o}
}

// To returns a reporter to o; nil if o is nil.
func To(o queens.Observer) *Reporter {
	if o == nil {
		return nil
	}
	return &Reporter{o}
}

// A Reporter tells an observer what a search does, in plain numbers.
type Reporter struct{ observer queens.Observer }

// Given tells that a given queen stands.
func (r *Reporter) Given(row, col, marks int) {
	r.Tell(queens.Event{Kind: queens.EventGiven, Square: square(row, col), Marks: marks})
}

// Try tells that a square is tested.
func (r *Reporter) Try(row, col int) {
	r.Tell(queens.Event{Kind: queens.EventTry, Square: square(row, col), Tests: 1})
}

// Refuse tells which queen attacks the square just tried.
func (r *Reporter) Refuse(row, col int, standing []int) {
	r.Tell(Refusal(standing, square(row, col)))
}

// Place tells that a queen is placed.
func (r *Reporter) Place(row, col, marks int) {
	r.Tell(queens.Event{Kind: queens.EventPlace, Square: square(row, col), Marks: marks})
}

// Remove tells that a queen is taken back; dead says that there was no solution
// below.
func (r *Reporter) Remove(row, col, marks int, dead bool) {
	r.Tell(queens.Event{Kind: queens.EventRemove, Square: square(row, col), Marks: marks, Yes: dead})
}

// Solution tells that the queens are a solution.
func (r *Reporter) Solution() { r.Tell(queens.Event{Kind: queens.EventSolution}) }

// Row tells how many free squares a row has.
func (r *Reporter) Row(row, free, tests, ties int) {
	r.Tell(queens.Event{Kind: queens.EventLine, Line: queens.Row, Square: square(row, 0), Free: free, Tests: tests, Ties: ties})
}

// Column tells how many free squares a column has.
func (r *Reporter) Column(col, free, tests, ties int) {
	r.Tell(queens.Event{Kind: queens.EventLine, Line: queens.Column, Square: square(0, col), Free: free, Tests: tests, Ties: ties})
}

// Set tells that a queen is set without a search.
func (r *Reporter) Set(row, col int) {
	r.Tell(queens.Event{Kind: queens.EventSet, Square: square(row, col)})
}

// Candidate tells that the queens are a candidate.
func (r *Reporter) Candidate(permutation bool) {
	r.Tell(queens.Event{Kind: queens.EventCandidate, Yes: permutation})
}

// Tell tells any event.
func (r *Reporter) Tell(e queens.Event) { r.observer.Observe(e) }

func square(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }

// Refusal says why a queen may not stand on s when others stand already: the
// one in its column, else the one on its diagonal, else the one on its
// anti-diagonal; if none attacks it, s is blocked.
func Refusal(standing queens.Placement, s queens.Square) queens.Event {
	for _, line := range []queens.Line{queens.Column, queens.Diagonal, queens.AntiDiagonal} {
		for row, col := range standing {
			other := square(row, col)
			if col != queens.None && queens.LineBetween(other, s) == line {
				return queens.Event{Kind: queens.EventConflict, Square: s, Other: other, Line: line}
			}
		}
	}
	return queens.Event{Kind: queens.EventBlocked, Square: s}
}

// Stats returns the counts of a search as statistics of the root package.
func Stats(c search.Counts) queens.Stats {
	return queens.Stats{
		Nodes:      c.Nodes,
		Backtracks: c.Backtracks,
		Tests:      c.Tests,
		Marks:      c.Marks,
		Solutions:  c.Solutions,
		Levels:     c.Levels,
	}
}
