package construct_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"example.org/queens"
	"example.org/queens/construct"
)

func TestPlacement(t *testing.T) {
	for n := 1; n <= 120; n++ {
		p, ok := construct.Placement(n)
		if none := n == 2 || n == 3; ok == none {
			t.Errorf("size %d: found is %v", n, ok)
		} else if ok && !queens.Check(n, p.Squares()).Valid() {
			t.Errorf("size %d: %v is no solution", n, p)
		}
	}
	for _, n := range []int{-1, 0} {
		if p, ok := construct.Placement(n); ok {
			t.Errorf("size %d: %v", n, p)
		}
	}
}

// TestLargePlacements checks each line for a second queen, which takes less
// time than comparing pairs.
func TestLargePlacements(t *testing.T) {
	sizes := []int{construct.MaxSize, construct.MaxSize - 1, construct.MaxSize - 2, construct.MaxSize - 3}
	for n := 121; n <= 1000; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		p, _ := construct.Placement(n)
		if err := oneQueenALine(p); err != nil {
			t.Errorf("size %d: %v", n, err)
		}
	}
}

func oneQueenALine(p queens.Placement) error {
	n := len(p)
	cols, diags, antis := make([]bool, n), make([]bool, 2*n-1), make([]bool, 2*n-1)
	for row, col := range p {
		if cols[col] || diags[row-col+n-1] || antis[row+col] {
			return fmt.Errorf("a second queen on a line of %d.%d", row, col)
		}
		cols[col], diags[row-col+n-1], antis[row+col] = true, true, true
	}
	return nil
}

func TestRefuses(t *testing.T) {
	_, err := construct.Engine{}.Search(t.Context(), queens.Problem{Size: construct.MaxSize + 1}, nil)
	if refusal, ok := errors.AsType[*queens.SizeError](err); !ok || refusal.Max != construct.MaxSize {
		t.Errorf("error %v", err)
	}
	_, err = construct.Engine{}.Search(t.Context(), queens.Problem{Size: 8, Blocked: []queens.Square{{}}}, nil)
	if refusal, ok := errors.AsType[*queens.UnsupportedError](err); !ok || refusal.Constraints != queens.BlockedSquares {
		t.Errorf("error %v", err)
	}
}

func ExamplePlacement() {
	p, _ := construct.Placement(8)
	fmt.Println(p)
	// Output: 3 5 7 1 6 0 2 4
}

func ExampleEngine() {
	p, err := queens.FirstOf(context.Background(), construct.Engine{}, queens.Problem{Size: 12})
	fmt.Println(p, err)
	// Output: 1 3 5 7 9 11 0 2 4 6 8 10 <nil>
}

func BenchmarkPlacement(b *testing.B) {
	for _, n := range []int{8, 1000, construct.MaxSize} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			for b.Loop() {
				construct.Placement(n)
			}
		})
	}
}
