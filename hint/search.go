package hint

import (
	"context"
	"math/bits"

	"example.org/queens"
)

// An answer is how a search ended.
type answer int

const (
	no    answer = iota // there is no completion
	yes                 // one was found
	bound               // the bound was reached, or the context ended
)

// pollEvery is the number of nodes between two looks at the context.
const pollEvery = 1 << 10

// A search is what all searches for one hint share.
type search struct {
	ctx   context.Context
	left  uint64 // nodes that may still be visited
	nodes uint64 // nodes visited
	err   error  // of the context
}

// complete returns a placement that completes b, if there is one.
func (s *search) complete(b *board) (queens.Placement, answer) {
	found := make(queens.Placement, b.size)
	for i := range found {
		found[i] = queens.None
	}
	return found, s.visit(b, found)
}

// visit places a queen on each free square of the tightest line in turn. With
// the answer yes, found holds the queens that were placed.
func (s *search) visit(b *board, found queens.Placement) answer {
	if b.placed == b.size {
		return yes
	}
	l := b.tightest()
	for free := l.mask; free != 0; free &= free - 1 {
		if s.left == 0 || s.ended() {
			return bound
		}
		s.left--
		s.nodes++
		q := l.squareAt(bits.TrailingZeros64(free))
		next := *b
		next.place(q)
		found[q.Row] = q.Col
		if a := s.visit(&next, found); a != no {
			return a
		}
		found[q.Row] = queens.None
	}
	return no
}

// ended looks at the context every now and then.
func (s *search) ended() bool {
	if s.nodes%pollEvery == 0 && s.err == nil {
		s.err = s.ctx.Err()
	}
	return s.err != nil
}
