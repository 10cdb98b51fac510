package trace

import "example.org/queens"

// The directions in which an event is applied.
const (
	forward  = 1
	backward = -1
)

// A state is the board and the counters at one point of a trace. Applying an
// event backward undoes applying it forward.
type state struct {
	queens queens.Placement
	stats  queens.Stats
	depth  int // queens that stand and are not given
}

func newState(n int) state {
	s := state{queens: make(queens.Placement, n)}
	s.stats.Levels = make([]uint64, n)
	for row := range s.queens {
		s.queens[row] = queens.None
	}
	return s
}

// apply changes the state by an event in a direction.
func (s *state) apply(e queens.Event, direction int) {
	step := uint64(direction) // -1 subtracts one, since uint64 wraps around
	s.stats.Marks += step * uint64(e.Marks)
	s.stats.Tests += step * uint64(e.Tests)
	s.stats.Nodes += step * e.Nodes
	switch e.Kind {
	case queens.EventGiven:
		s.stand(e.Square, direction)
	case queens.EventSet:
		s.stand(e.Square, direction)
		s.depth += direction
	case queens.EventPlace:
		s.stand(e.Square, direction)
		s.depth += direction
		s.stats.Nodes += step
		s.stats.Levels[e.Square.Row] += step
	case queens.EventRemove:
		s.stand(e.Square, -direction)
		s.depth -= direction
		if e.Yes {
			s.stats.Backtracks += step
		}
	case queens.EventSwap:
		s.swap(e, direction)
	case queens.EventDigit:
		s.queens[e.Square.Row] = e.Square.Col
		if direction == backward {
			s.queens[e.Square.Row] = e.Other.Col
		}
	case queens.EventCandidate:
		s.stats.Tries += step
		if e.Yes {
			s.stats.Permutations += step
		}
	case queens.EventSolution:
		s.stats.Solutions += step
	}
}

// stand puts a queen on a square, or takes her away.
func (s *state) stand(on queens.Square, direction int) {
	s.queens[on.Row] = on.Col
	if direction == backward {
		s.queens[on.Row] = queens.None
	}
}

// swap exchanges the columns of two rows.
func (s *state) swap(e queens.Event, direction int) {
	s.queens[e.Square.Row], s.queens[e.Other.Row] = e.Square.Col, e.Other.Col
	if direction == backward {
		s.queens[e.Square.Row], s.queens[e.Other.Row] = e.Other.Col, e.Square.Col
	}
	if e.Square.Row == e.Other.Row {
		s.queens[e.Square.Row] = e.Square.Col
	}
}
