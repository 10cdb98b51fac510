package trace

import (
	"slices"

	"example.org/queens"
	"example.org/queens/methods"
	"example.org/queens/shuffle"
)

// MaxSize is the largest board that a trace can hold: a row takes 10 bits.
const MaxSize = 1000

// A Cut says what ended a trace before the search was complete.
type Cut string

// The cuts. None is a failure.
const (
	Whole       Cut = ""          // nothing: the search is complete
	ByEvents    Cut = "events"    // it has as many events as it may
	ByBytes     Cut = "bytes"     // it has as many bytes as it may
	BySolutions Cut = "solutions" // as many solutions were found as were wanted
	ByTries     Cut = "tries"     // the engine had made as many tries as it may
)

// A Trace is what a search did. It does not change.
type Trace struct {
	Method  string
	Problem queens.Problem // squares in order, each named once
	Seed    uint64         // of a method that is seeded; else 0
	Cut     Cut
	Stats   queens.Stats // after the last event; Levels has a number for every row

	words []uint64
}

// Len returns the number of events.
func (t *Trace) Len() int { return len(t.words) }

// Event returns the i-th event, from 0.
func (t *Trace) Event(i int) queens.Event { return unpack(t.words[i]) }

// Complete reports whether the trace has the search to its end.
func (t *Trace) Complete() bool { return t.Cut == Whole }

// Expected returns how many tries a shuffle of the empty board takes on average
// until it finds a solution, n!/Q(n); 0 for other methods and problems, and for
// the sizes that have no solution.
func (t *Trace) Expected() float64 {
	n := t.Problem.Size
	if t.Method != "shuffle" || t.Problem.Constraints() != 0 || n == 2 || n == 3 {
		return 0
	}
	return shuffle.Expected(n)
}

// tries reports whether the method works on whole candidates.
func (t *Trace) tries() bool { return t.Method == "shuffle" || t.Method == "odometer" }

// tidy returns p with its squares in order and each named once.
func tidy(p queens.Problem) queens.Problem {
	tidied := func(squares []queens.Square) []queens.Square {
		squares = slices.Clone(squares)
		slices.SortFunc(squares, queens.Square.Compare)
		return slices.Compact(squares)
	}
	p.Given, p.Blocked = tidied(p.Given), tidied(p.Blocked)
	return p
}

// accept reports the first thing that is wrong with a problem for a method: what
// its engine would say, and a [*queens.SizeError] above [MaxSize].
func accept(m methods.Method, p queens.Problem) error {
	if p.Size > MaxSize && p.Size <= m.MaxSize {
		return &queens.SizeError{Size: p.Size, Engine: "trace", Max: MaxSize}
	}
	return nil
}
