// Package odometer counts. A number of n digits in base n is a placement, one
// digit a row, and counting from 0 1 2 .. n-1 to n-1 .. 2 1 0 passes every
// permutation of the digits: for n = 8 the octal numbers from 01234567 to
// 76543210. The engine forms every number between, as a mechanical counter
// would, and checks each; nothing is skipped. It is a curiosity that shows what
// a search saves. Who wants solutions takes backtrack or bitboard.
package odometer

import (
	"context"

	"example.org/queens"
	"example.org/queens/internal/events"
	"example.org/queens/internal/search"
)

// MaxSize is the largest board that the engine takes: 380 million numbers.
const MaxSize = 9

// pollEvery is how many numbers are formed between two looks at the context:
// less than a millisecond.
const pollEvery = 1 << 15

// Engine delivers every solution in numeric order, which is lexicographic, and
// honours given queens and blocked squares: the numbers formed are the same.
// Above [MaxSize] it refuses with a [*TooManyError]. The zero value is ready
// for use.
//
// The interval is half open: its end is formed only for n = 1, where it is the
// one number. For larger n the end is no solution, all its queens standing on
// one anti-diagonal.
type Engine struct {
	observer queens.Observer
}

var _ queens.Observable = Engine{}

// Observed returns the same engine reporting to o, see [queens.Observable]: the
// digits of the first number, and of every number the candidate, the first
// conflict or the solution, and the digits that change to make the next. A
// given queen is not reported, since the digits pass through her row like
// others; a number without her is refused along the row.
func (e Engine) Observed(o queens.Observer) queens.Engine { return Engine{observer: o} }

// Search implements [queens.Engine]. Stats.Tries are the numbers formed,
// Permutations those with n different digits, Tests the pairs of digits
// compared.
func (e Engine) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	if p.Size > MaxSize {
		return queens.Stats{}, newTooManyError(p.Size)
	}
	if err := p.Accept("odometer", MaxSize, queens.GivenQueens|queens.BlockedSquares); err != nil {
		return queens.Stats{}, err
	}
	if ctx.Err() != nil {
		return queens.Stats{}, search.Interrupted(ctx)
	}
	var stats queens.Stats
	if e.observer != nil {
		err := watch(ctx, p, &stats, events.To(e.observer), yield)
		return stats, err
	}
	err := count(ctx, newCounter(p.Size), &stats, func(number queens.Placement) bool {
		if !admits(p, number) {
			return true
		}
		stats.Solutions++
		return yield(number)
	})
	return stats, err
}

// count forms the numbers of the interval and calls valid with those whose
// digits are queens that do not attack each other.
func count(ctx context.Context, c *counter, stats *queens.Stats, valid func(queens.Placement) bool) error {
	for left := max(1, Numbers(c.n).Uint64()); left > 0; left-- {
		stats.Tries++
		if c.different == c.n {
			stats.Permutations++
		}
		tests, ok := check(c.digits)
		stats.Tests += tests
		if ok {
			if !valid(c.digits) {
				return queens.ErrStopped
			}
			if ctx.Err() != nil {
				return search.Interrupted(ctx)
			}
		}
		if stats.Tries%pollEvery == 0 && ctx.Err() != nil {
			return search.Interrupted(ctx)
		}
		c.increment()
	}
	return nil
}

// check compares the digits pair by pair, until one pair attack each other.
//
//trace:show
func check(digits []int) (tests uint64, ok bool) {
	for i, a := range digits {
		for j := range i {
			tests++
			away := a - digits[j]
			if away == 0 || away == i-j || away == j-i { //trace:conflict
				return tests, false
			}
		}
	}
	return tests, true
}

// admits reports whether a placement has a queen on every given square and none
// on a blocked one.
func admits(p queens.Problem, placement queens.Placement) bool {
	for _, s := range p.Given {
		if placement[s.Row] != s.Col {
			return false
		}
	}
	for _, s := range p.Blocked {
		if placement[s.Row] == s.Col {
			return false
		}
	}
	return true
}

// A counter is a number of n digits in base n, the highest first. It knows how
// often it shows each digit, and so how many different ones.
type counter struct {
	n         int
	digits    queens.Placement
	shown     [MaxSize]int
	different int
}

// newCounter starts at 0 1 2 .. n-1.
func newCounter(n int) *counter {
	c := &counter{n: n, digits: make(queens.Placement, n), different: n}
	for i := range n {
		c.digits[i] = i
		c.shown[i] = 1
	}
	return c
}

// increment adds one. The number after the last one is 0.
//
//trace:show
func (c *counter) increment() {
	for i := c.n - 1; i >= 0; i-- {
		digit := c.digits[i] //trace:digit
		if digit+1 < c.n {
			c.replace(i, digit, digit+1)
			return
		}
		c.replace(i, digit, 0)
	}
}

func (c *counter) replace(i, from, to int) {
	c.digits[i] = to
	if c.shown[from]--; c.shown[from] == 0 {
		c.different--
	}
	if c.shown[to]++; c.shown[to] == 1 {
		c.different++
	}
}
