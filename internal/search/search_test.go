package search_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.org/queens/internal/golden"
	"example.org/queens/internal/search"
)

// keepAll is a yield that lets the search run to its end.
func keepAll([]int) bool { return true }

// thorough returns the largest size to search: less under -short.
func thorough(short, full int) int {
	if testing.Short() {
		return short
	}
	return full
}

func TestCountsAndNodes(t *testing.T) {
	solutions := golden.Sequence(t, "A000170")
	profile := golden.Table(t, "backtrack_profile.tsv")
	for n := 1; n <= thorough(10, 12); n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			counts, err := search.Run(t.Context(), search.Board{Size: n}, nil, keepAll)
			if err != nil {
				t.Fatal(err)
			}
			if counts.Solutions != solutions[n] {
				t.Errorf("%d solutions, want %d", counts.Solutions, solutions[n])
			}
			nodes := uint64(0)
			for row, level := range counts.Levels {
				nodes += level
				if want := profile[[3]int{n, row + 1}]; level != want {
					t.Errorf("%d nodes with the last queen in row %d, want %d", level, row, want)
				}
			}
			if len(counts.Levels) != n || counts.Nodes != nodes {
				t.Errorf("%d levels and %d nodes, want %d and %d", len(counts.Levels), counts.Nodes, n, nodes)
			}
			// Without given queens every node tests a whole row, as the empty board
			// does, except solutions, below which there is no row.
			if want := uint64(n) * (1 + nodes - counts.Levels[n-1]); counts.Tests != want {
				t.Errorf("%d tests, want %d", counts.Tests, want)
			}
			if want := 6 * nodes; counts.Marks != want {
				t.Errorf("%d marks, want %d", counts.Marks, want)
			}
		})
	}
}

// TestFirst compares the first solution and the nodes until it.
func TestFirst(t *testing.T) {
	for _, row := range golden.Rows(t, "lexfirst.tsv") {
		n, want := int(golden.Number(t, row[0])), row[1]
		if n > thorough(17, 25) {
			continue
		}
		found := "none"
		counts, err := search.Run(t.Context(), search.Board{Size: n}, nil, func(cols []int) bool {
			var text []string
			for _, col := range cols {
				text = append(text, fmt.Sprint(col+1))
			}
			found = strings.Join(text, " ")
			return false
		})
		if stopped := errors.Is(err, search.ErrStopped); stopped != (found != "none") {
			t.Errorf("n=%d: error %v with first solution %s", n, err, found)
		}
		if found != want {
			t.Errorf("n=%d: first solution %s, want %s", n, found, want)
		}
		if nodes := golden.Number(t, row[2]); counts.Nodes != nodes {
			t.Errorf("n=%d: %d nodes, want %d", n, counts.Nodes, nodes)
		}
	}
}

func TestFirstRow(t *testing.T) {
	want := golden.Table(t, "first_row.tsv")
	for n := 1; n <= thorough(9, 11); n++ {
		got := make([]uint64, n)
		if _, err := search.Run(t.Context(), search.Board{Size: n}, nil, func(cols []int) bool {
			got[cols[0]]++
			return true
		}); err != nil {
			t.Fatal(err)
		}
		for col, count := range got {
			if count != want[[3]int{n, col}] {
				t.Errorf("n=%d: %d solutions with the first queen in column %d, want %d", n, count, col, want[[3]int{n, col}])
			}
		}
	}
}

func TestLexicographicOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		board := drawBoard(t)
		var last []int
		if _, err := search.Run(context.Background(), board, nil, func(cols []int) bool {
			if last != nil && slices.Compare(last, cols) >= 0 {
				t.Fatalf("%v after %v", cols, last)
			}
			last = slices.Clone(cols)
			return true
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// drawBoard draws a small board with some given queens and blocked squares that
// do not contradict each other.
func drawBoard(t *rapid.T) search.Board {
	n := rapid.IntRange(1, 7).Draw(t, "size")
	board := search.Board{Size: n}
	if rapid.Bool().Draw(t, "with blocked") {
		board.Blocked = make([]bool, n*n)
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, n*n-1), 0, n).Draw(t, "blocked") {
			board.Blocked[i] = true
		}
	}
	if rapid.Bool().Draw(t, "with given") {
		board.Given = slices.Repeat([]int{search.None}, n)
		for _, row := range rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, "given rows") {
			col := rapid.IntRange(0, n-1).Draw(t, "given column")
			_, attacked := attacker(board.Given, row, col)
			if board.Given[row] == search.None && !attacked && (board.Blocked == nil || !board.Blocked[row*n+col]) {
				board.Given[row] = col
			}
		}
	}
	return board
}

