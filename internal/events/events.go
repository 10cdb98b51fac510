// Package events turns what a row-by-row search does into the events of the
// root package. The engines that search alike share it, so that they also
// report alike.
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
	return hooks{o}
}

type hooks struct{ observer queens.Observer }

func (h hooks) Given(row, col int)  { h.tell(queens.EventGiven, row, col) }
func (h hooks) Try(row, col int)    { h.tell(queens.EventTry, row, col) }
func (h hooks) Place(row, col int)  { h.tell(queens.EventPlace, row, col) }
func (h hooks) Remove(row, col int) { h.tell(queens.EventRemove, row, col) }
func (h hooks) Solution()           { h.observer.Observe(queens.Event{Kind: queens.EventSolution}) }

// Refuse tells which queen attacks the square.
func (h hooks) Refuse(row, col int, standing []int) {
	h.observer.Observe(Refusal(standing, queens.Square{Row: row, Col: col}))
}

func (h hooks) tell(kind queens.EventKind, row, col int) {
	h.observer.Observe(queens.Event{Kind: kind, Square: queens.Square{Row: row, Col: col}})
}

// Refusal says why a queen may not stand on s when others stand already: the
// one in its column, else the one on its diagonal, else the one on its
// anti-diagonal; if none attacks it, s is blocked.
func Refusal(standing queens.Placement, s queens.Square) queens.Event {
	for _, line := range []queens.Line{queens.Column, queens.Diagonal, queens.AntiDiagonal} {
		for row, col := range standing {
			other := queens.Square{Row: row, Col: col}
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
