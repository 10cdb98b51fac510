package restarts_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"example.org/queens"
	"example.org/queens/internal/random"
	"example.org/queens/restarts"
)

func first(t testing.TB, seed uint64, p queens.Problem) queens.Placement {
	t.Helper()
	found, err := queens.FirstOf(t.Context(), restarts.Engine{Seed: seed}, p)
	if err != nil {
		t.Fatal(err)
	}
	if !p.Check(found.Squares()).Valid() {
		t.Fatalf("%v is no solution", found)
	}
	return found
}

func TestLargeBoards(t *testing.T) {
	for _, n := range []int{4, 5, 6, 40, 100, 200, 500} {
		for seed := range uint64(3) {
			first(t, seed, queens.Problem{Size: n})
		}
	}
}

// TestLargeConstrained completes boards that hold a third of a solution, with
// half of all other squares blocked.
func TestLargeConstrained(t *testing.T) {
	for _, n := range []int{40, 80, 150} {
		whole := first(t, 9, queens.Problem{Size: n})
		p := queens.Problem{Size: n}
		source := random.New(uint64(n))
		for row, col := range whole {
			if row%3 == 0 {
				p.Given = append(p.Given, queens.Square{Row: row, Col: col})
			}
			for c := range n {
				if c != col && source.Below(2) == 0 {
					p.Blocked = append(p.Blocked, queens.Square{Row: row, Col: c})
				}
			}
		}
		first(t, 1, p)
	}
}

// TestLongFirstRows gives queens in the last rows only, where the search from
// the top row down is lost.
func TestLongFirstRows(t *testing.T) {
	for _, n := range []int{40, 200} {
		first(t, 0, queens.Problem{Size: n, Given: []queens.Square{{Row: n - 1, Col: 0}, {Row: n - 2, Col: n / 2}, {Row: n - 4, Col: n / 3}}})
	}
}

// TestPinned holds what a seed gives, in every version.
func TestPinned(t *testing.T) {
	for seed, want := range []string{"1 5 7 2 0 3 6 4", "5 2 4 7 0 3 1 6", "3 1 7 5 0 2 4 6"} {
		if got := first(t, uint64(seed), queens.Problem{Size: 8}).String(); got != want {
			t.Errorf("seed %d gives %s, want %s", seed, got, want)
		}
	}
}

// TestProvesNone has problems without solution. The last takes many restarts:
// eight rows share seven columns.
func TestProvesNone(t *testing.T) {
	row := queens.Problem{Size: 40}
	col := queens.Problem{Size: 40}
	for i := range 40 {
		row.Blocked = append(row.Blocked, queens.Square{Row: 17, Col: i})
		col.Blocked = append(col.Blocked, queens.Square{Row: i, Col: 17})
	}
	pigeons := queens.Problem{Size: 40}
	for r := 0; r < 40; r += 5 {
		for c := 7; c < 40; c++ {
			pigeons.Blocked = append(pigeons.Blocked, queens.Square{Row: r, Col: c})
		}
	}
	for name, p := range map[string]queens.Problem{"row": row, "column": col, "pigeons": pigeons} {
		stats, err := restarts.Engine{}.Search(t.Context(), p, func(found queens.Placement) bool {
			t.Errorf("%s: %v", name, found)
			return true
		})
		if err != nil || stats.Solutions != 0 {
			t.Errorf("%s: %d solutions, error %v", name, stats.Solutions, err)
		}
		levels := uint64(0)
		for _, nodes := range stats.Levels {
			levels += nodes
		}
		if levels != stats.Nodes {
			t.Errorf("%s: %d nodes in all rows of %d", name, levels, stats.Nodes)
		}
		if name == "pigeons" && stats.Nodes < 1000 {
			t.Errorf("%s: only %d nodes, so there was no restart", name, stats.Nodes)
		}
	}
}

func TestOneSolution(t *testing.T) {
	for _, more := range []bool{true, false} {
		stats, err := restarts.Engine{}.Search(t.Context(), queens.Problem{Size: 8}, func(queens.Placement) bool { return more })
		if stats.Solutions != 1 || more && err != nil || !more && !errors.Is(err, queens.ErrStopped) {
			t.Errorf("consumer goes on is %v: %d solutions, error %v", more, stats.Solutions, err)
		}
	}
}

func TestSeedsDiffer(t *testing.T) {
	p := queens.Problem{Size: 20}
	if slices.Equal(first(t, 1, p), first(t, 2, p)) {
		t.Error("seeds 1 and 2 find the same solution")
	}
}

func ExampleEngine() {
	p := queens.Problem{Size: 100, Given: []queens.Square{{Row: 99, Col: 0}, {Row: 50, Col: 50}}}
	found, err := queens.FirstOf(context.Background(), restarts.Engine{Seed: 1}, p)
	fmt.Println(found[99], found[50], p.Check(found.Squares()).Valid(), err)
	// Output: 0 50 true <nil>
}

func BenchmarkFirst(b *testing.B) {
	for _, n := range []int{8, 40, 200, restarts.MaxSize} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			for seed := uint64(0); b.Loop(); seed++ {
				if _, err := queens.FirstOf(b.Context(), restarts.Engine{Seed: seed}, queens.Problem{Size: n}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