// attacker returns the row of a queen that attacks a square from another row.
func attacker(queens []int, row, col int) (int, bool) {
	for r, c := range queens {
		if c != search.None && r != row && (c == col || r-c == row-col || r+c == row+col) {
			return r, true
		}
	}
	return 0, false
}

func TestStopped(t *testing.T) {
	for limit := 1; limit <= 92; limit++ {
		seen := 0
		counts, err := search.Run(t.Context(), search.Board{Size: 8}, nil, func([]int) bool {
			seen++
			return seen < limit
		})
		if !errors.Is(err, search.ErrStopped) || seen != limit || counts.Solutions != uint64(limit) {
			t.Fatalf("limit %d: %d solutions yielded, %d counted, error %v", limit, seen, counts.Solutions, err)
		}
	}
}

func TestContextEnds(t *testing.T) {
	t.Run("before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := search.Run(ctx, search.Board{Size: 1}, nil, func([]int) bool {
			t.Error("yielded a solution")
			return true
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("in yield", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		counts, err := search.Run(ctx, search.Board{Size: 4}, nil, func([]int) bool {
			cancel()
			return true
		})
		if !errors.Is(err, context.Canceled) || counts.Solutions != 1 {
			t.Errorf("%d solutions, error %v", counts.Solutions, err)
		}
	})
	t.Run("no solution in sight", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		defer cancel()
		start := time.Now()
		// The last row is blocked: the tree has no end to speak of and no solution.
		board := search.Board{Size: 30, Blocked: make([]bool, 900)}
		for col := range 30 {
			board.Blocked[29*30+col] = true
		}
		_, err := search.Run(ctx, board, nil, keepAll)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		if took := time.Since(start); took > 500*time.Millisecond {
			t.Errorf("took %v to stop", took)
		}
	})
	t.Run("slow hooks", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r := newRecorder(t, search.Board{Size: 8})
		r.onTry = func() {
			if r.tries == 3 {
				cancel()
			}
		}
		_, err := search.Run(ctx, r.board, r, keepAll)
		if !errors.Is(err, context.Canceled) || r.tries > 4 {
			t.Errorf("%d squares tried, error %v", r.tries, err)
		}
	})
}

// TestAllocations checks that the memory of a run does not grow with the number
// of solutions.
func TestAllocations(t *testing.T) {
	allocations := func(n int) float64 {
		return testing.AllocsPerRun(5, func() {
			_, _ = search.Run(context.Background(), search.Board{Size: n}, nil, keepAll)
		})
	}
	if few, many := allocations(4), allocations(8); few != many {
		t.Errorf("%v allocations for 2 solutions, %v for 92", few, many)
	}
}

func TestHooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		board := drawBoard(t)
		r := newRecorder(t, board)
		watched, err := search.Run(context.Background(), board, r, func(cols []int) bool {
			if !r.announced || !slices.Equal(cols, r.queens) {
				t.Fatalf("yielded %v while the queens stand on %v", cols, r.queens)
			}
			r.announced = false
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		r.check(watched)
		alone, err := search.Run(context.Background(), board, nil, keepAll)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(alone) != fmt.Sprint(watched) {
			t.Errorf("counts %+v without hooks, %+v with them", alone, watched)
		}
	})
}

// recorder keeps its own board by what it is told, and fails the test at the
// first event that does not fit.
type recorder struct {
	t     rapid.TB
	board search.Board

	queens    []int
	stack     [][2]int // squares that the search placed a queen on, oldest first
	before    []uint64 // solutions before each of them was placed
	pending   *[2]int  // square that was tried and neither refused nor taken
	announced bool     // a solution was reported and not yet yielded
	onTry     func()
	marks     int

	given, tries, refused, places, removes, deadEnds, solutions uint64
}

