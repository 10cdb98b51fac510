package iterative_test

import (
	"context"
	"fmt"
	"testing"

	"example.org/queens"
	"example.org/queens/backtrack"
	"example.org/queens/iterative"
)

func TestStatsOfBacktrack(t *testing.T) {
	given := func(squares ...queens.Square) queens.Problem { return queens.Problem{Size: 8, Given: squares} }
	problems := []queens.Problem{
		{Size: 1}, {Size: 2}, {Size: 3}, {Size: 8},
		given(queens.Square{Row: 0, Col: 0}),
		given(queens.Square{Row: 7, Col: 3}, queens.Square{Row: 4, Col: 4}),
		{Size: 1, Given: []queens.Square{{Row: 0, Col: 0}}},
		{Size: 6, Blocked: []queens.Square{{Row: 0, Col: 1}, {Row: 5, Col: 3}}},
	}
	for _, p := range problems {
		got, err := iterative.Engine{}.Search(t.Context(), p, func(queens.Placement) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		want, _ := backtrack.Engine{}.Search(t.Context(), p, func(queens.Placement) bool { return true })
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%+v: %+v, want %+v", p, got, want)
		}
	}
}

func ExampleEngine() {
	for p, err := range queens.All(context.Background(), iterative.Engine{}, queens.Problem{Size: 6}) {
		fmt.Println(p, err)
	}
	// Output:
	// 1 3 5 0 2 4 <nil>
	// 2 5 1 4 0 3 <nil>
	// 3 0 4 1 5 2 <nil>
	// 4 2 0 5 3 1 <nil>
}
