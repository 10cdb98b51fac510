package events

import (
	"testing"

	"example.org/queens"
)

func TestRefusal(t *testing.T) {
	standing := queens.Placement{0, queens.None, 4, queens.None, 6, queens.None, queens.None, queens.None}
	square := func(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }
	conflict := func(s, other queens.Square, line queens.Line) queens.Event {
		return queens.Event{Kind: queens.EventConflict, Square: s, Other: other, Line: line}
	}
	for _, want := range []queens.Event{
		conflict(square(1, 0), square(0, 0), queens.Column),
		conflict(square(1, 1), square(0, 0), queens.Diagonal),
		conflict(square(1, 5), square(2, 4), queens.AntiDiagonal),
		conflict(square(7, 0), square(0, 0), queens.Column),
		conflict(square(6, 0), square(0, 0), queens.Column),   // before the anti-diagonal of 2.4
		conflict(square(3, 3), square(0, 0), queens.Diagonal), // before that anti-diagonal too
		{Kind: queens.EventBlocked, Square: square(1, 2)},
	} {
		if got := Refusal(standing, want.Square); got != want {
			t.Errorf("square %v is refused by %+v, want %+v", want.Square, got, want)
		}
	}
}

func TestNoObserverNoHooks(t *testing.T) {
	if Hooks(nil) != nil {
		t.Error("hooks without an observer")
	}
}
