// Package marks2d searches like package backtrack, but keeps one
// two-dimensional array of marks instead of three one-dimensional ones: 0 for a
// free square, 1 for a queen, 2 for an attacked square.
//
// A test then looks at one cell where backtrack looks at three, but a queen
// writes up to three cells in every later row where backtrack writes three in
// all, and must remember which ones, because a square that an earlier queen
// attacks stays attacked when the later queen is taken back. The package exists
// so that the two can be compared: see Stats.Marks and the benchmarks of
// package methods.
package marks2d

import (
	"context"

	"example.org/queens"
	"example.org/queens/internal/events"
	"example.org/queens/internal/search"
)

// MaxSize is the largest board that the engine takes; it needs n*n cells.
const MaxSize = search.MaxSize

// Engine delivers every solution in lexicographic order and honours given
// queens and blocked squares. Its statistics differ from those of backtrack in
// Marks only. The zero value is ready for use.
type Engine struct {
	observer queens.Observer
}

var _ queens.Observable = Engine{}

// Observed returns the same engine reporting to o, see [queens.Observable].
func (e Engine) Observed(o queens.Observer) queens.Engine { return Engine{observer: o} }

// Search implements [queens.Engine].
func (e Engine) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	if err := p.Accept("marks2d", MaxSize, queens.GivenQueens|queens.BlockedSquares); err != nil {
		return queens.Stats{}, err
	}
	if ctx.Err() != nil {
		return queens.Stats{}, search.Interrupted(ctx)
	}
	s := newSearcher(ctx, p, events.Hooks(e.observer), yield)
	s.markBlocked(p.Blocked, events.To(e.observer))
	s.placeGiven()
	err := s.row(0)
	return s.stats, err
}

// What a cell of the array says about its square.
const (
	free     = 0
	queen    = 1
	attacked = 2 // or blocked
)

// pollEvery is how many squares are tested between two looks at the context.
// Each may lead to a queen that writes 3n cells: 2 ms on the largest board.
const pollEvery = 1 << 10

// searcher holds one search. Every cell marked attacked since the search began
// stands once on the stack.
type searcher struct {
	n     int
	cells []uint8 // square (r, c) at r*n+c
	stack []int   // cells to set free again, the last one first

	queens queens.Placement
	given  []int
	hooks  search.Hooks
	yield  func(queens.Placement) bool
	ctx    context.Context
	stats  queens.Stats
}

func newSearcher(ctx context.Context, p queens.Problem, hooks search.Hooks, yield func(queens.Placement) bool) *searcher {
	n := p.Size
	s := &searcher{
		n:      n,
		cells:  make([]uint8, n*n),
		stack:  make([]int, 0, n*n),
		queens: make(queens.Placement, n),
		given:  p.GivenByRow(),
		hooks:  hooks,
		yield:  yield,
		ctx:    ctx,
	}
	s.stats.Levels = make([]uint64, n)
	for row := range s.queens {
		s.queens[row] = queens.None
	}
	return s
}

// markBlocked marks the blocked squares.
//
//trace:show
func (s *searcher) markBlocked(blocked []queens.Square, tell *events.Reporter) {
	for _, b := range blocked {
		before := s.stats.Marks
		s.attack(b.Row, b.Col) //trace:mark
		if tell != nil && s.stats.Marks > before {
			tell.Tell(queens.Event{Kind: queens.EventMark, Square: b, Marks: 1})
		}
	}
}

// placeGiven puts the given queens on the board before the search begins. They
// stand for all of it, so they mark the rows above them too.
//
//trace:show
func (s *searcher) placeGiven() {
	for row, col := range s.given {
		if col == queens.None {
			continue
		}
		s.write(row*s.n+col, queen)
		s.queens[row] = col
	}
	for row, col := range s.given {
		if col == queens.None {
			continue
		}
		before := s.stats.Marks
		s.attackRows(0, row, row, col) //trace:given
		s.attackRows(row+1, s.n, row, col)
		if s.hooks != nil {
			s.hooks.Given(row, col, 1+int(s.stats.Marks-before))
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
	if s.given != nil && s.given[row] != queens.None {
		return s.row(row + 1)
	}
	for col := range s.n {
		if s.hooks != nil || s.stats.Tests%pollEvery == 0 {
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
		before, height := s.stats.Solutions, len(s.stack)
		s.place(row, col) //trace:place
		if s.hooks != nil {
			s.hooks.Place(row, col, 1+len(s.stack)-height)
		}
		if err := s.row(row + 1); err != nil {
			return err
		}
		dead := s.stats.Solutions == before
		s.remove(row, col, height, dead) //trace:remove
		if dead {
			s.stats.Backtracks++
		}
	}
	return nil
}

// free tests a square.
//
//trace:show
func (s *searcher) free(row, col int) bool {
	s.stats.Tests++
	return s.cells[row*s.n+col] == free //trace:try
}

// place puts a queen on a square and marks what she attacks below.
//
//trace:show
func (s *searcher) place(row, col int) {
	s.write(row*s.n+col, queen)
	s.attackRows(row+1, s.n, row, col)
	s.queens[row] = col
	s.stats.Nodes++
	s.stats.Levels[row]++
}

// remove takes the queen back and sets free what it marked: the cells above
// height on the stack.
//
//trace:show
func (s *searcher) remove(row, col, height int, dead bool) {
	marked := s.stack[height:]
	for _, cell := range marked {
		s.write(cell, free)
	}
	s.stack = s.stack[:height]
	s.write(row*s.n+col, free)
	s.queens[row] = queens.None
	if s.hooks != nil {
		s.hooks.Remove(row, col, 1+len(marked), dead)
	}
}

// attackRows marks what the queen on (row, col) attacks in rows from..to-1, her
// own row not among them.
//
//trace:show
func (s *searcher) attackRows(from, to, row, col int) {
	for r := from; r < to; r++ {
		s.attack(r, col)
		if c := col + (r - row); 0 <= c && c < s.n {
			s.attack(r, c)
		}
		if c := col - (r - row); 0 <= c && c < s.n {
			s.attack(r, c)
		}
	}
}

// attack marks a square that is still free.
func (s *searcher) attack(row, col int) {
	if cell := row*s.n + col; s.cells[cell] == free {
		s.write(cell, attacked)
		s.stack = append(s.stack, cell)
	}
}

func (s *searcher) write(cell int, mark uint8) {
	s.cells[cell] = mark
	s.stats.Marks++
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
