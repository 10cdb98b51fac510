package queens_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"example.org/queens"
)

func Example() {
	for p := range queens.Solutions(4) {
		fmt.Println(p)
	}
	fmt.Println(queens.Count(8), "for eight queens")
	// Output:
	// 1 3 0 2
	// 2 0 3 1
	// 92 for eight queens
}

// Leave the loop when enough solutions were seen: the search ends with it.
func ExampleSolutions() {
	for p := range queens.Solutions(8) {
		fmt.Println(p)
		break
	}
	// Output: 0 4 7 5 2 6 1 3
}

// The yielded placements are copies, so they may be collected.
func ExampleSolutions_collect() {
	all := slices.Collect(queens.Solutions(8))
	fmt.Println(len(all), "solutions, the last is", all[len(all)-1])
	// Output: 92 solutions, the last is 7 3 0 2 5 1 6 4
}

func ExampleCount() {
	fmt.Println(queens.Count(3), queens.Count(8))
	// Output: 0 92
}

func ExampleFirst() {
	p, ok := queens.First(6)
	fmt.Println(p, ok)
	p, ok = queens.First(3)
	fmt.Println(p, ok)
	// Output:
	// 1 3 5 0 2 4 true
	//  false
}

func ExampleCheck() {
	p := queens.Placement{1, 0, 3, 2}
	v := queens.Check(len(p), p.Squares())
	fmt.Println("valid:", v.Valid())
	for _, c := range v.Conflicts {
		fmt.Println(c)
	}
	// Output:
	// valid: false
	// 0.1 and 1.0 share an anti-diagonal
	// 0.1 and 2.3 share a diagonal
	// 1.0 and 3.2 share a diagonal
	// 2.3 and 3.2 share an anti-diagonal
}

func ExampleConflicts() {
	for c := range queens.Conflicts([]queens.Square{{Row: 0, Col: 0}, {Row: 0, Col: 3}, {Row: 2, Col: 2}}) {
		fmt.Println(c.A, c.B, c.Line)
	}
	// Output:
	// 0.0 0.3 row
	// 0.0 2.2 diagonal
}

func ExampleLineBetween() {
	fmt.Println(queens.LineBetween(queens.Square{Row: 0, Col: 7}, queens.Square{Row: 7, Col: 0}))
	fmt.Println(queens.LineBetween(queens.Square{Row: 0, Col: 0}, queens.Square{Row: 1, Col: 2}))
	// Output:
	// anti-diagonal
	// no line
}

func ExampleProblem_Solutions() {
	p := queens.Problem{Size: 8, Given: []queens.Square{{Row: 0, Col: 6}, {Row: 1, Col: 1}}}
	for solution, err := range p.Solutions(context.Background()) {
		if err != nil {
			fmt.Println(err) // the list is not complete
			break
		}
		fmt.Println(solution)
	}
	// Output:
	// 6 1 3 0 7 4 2 5
	// 6 1 5 2 0 3 7 4
}

// A search that its context stops says so.
func ExampleProblem_Count() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	_, err := queens.Problem{Size: 30}.Count(ctx)
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
	fmt.Println(err)
	// Output:
	// true
	// queens: search interrupted: context deadline exceeded
}

func ExampleProblem_First() {
	p := queens.Problem{Size: 4, Blocked: []queens.Square{{Row: 0, Col: 1}}}
	fmt.Println(p.First(context.Background()))
	p.Blocked = append(p.Blocked, queens.Square{Row: 0, Col: 2})
	_, err := p.First(context.Background())
	fmt.Println(errors.Is(err, queens.ErrNoSolution), err)
	// Output:
	// 2 0 3 1 <nil>
	// true queens: no solution exists
}

func ExampleProblem_Check() {
	p := queens.Problem{
		Size:    4,
		Given:   []queens.Square{{Row: 0, Col: 2}},
		Blocked: []queens.Square{{Row: 3, Col: 2}},
	}
	v := p.Check(queens.Placement{1, 3, 0, 2}.Squares())
	fmt.Println(v.Valid(), v.Conflicts, v.Missing, v.Forbidden)
	// Output: false [] [0.2] [3.2]
}

