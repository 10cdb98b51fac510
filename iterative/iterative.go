// Package iterative searches like package backtrack without recursion: one loop
// goes down a row when a queen is placed and up a row when the columns of a row
// are used up. It visits the same nodes in the same order.
package iterative

import (
	"context"

	"example.org/queens"
	"example.org/queens/internal/events"
	"example.org/queens/internal/search"
)

// MaxSize is the largest board that the engine takes.
const MaxSize = search.MaxSize

// Engine delivers every solution in lexicographic order and honours given
// queens and blocked squares. Its statistics are those of backtrack. The zero
// value is ready for use.
type Engine struct {
	observer queens.Observer
}

var _ queens.Observable = Engine{}

// Observed returns the same engine reporting to o, see [queens.Observable].
func (e Engine) Observed(o queens.Observer) queens.Engine { return Engine{observer: o} }

// Search implements [queens.Engine].
func (e Engine) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	if err := p.Accept("iterative", MaxSize, queens.GivenQueens|queens.BlockedSquares); err != nil {
		return queens.Stats{}, err
	}
	if ctx.Err() != nil {
		return queens.Stats{}, search.Interrupted(ctx)
	}
	s := newSearcher(ctx, p, events.Hooks(e.observer), yield)
	s.placeGiven(p.GivenByRow())
	err := s.run()
	return s.stats, err
}

// pollEvery is how many squares are tested between two looks at the context.
const pollEvery = 1 << 10

// A level is what recursion would keep on its stack for one free row.
type level struct {
	row    int    // the row
	next   int    // the column to test next
	before uint64 // solutions known when the queen of this row was placed
}

// searcher holds one search: the three arrays of marks of package backtrack,
// with n cells for columns and 2n-1 for either diagonal, and the levels.
type searcher struct {
	n       int
	cols    []bool
	diags   []bool // row-col+n-1
	antis   []bool // row+col
	blocked []bool
	levels  []level // the rows without a given queen, from the top

	queens queens.Placement
	hooks  search.Hooks
	yield  func(queens.Placement) bool
	ctx    context.Context
	stats  queens.Stats
}

func newSearcher(ctx context.Context, p queens.Problem, hooks search.Hooks, yield func(queens.Placement) bool) *searcher {
	n := p.Size
	s := &searcher{
		n:       n,
		cols:    make([]bool, n),
		diags:   make([]bool, 2*n-1),
		antis:   make([]bool, 2*n-1),
		blocked: p.BlockedTable(),
		levels:  make([]level, 0, n),
		queens:  make(queens.Placement, n),
		hooks:   hooks,
		yield:   yield,
		ctx:     ctx,
	}
	s.stats.Levels = make([]uint64, n)
	return s
}

// placeGiven puts the given queens on the board; every other row becomes a
// level.
//
//trace:show
func (s *searcher) placeGiven(given []int) {
	for row := range s.queens {
		s.queens[row] = queens.None
		if given == nil || given[row] == queens.None {
			s.levels = append(s.levels, level{row: row})
			continue
		}
		s.mark(row, given[row], true)
	}
	for row, col := range given {
		if col != queens.None {
			s.queens[row] = col //trace:given
			if s.hooks != nil {
				s.hooks.Given(row, col, marksPerQueen)
			}
		}
	}
}

// run is the search. depth is the level whose columns are being tested; all
// above it hold a queen.
//
//trace:show
func (s *searcher) run() error {
	depth := 0
	for depth >= 0 {
		if depth < len(s.levels) {
			placed, err := s.advance(&s.levels[depth])
			if err != nil {
				return err
			}
			if placed {
				depth++
				continue
			}
		} else if err := s.solution(); err != nil { //trace:solution
			return err
		}
		depth--
		if depth >= 0 {
			s.retreat(&s.levels[depth]) //trace:remove
		}
	}
	return nil
}

// advance places a queen on the next free square of the level's row. Without
// one it reports false and makes the level ready to be entered anew.
//
//trace:show
func (s *searcher) advance(l *level) (placed bool, err error) {
	for l.next < s.n {
		col := l.next
		if s.hooks != nil || s.stats.Tests%pollEvery == 0 {
			if err := s.pause(l.row, col); err != nil {
				return false, err
			}
		}
		l.next++
		if s.free(l.row, col) {
			l.before = s.stats.Solutions
			s.place(l.row, col) //trace:place
			return true, nil
		}
		if s.hooks != nil {
			s.hooks.Refuse(l.row, col, s.queens) //trace:conflict,blocked
		}
	}
	l.next = 0
	return false, nil
}

// retreat takes back the queen of the level.
//
//trace:show
func (s *searcher) retreat(l *level) {
	col := s.queens[l.row]
	s.mark(l.row, col, false)
	s.queens[l.row] = queens.None
	dead := s.stats.Solutions == l.before
	if dead {
		s.stats.Backtracks++
	}
	if s.hooks != nil {
		s.hooks.Remove(l.row, col, marksPerQueen, dead)
	}
}

// free tests a square.
//
//trace:show
func (s *searcher) free(row, col int) bool {
	s.stats.Tests++
	return !s.cols[col] && !s.diags[row-col+s.n-1] && !s.antis[row+col] && //trace:try
		(s.blocked == nil || !s.blocked[row*s.n+col])
}

func (s *searcher) place(row, col int) {
	s.mark(row, col, true)
	s.queens[row] = col
	s.stats.Nodes++
	s.stats.Levels[row]++
	if s.hooks != nil {
		s.hooks.Place(row, col, marksPerQueen)
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
	s.stats.Marks += marksPerQueen
}

func (s *searcher) solution() error {
	s.stats.Solutions++
	if s.hooks != nil {
		s.hooks.Solution()
	}
	if !s.yield(s.queens) {
		return queens.ErrStopped
	}
	return s.interrupted()
}

// pause comes before a test: now and then, to look at the context, and every
// time if there are hooks, which may be slow.
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
		return search.Interrupted(s.ctx)
	}
	return nil
}
