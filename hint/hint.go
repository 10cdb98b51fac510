package hint

import (
	"context"

	"example.org/queens"
)

// MaxSize is the largest board that hints are given for.
const MaxSize = 32

// DefaultNodes is a bound for [Give] that is reached within a second.
const DefaultNodes = 1 << 20

// A State says what can become of the queens that stand.
type State string

// The states.
const (
	Solvable State = "solvable" // there is a completion
	Solved   State = "solved"   // every queen stands
	Hopeless State = "hopeless" // there is no completion
	Unknown  State = "unknown"  // the search reached its bound
)

// A Reason says how a hint is known.
type Reason string

// The reasons. The first two belong to hints that say Must, Refuted also to a
// hopeless state.
const (
	Only     Reason = "only"     // one square is left in the line
	Refuted  Reason = "refuted"  // a search found nothing on the other squares of the line; if hopeless, on none of them
	Found    Reason = "found"    // a completion was found; it may not be the only one
	Empty    Reason = "empty"    // no square is left in the line
	Conflict Reason = "conflict" // two queens that stand attack each other
	Bound    Reason = "bound"    // the search reached its bound
	Done     Reason = "done"     // nothing is left to place
)

// A Hint is what is known of a problem. Line, Index and Square are set where
// the state is Solvable, Line and Index also where it is Hopeless and the reason
// is not Conflict.
type Hint struct {
	State    State
	Reason   Reason
	Must     bool            // Square is in every completion
	Line     queens.Line     // Row or Column, the one to look at; NoLine if there is none
	Index    int             // which row or column
	Square   queens.Square   // where to place a queen
	Free     int             // squares of the line that are neither attacked nor blocked
	Nodes    uint64          // nodes that the search visited
	Conflict queens.Conflict // the first pair of queens that attack each other
}

// Give returns the hint for p, whose given queens are those that stand. Its
// searches visit at most limit nodes together. Given queens that attack each
// other are hopeless; other mistakes in p are the error of [queens.Problem.Accept].
// The only other error is that of ctx.
func Give(ctx context.Context, p queens.Problem, limit uint64) (Hint, error) {
	err := p.Accept("hint", MaxSize, queens.GivenQueens|queens.BlockedSquares)
	if clash, ok := err.(*queens.GivenConflictError); ok {
		return Hint{State: Hopeless, Reason: Conflict, Conflict: clash.Conflict}, nil
	}
	if err != nil {
		return Hint{}, err
	}
	s := &search{ctx: ctx, left: limit}
	h := s.give(newBoard(p))
	h.Nodes = s.nodes
	return h, s.err
}

// give looks for the best hint: first what can be seen, then what must be
// searched for.
func (s *search) give(b *board) Hint {
	if b.placed == b.size {
		return Hint{State: Solved, Reason: Done}
	}
	tightest := b.tightest()
	if tightest.free == 0 {
		return tightest.hint(Hopeless, Empty)
	}
	completion, answer := s.complete(b)
	switch {
	case answer == no:
		return tightest.hint(Hopeless, Refuted)
	case answer == bound:
		return Hint{State: Unknown, Reason: Bound}
	}
	if tightest.free == 1 {
		return tightest.on(completion, Only, true)
	}
	if l, found := s.forced(b, completion); found {
		return l.on(completion, Refuted, true)
	}
	return tightest.on(completion, Found, false)
}

// forced looks for a square of the completion without which there is none, and
// returns the tightest line through it. It tries to complete b without each in
// turn; a completion without it also shows which other squares are not forced.
func (s *search) forced(b *board, completion queens.Placement) (line, bool) {
	candidates := b.open(completion)
	for len(candidates) > 0 {
		l := candidates[0]
		candidates = candidates[1:]
		other, answer := s.complete(b.without(l.square(completion)))
		switch answer {
		case no:
			return l, true
		case bound:
			return line{}, false
		}
		kept := candidates[:0]
		for _, c := range candidates {
			q := c.square(completion)
			if other[q.Row] == q.Col {
				kept = append(kept, c)
			}
		}
		candidates = kept
	}
	return line{}, false
}
