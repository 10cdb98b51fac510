package backtrack_test

import (
	"context"
	"fmt"
	"testing"

	"example.org/queens"
	"example.org/queens/backtrack"
)

// replay plays events on a board of its own and fails the test at the first one
// that does not fit.
type replay struct {
	t       *testing.T
	problem queens.Problem
	board   map[queens.Square]bool
	tested  queens.Square
	counts  map[queens.EventKind]uint64
}

func newReplay(t *testing.T, p queens.Problem) *replay {
	return &replay{t: t, problem: p, board: map[queens.Square]bool{}, counts: map[queens.EventKind]uint64{}}
}

func (r *replay) Observe(e queens.Event) {
	r.counts[e.Kind]++
	switch e.Kind {
	case queens.EventGiven:
		r.board[e.Square] = true
	case queens.EventTry:
		r.tested = e.Square
	case queens.EventConflict:
		if e.Square != r.tested || !r.board[e.Other] || queens.LineBetween(e.Square, e.Other) != e.Line || e.Line == queens.NoLine {
			r.t.Fatalf("%+v after a try of %v with queens %v", e, r.tested, r.board)
		}
	case queens.EventBlocked:
		if line, ok := r.attacked(e.Square); ok || e.Square != r.tested {
			r.t.Fatalf("%+v after a try of %v, which has a queen on its %v", e, r.tested, line)
		}
	case queens.EventPlace:
		if line, ok := r.attacked(e.Square); ok || e.Square != r.tested {
			r.t.Fatalf("%+v after a try of %v, which has a queen on its %v", e, r.tested, line)
		}
		r.board[e.Square] = true
	case queens.EventRemove:
		if !r.board[e.Square] {
			r.t.Fatalf("%+v with queens %v", e, r.board)
		}
		delete(r.board, e.Square)
	case queens.EventSolution:
		var on []queens.Square
		for s := range r.board {
			on = append(on, s)
		}
		if !r.problem.Check(on).Valid() {
			r.t.Fatalf("solution with queens %v", on)
		}
	}
}

func (r *replay) attacked(s queens.Square) (queens.Line, bool) {
	for other := range r.board {
		if line := queens.LineBetween(s, other); line != queens.NoLine {
			return line, true
		}
	}
	return queens.NoLine, false
}

func TestEvents(t *testing.T) {
	square := func(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }
	problems := map[string]queens.Problem{
		"empty":         {Size: 6},
		"given":         {Size: 8, Given: []queens.Square{square(7, 5), square(1, 1), square(3, 0)}},
		"blocked":       {Size: 6, Blocked: []queens.Square{square(0, 1), square(2, 5)}},
		"all given":     {Size: 4, Given: []queens.Square{square(0, 1), square(1, 3), square(2, 0), square(3, 2)}},
		"contradictory": {Size: 5, Blocked: []queens.Square{square(4, 0), square(4, 1), square(4, 2), square(4, 3), square(4, 4)}},
	}
	for name, p := range problems {
		t.Run(name, func(t *testing.T) {
			r := newReplay(t, p)
			stats, err := backtrack.Engine{}.Observed(r).Search(t.Context(), p, func(queens.Placement) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			for kind, want := range map[queens.EventKind]uint64{
				queens.EventGiven:    uint64(len(p.Given)),
				queens.EventTry:      stats.Tests,
				queens.EventPlace:    stats.Nodes,
				queens.EventRemove:   stats.Nodes,
				queens.EventSolution: stats.Solutions,
			} {
				if r.counts[kind] != want {
					t.Errorf("%d events of kind %d, want %d", r.counts[kind], kind, want)
				}
			}
			refused := r.counts[queens.EventConflict] + r.counts[queens.EventBlocked]
			if refused+stats.Nodes != stats.Tests {
				t.Errorf("%d squares refused and %d taken of %d tried", refused, stats.Nodes, stats.Tests)
			}
		})
	}
}

// TestObservedLeavesEngineAlone checks that an engine does not start to report.
func TestObservedLeavesEngineAlone(t *testing.T) {
	var e backtrack.Engine
	r := newReplay(t, queens.Problem{Size: 4})
	_ = e.Observed(r)
	if count, err := queens.CountOf(t.Context(), e, queens.Problem{Size: 4}); count != 2 || err != nil || len(r.counts) > 0 {
		t.Errorf("%d solutions, error %v, events %v", count, err, r.counts)
	}
}

// printer prints what happens.
type printer struct{}

func (printer) Observe(e queens.Event) {
	switch e.Kind {
	case queens.EventConflict:
		fmt.Println(e.Square, "and", e.Other, "share the", e.Line)
	case queens.EventPlace:
		fmt.Println(e.Square, "takes a queen")
	case queens.EventRemove:
		fmt.Println(e.Square, "loses it")
	}
}

func ExampleEngine_Observed() {
	e := backtrack.Engine{}.Observed(printer{})
	stats, err := e.Search(context.Background(), queens.Problem{Size: 2}, func(queens.Placement) bool { return true })
	fmt.Println(stats.Solutions, "solutions, error", err)
	// Output:
	// 0.0 takes a queen
	// 1.0 and 0.0 share the column
	// 1.1 and 0.0 share the diagonal
	// 0.0 loses it
	// 0.1 takes a queen
	// 1.0 and 0.1 share the anti-diagonal
	// 1.1 and 0.1 share the column
	// 0.1 loses it
	// 0 solutions, error <nil>
}

func ExampleEngine() {
	p, err := queens.FirstOf(context.Background(), backtrack.Engine{}, queens.Problem{
		Size:  8,
		Given: []queens.Square{{Row: 0, Col: 6}, {Row: 1, Col: 1}},
	})
	fmt.Println(p, err)
	// Output: 6 1 3 0 7 4 2 5 <nil>
}
