// Package mrv searches line by line, always in the row or column that has the
// fewest free squares left (minimum remaining values). It finds a solution, or
// finds that there is none, on boards where going from the top row down is
// hopeless. Columns count because a solution has a queen in each of them too: a
// column that is blocked altogether is seen at once.
package mrv

import (
	"context"
	"errors"

	"example.org/queens/internal/random"
	"example.org/queens/internal/search"
)

// ErrLimit says that the search visited as many nodes as it was allowed and is
// not complete.
var ErrLimit = errors.New("queens: node limit reached")

// Hooks are told what the search does.
type Hooks interface {
	Given(row, col, marks int)         // marks: cells written
	Row(row, free, tests, ties int)    // the free squares of a row are looked for; ties: as many lines have as few, itself among them
	Column(col, free, tests, ties int) // of a column
	Place(row, col, marks int)
	Remove(row, col, marks int, dead bool) // dead: no solution was found below
	Solution()
}

// Run searches board and calls yield with the column of the queen in each row;
// the slice is reused. Ties between lines, and the order of the squares in one,
// are random if source is not nil. A limit other than 0 is the number of nodes
// after which it returns ErrLimit. Nil hooks are told nothing; of an attempt that
// the limit ends, they are told that its queens are removed, without a mark being
// written. The other results are those of search.Run.
func Run(ctx context.Context, board search.Board, source *random.Source, limit uint64, hooks Hooks, yield func(cols []int) bool) (search.Counts, error) {
	s := newSearcher(ctx, board, source, limit, hooks, yield)
	err := s.next()
	return s.counts, err
}

// searcher holds one search. The marks are those of package search. A line is a
// row r, numbered r, or a column c, numbered n+c; it is open while it has no
// queen. free[l] is the number of free squares of the open line l.
type searcher struct {
	n       int
	cols    []bool
	diags   []bool // row-col+n-1
	antis   []bool // row+col
	blocked []bool
	queens  []int
	rest    int // open rows
	free    []int
	squares []square // free squares of the lines on the way down, one line after another

	source *random.Source
	limit  uint64
	hooks  Hooks
	yield  func([]int) bool
	ctx    context.Context
	counts search.Counts
}

type square struct{ row, col int }

func newSearcher(ctx context.Context, board search.Board, source *random.Source, limit uint64, hooks Hooks, yield func([]int) bool) *searcher {
	n := board.Size
	s := &searcher{
		n:       n,
		cols:    make([]bool, n),
		diags:   make([]bool, 2*n-1),
		antis:   make([]bool, 2*n-1),
		blocked: board.Blocked,
		queens:  make([]int, n),
		free:    make([]int, 2*n),
		source:  source,
		limit:   limit,
		hooks:   hooks,
		yield:   yield,
		ctx:     ctx,
	}
	s.counts.Levels = make([]uint64, n)
	s.placeGiven(board.Given)
	for row := range n {
		for col := range n {
			if s.isOpen(row) && s.isFree(row, col) {
				s.free[row]++
				s.free[n+col]++
			}
		}
	}
	return s
}

// placeGiven puts the given queens on the board; every other row is open.
//
//trace:show
func (s *searcher) placeGiven(given []int) {
	for row := range s.queens {
		s.queens[row] = search.None
		if given == nil || given[row] == search.None {
			s.rest++
			continue
		}
		s.queens[row] = given[row] //trace:given
		s.mark(row, given[row], true)
		if s.hooks != nil {
			s.hooks.Given(row, given[row], MarksPerQueen)
		}
	}
}

// next fills the open rows in every way.
//
//trace:show
func (s *searcher) next() error {
	if s.rest == 0 {
		s.counts.Solutions++ //trace:solution
		if s.hooks != nil {
			s.hooks.Solution()
		}
		if !s.yield(s.queens) {
			return search.ErrStopped
		}
		return nil
	}
	bottom := len(s.squares)
	line, ties := s.choose()
	s.push(line) //trace:line
	top := len(s.squares)
	if s.hooks != nil {
		s.tellLine(line, top-bottom, ties)
	}
	if s.source != nil {
		random.Shuffle(s.source, s.squares[bottom:])
	}
	for i := bottom; i < top; i++ {
		if err := s.try(s.squares[i].row, s.squares[i].col); err != nil {
			return err
		}
	}
	s.squares = s.squares[:bottom]
	return nil
}