func newRecorder(t rapid.TB, board search.Board) *recorder {
	return &recorder{t: t, board: board, queens: slices.Repeat([]int{search.None}, board.Size)}
}

func (r *recorder) Given(row, col, marks int) {
	r.given++
	r.marks += marks
	if r.tries > 0 || r.board.Given[row] != col {
		r.t.Fatalf("given %d.%d after %d tries, on board %v", row, col, r.tries, r.board.Given)
	}
	r.queens[row] = col
}

func (r *recorder) Try(row, col int) {
	r.tries++
	if r.onTry != nil {
		r.onTry()
	}
	r.pendingMustBe(nil)
	if r.announced {
		r.t.Fatalf("a solution was not yielded")
	}
	if r.queens[row] != search.None || slices.Contains(r.queens[:row], search.None) {
		r.t.Fatalf("tried %d.%d while the queens stand on %v", row, col, r.queens)
	}
	r.pending = &[2]int{row, col}
}

func (r *recorder) Refuse(row, col int, queens []int) {
	r.refused++
	r.pendingMustBe(&[2]int{row, col})
	r.pending = nil
	if !slices.Equal(queens, r.queens) {
		r.t.Fatalf("told of queens on %v while they stand on %v", queens, r.queens)
	}
	_, attacked := attacker(r.queens, row, col)
	if !attacked && (r.board.Blocked == nil || !r.board.Blocked[row*r.board.Size+col]) {
		r.t.Fatalf("%d.%d refused without a reason, queens on %v", row, col, r.queens)
	}
}

func (r *recorder) Place(row, col, marks int) {
	r.places++
	r.marks += marks
	r.pendingMustBe(&[2]int{row, col})
	r.pending = nil
	if by, attacked := attacker(r.queens, row, col); attacked {
		r.t.Fatalf("placed %d.%d, attacked by the queen in row %d", row, col, by)
	}
	if r.board.Blocked != nil && r.board.Blocked[row*r.board.Size+col] {
		r.t.Fatalf("placed %d.%d, which is blocked", row, col)
	}
	r.queens[row] = col
	r.stack = append(r.stack, [2]int{row, col})
	r.before = append(r.before, r.solutions)
}

func (r *recorder) Remove(row, col, marks int, dead bool) {
	r.removes++
	r.marks += marks
	r.pendingMustBe(nil)
	last := len(r.stack) - 1
	if last < 0 || r.stack[last] != [2]int{row, col} {
		r.t.Fatalf("removed %d.%d, placed were %v", row, col, r.stack)
	}
	if dead != (r.before[last] == r.solutions) {
		r.t.Fatalf("removed %d.%d, dead end is %v after %d solutions, now %d", row, col, dead, r.before[last], r.solutions)
	}
	if dead {
		r.deadEnds++
	}
	r.stack, r.before = r.stack[:last], r.before[:last]
	r.queens[row] = search.None
}

func (r *recorder) Solution() {
	r.solutions++
	r.pendingMustBe(nil)
	if slices.Contains(r.queens, search.None) {
		r.t.Fatalf("solution reported with queens on %v", r.queens)
	}
	r.announced = true
}

// pendingMustBe checks that want is the square tried last and not decided.
func (r *recorder) pendingMustBe(want *[2]int) {
	if (want == nil) != (r.pending == nil) || want != nil && *want != *r.pending {
		r.t.Fatalf("square tried and undecided is %v, want %v", r.pending, want)
	}
}

// check compares what was seen in a complete search with what was counted.
func (r *recorder) check(counts search.Counts) {
	r.pendingMustBe(nil)
	if len(r.stack) > 0 || r.announced {
		r.t.Errorf("at the end queens stand on %v", r.stack)
	}
	seen := [...]uint64{r.tries, r.places, r.places, r.solutions, r.deadEnds, r.tries, uint64(r.marks)}
	told := [...]uint64{counts.Tests, counts.Nodes, r.removes, counts.Solutions, counts.Backtracks, r.refused + r.places, counts.Marks}
	if seen != told {
		r.t.Errorf("seen %v, counted %v", seen, told)
	}
}

func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		counts, err := search.Run(b.Context(), search.Board{Size: 10}, nil, keepAll)
		if err != nil || counts.Solutions != 724 {
			b.Fatal(counts.Solutions, err)
		}
	}
}
