package queens_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/queens"
)

// TestCompletionsMetInTheField holds completions that were printed elsewhere.
func TestCompletionsMetInTheField(t *testing.T) {
	tests := []struct {
		size  int
		given []queens.Square
		want  string
	}{
		{8, squares(1, 1, 3, 0, 7, 5), "41703625 61307425 71306425"},
		{8, squares(0, 1, 1, 6, 4, 7, 6, 0), "16257403"},
		{8, squares(0, 6, 1, 1), "61307425 61520374"},
		{4, squares(0, 1, 3, 2), "1302"},
	}
	for _, test := range tests {
		var got []string
		for _, p := range collect(t, queens.Problem{Size: test.size, Given: test.given}) {
			got = append(got, digits(p))
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%v on size %d completes to %s, want %s", test.given, test.size, text, test.want)
		}
	}
}

func TestBlockedMetInTheField(t *testing.T) {
	p := queens.Problem{Size: 10}
	for _, s := range squares(1, 5, 1, 10, 2, 1, 2, 7, 3, 1, 4, 7, 4, 8, 4, 9, 5, 5, 6, 1,
		6, 2, 6, 4, 7, 6, 7, 7, 9, 2, 9, 5, 10, 1, 10, 7) {
		p.Blocked = append(p.Blocked, queens.Square{Row: s.Row - 1, Col: s.Col - 1})
	}
	if count := len(collect(t, p)); count != 96 {
		t.Errorf("%d solutions, want 96", count)
	}
}

func TestFiftiethSolution(t *testing.T) {
	if got := digits(slices.Collect(queens.Solutions(8))[49]); got != "41357206" {
		t.Errorf("the 50th solution is %s", got)
	}
}

func TestPlacementsMetInTheField(t *testing.T) {
	tests := []struct {
		name      string
		base      int
		columns   queens.Placement
		conflicts int
	}{
		{"six pairs", 0, queens.Placement{1, 4, 1, 3, 5, 5, 2, 7}, 6},
		{"main diagonal", 0, queens.Placement{0, 1, 2, 3, 4, 5, 6, 7}, 28},
		{"solution", 0, queens.Placement{0, 6, 3, 5, 7, 1, 4, 2}, 0},
		{"printed as a solution of 4", 1, queens.Placement{2, 1, 4, 3}, 4},
		{"printed as a solution of 8", 1, queens.Placement{3, 7, 2, 1, 8, 6, 5, 4}, 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := test.columns.Clone()
			for row := range p {
				p[row] -= test.base
			}
			v := queens.Check(len(p), p.Squares())
			if len(v.Conflicts) != test.conflicts || v.Valid() != (test.conflicts == 0) {
				t.Errorf("valid is %v with conflicts %v, want %d", v.Valid(), v.Conflicts, test.conflicts)
			}
			if rays := walkRays(len(p), p.Squares()); len(rays) != test.conflicts {
				t.Errorf("%d conflicts along rays, want %d", len(rays), test.conflicts)
			}
		})
	}
}