func ExampleProblem_Validate() {
	p := queens.Problem{Size: 8, Given: []queens.Square{{Row: 0, Col: 0}, {Row: 5, Col: 5}}}
	err := p.Validate()
	fmt.Println(err)
	var attack *queens.GivenConflictError
	if errors.As(err, &attack) {
		fmt.Println(attack.Conflict.Line)
	}
	// Output:
	// queens: given queens attack each other: 0.0 and 5.5 share a diagonal
	// diagonal
}

// An engine of at most twelve rows that honours given queens only.
func ExampleProblem_Accept() {
	for _, p := range []queens.Problem{
		{Size: 12, Given: []queens.Square{{Row: 0, Col: 0}}},
		{Size: 13},
		{Size: 12, Blocked: []queens.Square{{Row: 0, Col: 0}}},
	} {
		fmt.Println(p.Accept("dozen", 12, queens.GivenQueens))
	}
	// Output:
	// <nil>
	// queens: size 13 is too large for dozen, which takes 1 to 12
	// queens: dozen does not take blocked squares
}

func ExampleProblem_Constraints() {
	p := queens.Problem{Size: 8, Given: []queens.Square{{Row: 0, Col: 0}}, Blocked: []queens.Square{{Row: 7, Col: 7}}}
	fmt.Println(p.Constraints())
	// Output: given queens and blocked squares
}

func ExampleProblem_GivenByRow() {
	p := queens.Problem{Size: 4, Given: []queens.Square{{Row: 2, Col: 0}}}
	fmt.Println(p.GivenByRow())
	// Output: [-1 -1 0 -1]
}

func ExampleProblem_BlockedTable() {
	p := queens.Problem{Size: 2, Blocked: []queens.Square{{Row: 1, Col: 0}}}
	fmt.Println(p.BlockedTable())
	// Output: [false false true false]
}

func ExamplePlacement() {
	p := queens.Placement{1, queens.None, 0}
	fmt.Println(p, p.Squares())
	// Output: 1 - 0 [0.1 2.0]
}

// permute tries every permutation of the columns, in lexicographic order.
type permute struct{}

func (permute) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	var stats queens.Stats
	if err := p.Accept("permute", 9, 0); err != nil {
		return stats, err
	}
	var extend func(queens.Placement) error
	extend = func(partial queens.Placement) error {
		if ctx.Err() != nil {
			return fmt.Errorf("permute: %w", ctx.Err())
		}
		if len(partial) < p.Size {
			for col := range p.Size {
				if slices.Contains(partial, col) {
					continue
				}
				if err := extend(append(partial, col)); err != nil {
					return err
				}
			}
			return nil
		}
		stats.Permutations++
		if !queens.Check(p.Size, partial.Squares()).Valid() {
			return nil
		}
		stats.Solutions++
		if !yield(partial) {
			return queens.ErrStopped
		}
		return nil
	}
	err := extend(make(queens.Placement, 0, p.Size))
	return stats, err
}

// An engine of one's own answers the same questions.
func ExampleEngine() {
	ctx, p := context.Background(), queens.Problem{Size: 5}
	for solution, err := range queens.All(ctx, permute{}, p) {
		fmt.Println(solution, err)
		break
	}
	fmt.Println(queens.CountOf(ctx, permute{}, p))
	fmt.Println(queens.FirstOf(ctx, permute{}, queens.Problem{Size: 3}))
	// Output:
	// 0 2 4 1 3 <nil>
	// 10 <nil>
	//  queens: no solution exists
}

func ExampleAll() {
	p := queens.Problem{Size: 4}
	for solution, err := range queens.All(context.Background(), permute{}, p) {
		fmt.Println(solution, err)
	}
	for _, err := range queens.All(context.Background(), permute{}, queens.Problem{Size: 10}) {
		fmt.Println(err)
	}
	// Output:
	// 1 3 0 2 <nil>
	// 2 0 3 1 <nil>
	// queens: size 10 is too large for permute, which takes 1 to 9
}

func ExampleFirstOf() {
	fmt.Println(queens.FirstOf(context.Background(), permute{}, queens.Problem{Size: 6}))
	// Output: 1 3 5 0 2 4 <nil>
}

func ExampleCountOf() {
	fmt.Println(queens.CountOf(context.Background(), permute{}, queens.Problem{Size: 6}))
	// Output: 4 <nil>
}
