package backtrack_test

import (
	"context"
	"testing"

	"example.org/queens"
	"example.org/queens/backtrack"
)

// BenchmarkObserver compares the engine without an observer, with one that
// ignores every event, and a search that has no place for one at all. The first
// and the last should differ by a tenth at most, which only a quiet machine shows.
func BenchmarkObserver(b *testing.B) {
	problem := queens.Problem{Size: 10}
	yield := func(queens.Placement) bool { return true }
	run := func(e queens.Engine) func(*testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				if stats, err := e.Search(b.Context(), problem, yield); err != nil || stats.Solutions != 724 {
					b.Fatal(stats.Solutions, err)
				}
			}
		}
	}
	b.Run("none", run(backtrack.Engine{}))
	b.Run("deaf", run(backtrack.Engine{}.Observed(deaf{})))
	b.Run("unobservable", run(bare{}))
}

type deaf struct{}

func (deaf) Observe(queens.Event) {}

// bare is the reference search without hooks.
type bare struct{}

func (bare) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	n := p.Size
	s := &bareSearcher{
		n: n, cols: make([]bool, n), diags: make([]bool, 2*n-1), antis: make([]bool, 2*n-1),
		queens: make(queens.Placement, n), yield: yield, ctx: ctx,
	}
	s.stats.Levels = make([]uint64, n)
	err := s.row(0)
	return s.stats, err
}

type bareSearcher struct {
	n                           int
	cols, diags, antis, blocked []bool
	queens                      queens.Placement
	given                       []int
	yield                       func(queens.Placement) bool
	ctx                         context.Context
	stats                       queens.Stats
}

func (s *bareSearcher) row(row int) error {
	if row == s.n {
		s.stats.Solutions++
		if !s.yield(s.queens) {
			return queens.ErrStopped
		}
		return s.ctx.Err()
	}
	if s.given != nil && s.given[row] != queens.None {
		return s.row(row + 1)
	}
	for col := range s.n {
		if s.stats.Tests%1024 == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if !s.free(row, col) {
			continue
		}
		before := s.stats.Solutions
		s.place(row, col)
		if err := s.row(row + 1); err != nil {
			return err
		}
		s.mark(row, col, false)
		s.queens[row] = queens.None
		if s.stats.Solutions == before {
			s.stats.Backtracks++
		}
	}
	return nil
}

func (s *bareSearcher) free(row, col int) bool {
	s.stats.Tests++
	return !s.cols[col] && !s.diags[row-col+s.n-1] && !s.antis[row+col] &&
		(s.blocked == nil || !s.blocked[row*s.n+col])
}

func (s *bareSearcher) place(row, col int) {
	s.mark(row, col, true)
	s.queens[row] = col
	s.stats.Nodes++
	s.stats.Levels[row]++
}

func (s *bareSearcher) mark(row, col int, marked bool) {
	s.cols[col] = marked
	s.diags[row-col+s.n-1] = marked
	s.antis[row+col] = marked
	s.stats.Marks += 3
}