// choose returns the open line with the fewest free squares, and how many lines
// have as few.
//
//trace:show
func (s *searcher) choose() (best int, ties uint64) {
	fewest := s.n + 1
	for line, free := range s.free {
		if free > fewest || !s.isOpen(line) {
			continue
		}
		if free < fewest {
			best, fewest, ties = line, free, 1
			continue
		}
		// The k-th of k equal lines replaces the choice with probability 1/k.
		if ties++; s.source != nil && s.source.Below(ties) == 0 {
			best = line
		}
	}
	return best, ties
}

// push puts the free squares of a line on the stack.
func (s *searcher) push(line int) {
	for i := range s.n {
		row, col := line, i
		if line >= s.n {
			row, col = i, line-s.n
		}
		if s.isOpen(row) && s.isFree(row, col) {
			s.squares = append(s.squares, square{row, col})
		}
	}
	s.counts.Tests += uint64(s.n)
}

// try places a queen and goes on with the other lines, unless one of them is
// left without a free square.
//
//trace:show
func (s *searcher) try(row, col int) error {
	if s.limit > 0 && s.counts.Nodes == s.limit {
		return ErrLimit
	}
	if s.ctx.Err() != nil {
		return search.Interrupted(s.ctx)
	}
	s.counts.Nodes++
	s.counts.Levels[row]++
	before := s.counts.Solutions
	s.adjust(row, col, -1)
	s.place(row, col) //trace:place
	if s.possible() {
		if err := s.next(); err != nil {
			s.abandon(row, col, err)
			return err
		}
	}
	dead := s.counts.Solutions == before
	s.remove(row, col, dead) //trace:remove
	s.adjust(row, col, +1)
	if dead {
		s.counts.Backtracks++
	}
	return nil
}

// abandon tells the hooks that a queen goes because the attempt is over.
func (s *searcher) abandon(row, col int, why error) {
	if s.hooks != nil && errors.Is(why, ErrLimit) {
		s.hooks.Remove(row, col, 0, false)
	}
}

// tellLine tells the hooks which line is next.
func (s *searcher) tellLine(line, free int, ties uint64) {
	if line < s.n {
		s.hooks.Row(line, free, s.n, int(ties))
	} else {
		s.hooks.Column(line-s.n, free, s.n, int(ties))
	}
}

func (s *searcher) place(row, col int) {
	s.mark(row, col, true)
	s.queens[row] = col
	s.rest--
	if s.hooks != nil {
		s.hooks.Place(row, col, MarksPerQueen)
	}
}

func (s *searcher) remove(row, col int, dead bool) {
	s.mark(row, col, false)
	s.queens[row] = search.None
	s.rest++
	if s.hooks != nil {
		s.hooks.Remove(row, col, MarksPerQueen, dead)
	}
}

// adjust changes the numbers of free squares by those that a queen on (row, col)
// takes away or gives back. She must not stand there.
func (s *searcher) adjust(row, col, by int) {
	for r, queen := range s.queens {
		if queen != search.None || r == row {
			continue
		}
		away := r - row
		s.adjustSquare(r, col, by)
		s.adjustSquare(r, col-away, by)
		s.adjustSquare(r, col+away, by)
	}
	for c := range s.n {
		s.adjustSquare(row, c, by)
	}
}

func (s *searcher) adjustSquare(row, col, by int) {
	if 0 <= col && col < s.n && s.isFree(row, col) {
		s.free[row] += by
		s.free[s.n+col] += by
	}
}

// possible reports whether every open line has a free square.
func (s *searcher) possible() bool {
	for line, free := range s.free {
		if free == 0 && s.isOpen(line) {
			return false
		}
	}
	return true
}

func (s *searcher) isOpen(line int) bool {
	if line < s.n {
		return s.queens[line] == search.None
	}
	return !s.cols[line-s.n]
}

// isFree tests a square of an open row.
func (s *searcher) isFree(row, col int) bool {
	return !s.cols[col] && !s.diags[row-col+s.n-1] && !s.antis[row+col] &&
		(s.blocked == nil || !s.blocked[row*s.n+col])
}

// MarksPerQueen is how many cells a queen marks when she is placed, and when she
// is taken back.
const MarksPerQueen = 3

// mark sets or clears the three marks of the queen on a square.
func (s *searcher) mark(row, col int, marked bool) {
	s.cols[col] = marked
	s.diags[row-col+s.n-1] = marked
	s.antis[row+col] = marked
	s.counts.Marks += MarksPerQueen
}
