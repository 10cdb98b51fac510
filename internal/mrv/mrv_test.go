package mrv

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.org/queens/internal/golden"
	"example.org/queens/internal/random"
	"example.org/queens/internal/search"
)

func keepAll([]int) bool { return true }

func TestCounts(t *testing.T) {
	want := golden.Sequence(t, "A000170")
	for n := 1; n <= 9; n++ {
		for _, source := range []*random.Source{nil, random.New(1)} {
			counts, err := Run(t.Context(), search.Board{Size: n}, source, 0, nil, keepAll)
			if err != nil || counts.Solutions != want[n] {
				t.Errorf("size %d: %d solutions, error %v, want %d", n, counts.Solutions, err, want[n])
			}
		}
	}
}

// TestSameSolutions compares the solutions of random boards with those of the
// search from the top row down.
func TestSameSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		board := drawBoard(t)
		solutions := func(run func(yield func([]int) bool) error) [][]int {
			var list [][]int
			if err := run(func(cols []int) bool {
				list = append(list, slices.Clone(cols))
				return true
			}); err != nil {
				t.Fatal(err)
			}
			slices.SortFunc(list, slices.Compare)
			return list
		}
		want := solutions(func(yield func([]int) bool) error {
			_, err := search.Run(context.Background(), board, nil, yield)
			return err
		})
		source := random.New(rapid.Uint64().Draw(t, "seed"))
		got := solutions(func(yield func([]int) bool) error {
			_, err := Run(context.Background(), board, source, 0, nil, yield)
			return err
		})
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func drawBoard(t *rapid.T) search.Board {
	n := rapid.IntRange(1, 7).Draw(t, "size")
	board := search.Board{Size: n, Blocked: make([]bool, n*n)}
	for _, i := range rapid.SliceOfN(rapid.IntRange(0, n*n-1), 0, 2*n).Draw(t, "blocked") {
		board.Blocked[i] = true
	}
	if row := rapid.IntRange(-1, n-1).Draw(t, "given row"); row >= 0 {
		board.Given = slices.Repeat([]int{search.None}, n)
		col := rapid.IntRange(0, n-1).Draw(t, "given column")
		board.Given[row], board.Blocked[row*n+col] = col, false
	}
	return board
}

func TestLimit(t *testing.T) {
	all, err := Run(t.Context(), search.Board{Size: 6}, nil, 0, nil, keepAll)
	if err != nil {
		t.Fatal(err)
	}
	for limit := uint64(1); limit <= all.Nodes; limit++ {
		counts, err := Run(t.Context(), search.Board{Size: 6}, nil, limit, nil, keepAll)
		if want := limit < all.Nodes; errors.Is(err, ErrLimit) != want || counts.Nodes != limit {
			t.Fatalf("limit %d of %d: %d nodes, error %v", limit, all.Nodes, counts.Nodes, err)
		}
	}
}

// TestBlockedColumn has no free square in one column, which no row shows.
func TestBlockedColumn(t *testing.T) {
	board := search.Board{Size: 50, Blocked: make([]bool, 2500)}
	for row := range 50 {
		board.Blocked[row*50+7] = true
	}
	counts, err := Run(t.Context(), board, nil, 1, nil, keepAll)
	if err != nil || counts.Nodes != 0 {
		t.Errorf("%d nodes, error %v", counts.Nodes, err)
	}
}
