package odometer

import (
	"context"
	"slices"

	"example.org/queens"
	"example.org/queens/internal/events"
	"example.org/queens/internal/search"
)

// watch is count and the judgement of Search, reporting. It looks at its context
// at every number, since whoever watches may be slow.
//
//trace:show
func watch(ctx context.Context, p queens.Problem, stats *queens.Stats, tell *events.Reporter, yield func(queens.Placement) bool) error {
	c := newCounter(p.Size)
	for row, digit := range c.digits {
		tell.Set(row, digit) //trace:set
	}
	for left := max(1, Numbers(c.n).Uint64()); left > 0; left-- {
		if ctx.Err() != nil {
			return search.Interrupted(ctx)
		}
		stats.Tries++ //trace:candidate
		if c.different == c.n {
			stats.Permutations++
		}
		tell.Candidate(c.different == c.n)
		verdict := judge(p, c.digits)
		stats.Tests += uint64(verdict.Tests)
		if verdict.Kind == queens.EventSolution {
			stats.Solutions++ //trace:solution
		}
		tell.Tell(verdict)
		if verdict.Kind == queens.EventSolution && !yield(c.digits) {
			return queens.ErrStopped
		}
		if left > 1 {
			c.tellIncrement(tell)
		}
	}
	if ctx.Err() != nil {
		return search.Interrupted(ctx)
	}
	return nil
}

// judge says which two digits attack each other, or what the problem has against
// the number, or that it is a solution.
//
//trace:show
func judge(p queens.Problem, digits queens.Placement) queens.Event {
	verdict := queens.Event{Kind: queens.EventSolution}
	tests, ok := check(digits)
	if !ok {
		verdict = conflict(digits, tests)
	} else if !admits(p, digits) {
		verdict = objection(p, digits) //trace:blocked
	}
	verdict.Tests = int(tests)
	return verdict
}

// conflict returns the pair that check compared last, when it has compared so
// many.
func conflict(digits queens.Placement, tests uint64) queens.Event {
	i := 1
	for ; tests > uint64(i); i++ {
		tests -= uint64(i)
	}
	j := int(tests) - 1
	s, other := queens.Square{Row: i, Col: digits[i]}, queens.Square{Row: j, Col: digits[j]}
	return queens.Event{Kind: queens.EventConflict, Square: s, Other: other, Line: queens.LineBetween(s, other)}
}

// objection says what the problem has against digits without conflict: a row
// whose given queen stands elsewhere, or a blocked square.
func objection(p queens.Problem, digits queens.Placement) queens.Event {
	for _, g := range p.Given {
		if s := (queens.Square{Row: g.Row, Col: digits[g.Row]}); s != g {
			return queens.Event{Kind: queens.EventConflict, Square: s, Other: g, Line: queens.Row}
		}
	}
	i := slices.IndexFunc(p.Blocked, func(s queens.Square) bool { return digits[s.Row] == s.Col })
	return queens.Event{Kind: queens.EventBlocked, Square: p.Blocked[i]}
}

// tellIncrement adds one and tells which digits change, the last one first.
func (c *counter) tellIncrement(tell *events.Reporter) {
	before := c.digits.Clone()
	c.increment()
	for row := c.n - 1; row >= 0 && before[row] != c.digits[row]; row-- {
		tell.Tell(queens.Event{
			Kind:   queens.EventDigit,
			Square: queens.Square{Row: row, Col: c.digits[row]},
			Other:  queens.Square{Row: row, Col: before[row]},
		})
	}
}
