// Package search is the reference search: recursive backtracking, row by row,
// with three arrays of marks. It knows only numbers, so that the root package
// and package backtrack can both stand on it.
package search

import (
	"context"
	"errors"
	"fmt"
)

// MaxSize is the largest board that is searched. The search recurses once a
// row and would not end in a lifetime long before this size.
const MaxSize = 1000

// ErrStopped says that the consumer asked the search to stop.
var ErrStopped = errors.New("queens: search stopped by its consumer")

// None stands for a row without a given queen.
const None = -1

// A Board is the problem in plain numbers; it must be consistent.
type Board struct {
	Size    int
	Given   []int  // column of the given queen in each row, None where there is none; nil if there are none
	Blocked []bool // square (r, c) at r*Size+c; nil if none is blocked
}

// Counts is what a search did; see Stats in the root package.
type Counts struct {
	Nodes, Backtracks, Tests, Marks, Solutions uint64
	Levels                                     []uint64
}

// Hooks are told what the search does. The arrays stand as they were when the
// event happened.
type Hooks interface {
	Given(row, col, marks int) // marks: cells written
	Try(row, col int)
	Refuse(row, col int, queens []int) // queens: column of the queen in each row, None where there is none
	Place(row, col, marks int)
	Remove(row, col, marks int, dead bool) // dead: no solution was found below
	Solution()
}

// Run searches board in lexicographic order and calls yield with the column of
// the queen in each row; the slice is reused. A nil hooks costs a comparison an
// event. It returns nil when every solution was delivered, ErrStopped when
// yield returned false, and an error that wraps the context's when ctx ended:
// nothing is delivered after a yield during which it did. A search that stops
// early leaves the queens standing, for the hooks too.
func Run(ctx context.Context, board Board, hooks Hooks, yield func(cols []int) bool) (Counts, error) {
	if ctx.Err() != nil {
		return Counts{}, Interrupted(ctx)
	}
	s := newSearcher(ctx, board, hooks, yield)
	s.placeGiven()
	err := s.row(0)
	return s.counts, err
}

// Interrupted returns the error of a search that ctx ended.
func Interrupted(ctx context.Context) error {
	return fmt.Errorf("queens: search interrupted: %w", ctx.Err())
}

// pollEvery is how many squares are tested between two looks at the context
// while no code of a caller runs: a few microseconds.
const pollEvery = 1 << 10

// searcher holds one search. A queen in row r and column c is marked three
// times: in its column c, in its diagonal r-c (moved by n-1 to start at 0) and
// in its anti-diagonal r+c. There are n columns and 2n-1 of either diagonal.
type searcher struct {
	n     int
	cols  []bool
	diags []bool
	antis []bool

	queens  []int // column of the queen in each row, None where there is none
	given   []int
	blocked []bool
	hooks   Hooks
	yield   func([]int) bool
	ctx     context.Context
	counts  Counts
}

func newSearcher(ctx context.Context, board Board, hooks Hooks, yield func([]int) bool) *searcher {
	n := board.Size
	s := &searcher{
		n:       n,
		cols:    make([]bool, n),
		diags:   make([]bool, 2*n-1),
		antis:   make([]bool, 2*n-1),
		queens:  make([]int, n),
		given:   board.Given,
		blocked: board.Blocked,
		hooks:   hooks,
		yield:   yield,
		ctx:     ctx,
	}
	s.counts.Levels = make([]uint64, n)
	for row := range s.queens {
		s.queens[row] = None
	}
	return s
}

// placeGiven marks the given queens before the search begins: the search then
// sees at once which squares they attack, and passes over their rows.
//
//trace:show
func (s *searcher) placeGiven() {
	for row, col := range s.given {
		if col == None {
			continue
		}
		s.mark(row, col, true)
		s.queens[row] = col //trace:given
		if s.hooks != nil {
			s.hooks.Given(row, col, marksPerQueen)
		}
	}
}

// row places a queen in the given row and in all rows below it, in every way.
//
//trace:show
func (s *searcher) row(row int) error {
	if row == s.n {
		return s.solution() //trace:solution
	}
	if s.given != nil && s.given[row] != None {
		return s.row(row + 1)
	}
	for col := range s.n {
		if s.hooks != nil || s.counts.Tests%pollEvery == 0 {
			if err := s.pause(row, col); err != nil {
				return err
			}
		}
		if !s.free(row, col) {
			if s.hooks != nil {
				s.hooks.Refuse(row, col, s.queens) //trace:conflict,blocked
			}
			continue
		}
		before := s.counts.Solutions
		s.place(row, col) //trace:place
		err := s.row(row + 1)
		if err != nil {
			return err
		}
		dead := s.counts.Solutions == before
		s.remove(row, col, dead) //trace:remove
		if dead {
			s.counts.Backtracks++
		}
	}
	return nil
}

// free tests whether a queen on the square would be attacked by those above it
// and by the given ones. It is small enough to be compiled into its caller,
// which the call of a hook in it would prevent: that took a third more time.
//
//trace:show
func (s *searcher) free(row, col int) bool {
	s.counts.Tests++
	return !s.cols[col] && !s.diags[row-col+s.n-1] && !s.antis[row+col] && //trace:try
		(s.blocked == nil || !s.blocked[row*s.n+col])
}

func (s *searcher) place(row, col int) {
	s.mark(row, col, true)
	s.queens[row] = col
	s.counts.Nodes++
	s.counts.Levels[row]++
	if s.hooks != nil {
		s.hooks.Place(row, col, marksPerQueen)
	}
}

func (s *searcher) remove(row, col int, dead bool) {
	s.mark(row, col, false)
	s.queens[row] = None
	if s.hooks != nil {
		s.hooks.Remove(row, col, marksPerQueen, dead)
	}
}

// marksPerQueen is how many cells mark writes.
const marksPerQueen = 3

// mark sets or clears the three marks of the queen on a square.
//
//trace:show
func (s *searcher) mark(row, col int, marked bool) {
	s.cols[col] = marked
	s.diags[row-col+s.n-1] = marked
	s.antis[row+col] = marked
	s.counts.Marks += marksPerQueen
}

func (s *searcher) solution() error {
	s.counts.Solutions++
	if s.hooks != nil {
		s.hooks.Solution()
	}
	if !s.yield(s.queens) {
		return ErrStopped
	}
	return s.interrupted()
}

// pause comes before a test: now and then, to look at the context, and every
// time if there are hooks, which may be as slow as an animation.
func (s *searcher) pause(row, col int) error {
	if err := s.interrupted(); err != nil {
		return err
	}
	if s.hooks != nil {
		s.hooks.Try(row, col)
	}
	return nil
}

// interrupted returns an error if the context has ended.
func (s *searcher) interrupted() error {
	if s.ctx.Err() != nil {
		return Interrupted(s.ctx)
	}
	return nil
}
