package marks2d_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"example.org/queens"
	"example.org/queens/backtrack"
	"example.org/queens/marks2d"
)

func search(t testing.TB, e queens.Engine, p queens.Problem) queens.Stats {
	t.Helper()
	stats, err := e.Search(t.Context(), p, func(queens.Placement) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

// TestMarksByHand has marks that can be counted on paper.
func TestMarksByHand(t *testing.T) {
	square := func(row, col int) []queens.Square { return []queens.Square{{Row: row, Col: col}} }
	tests := []struct {
		name    string
		problem queens.Problem
		want    uint64
	}{
		{"the queen, there and back", queens.Problem{Size: 1}, 2},
		{"each of two queens marks the row below", queens.Problem{Size: 2}, 2 * 2 * (1 + 2)},
		{"the given queen marks seven of eight squares but her row", queens.Problem{Size: 3, Given: square(1, 1)}, 1 + 6},
		{"the blocked square, and queens on the three others", queens.Problem{Size: 2, Blocked: square(1, 0)}, 1 + 2*2*(1+1)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := search(t, marks2d.Engine{}, test.problem).Marks; got != test.want {
				t.Errorf("%d marks, want %d", got, test.want)
			}
		})
	}
}

// TestMarksAgainstArrays shows what the post decided by: the two-dimensional
// array takes more writing, the more so on larger boards.
func TestMarksAgainstArrays(t *testing.T) {
	ratio := func(n int) float64 {
		p := queens.Problem{Size: n}
		two, three := search(t, marks2d.Engine{}, p), search(t, backtrack.Engine{}, p)
		return float64(two.Marks) / float64(three.Marks)
	}
	if small, large := ratio(4), ratio(9); small <= 1 || large <= small {
		t.Errorf("%.2f times the marks at size 4, %.2f times at size 9", small, large)
	}
}

// TestStopsOnLargeBoard has a queen write 3000 marks. A busy machine may stop
// the whole process, so the best of ten runs counts.
func TestStopsOnLargeBoard(t *testing.T) {
	const after, late = 20 * time.Millisecond, 50 * time.Millisecond
	best := time.Hour
	for run := 0; run < 10 && best > late; run++ {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		begin := time.Now()
		_, err := marks2d.Engine{}.Search(ctx, queens.Problem{Size: marks2d.MaxSize}, func(queens.Placement) bool { return true })
		best = min(best, time.Since(begin)-after)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
	}
	if best > late {
		t.Errorf("goes on for %v", best)
	}
}

func ExampleEngine() {
	p := queens.Problem{Size: 8}
	for _, e := range []queens.Engine{marks2d.Engine{}, backtrack.Engine{}} {
		stats, _ := e.Search(context.Background(), p, func(queens.Placement) bool { return true })
		fmt.Printf("%T: %d nodes, %d marks\n", e, stats.Nodes, stats.Marks)
	}
	// Output:
	// marks2d.Engine: 2056 nodes, 15392 marks
	// backtrack.Engine: 2056 nodes, 12336 marks
}
