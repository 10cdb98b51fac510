package symmetry_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.org/queens"
	"example.org/queens/symmetry"
)

// subgroups generates each of the ten subgroups of the eight symmetries by one
// or two members.
var subgroups = [][]symmetry.Symmetry{
	{},
	{symmetry.HalfTurn},
	{symmetry.FlipColumns},
	{symmetry.FlipRows},
	{symmetry.FlipDiagonal},
	{symmetry.FlipAntiDiagonal},
	{symmetry.QuarterTurn},
	{symmetry.FlipColumns, symmetry.FlipRows},
	{symmetry.FlipDiagonal, symmetry.FlipAntiDiagonal},
	{symmetry.QuarterTurn, symmetry.FlipRows},
}

// drawProblem draws a problem that at least one of the subgroups leaves
// unchanged, named by its generators; it may be contradictory.
func drawProblem(t *rapid.T) (queens.Problem, []symmetry.Symmetry) {
	n := rapid.IntRange(1, 7).Draw(t, "size")
	generators := rapid.SampledFrom(subgroups).Draw(t, "generators")
	square := rapid.Custom(func(t *rapid.T) queens.Square {
		i := rapid.IntRange(0, n*n-1).Draw(t, "square")
		return queens.Square{Row: i / n, Col: i % n}
	})
	p := queens.Problem{
		Size:    n,
		Given:   spread(n, rapid.SliceOfN(square, 0, 1).Draw(t, "given"), generators),
		Blocked: spread(n, rapid.SliceOfN(square, 0, 2).Draw(t, "blocked"), generators),
	}
	p.Blocked = append(p.Blocked, p.Blocked...) // repeated squares change nothing
	return p, generators
}

// spread adds images until the generators lead to no new square.
func spread(n int, squares []queens.Square, generators []symmetry.Symmetry) []queens.Square {
	for i := 0; i < len(squares); i++ {
		for _, s := range generators {
			if image := s.Square(n, squares[i]); !slices.Contains(squares, image) {
				squares = append(squares, image)
			}
		}
	}
	return squares
}

func TestOf(t *testing.T) {
	sizes := make(map[int]int)
	rapid.Check(t, func(t *rapid.T) {
		p, generators := drawProblem(t)
		group := symmetry.Of(p)
		sizes[len(group)]++
		for _, s := range generators {
			if !slices.Contains(group, s) {
				t.Errorf("%v is not in %v", s, group)
			}
		}
		for _, s := range symmetry.All() {
			if slices.Contains(group, s) != (sameSet(p, s, p.Given) && sameSet(p, s, p.Blocked)) {
				t.Errorf("group %v and %v", group, s)
			}
		}
		if group[0] != symmetry.Identity || 8%len(group) != 0 {
			t.Errorf("group %v", group)
		}
		for _, s := range group {
			for _, u := range group {
				if product := compose(t, s, u); !slices.Contains(group, product) {
					t.Errorf("%v and then %v is %v, which is not in %v", s, u, product, group)
				}
			}
		}
	})
	t.Logf("groups by size: %v", sizes)
}

// sameSet reports whether the images of the squares are the squares.
func sameSet(p queens.Problem, s symmetry.Symmetry, squares []queens.Square) bool {
	var before, after [64]bool
	for _, q := range squares {
		image := s.Square(p.Size, q)
		before[q.Row*8+q.Col], after[image.Row*8+image.Col] = true, true
	}
	return before == after
}

// TestFundamentalUnderGroup checks by brute force that the orbits under the
// group of a problem partition its solutions, and that each orbit has one
// fundamental member, its least.
func TestFundamentalUnderGroup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := drawProblem(t)
		if p.Validate() == nil {
			checkPartition(t, p)
		}
	})
}

func TestFundamentalUnderGroupOfEight(t *testing.T) {
	tests := []struct {
		name               string
		p                  queens.Problem
		group, fundamental int
	}{
		{"empty board", queens.Problem{Size: 8}, 8, 12},
		{"middle blocked", queens.Problem{Size: 8, Blocked: []queens.Square{
			{Row: 3, Col: 3}, {Row: 3, Col: 4}, {Row: 4, Col: 3}, {Row: 4, Col: 4}}}, 8, 8}, // 92 - 4*8 solutions: 7 orbits of 8, 1 of 4
		{"corner given", queens.Problem{Size: 8, Given: []queens.Square{{Row: 0, Col: 0}}}, 2, 2},
		{"edge given", queens.Problem{Size: 8, Given: []queens.Square{{Row: 0, Col: 3}}}, 1, 18},
	}
	for _, test := range tests {
		group, fundamental := symmetry.Of(test.p), checkPartition(t, test.p)
		if len(group) != test.group || fundamental != test.fundamental {
			t.Errorf("%s: group %v, %d fundamental solutions, want %d and %d",
				test.name, group, fundamental, test.group, test.fundamental)
		}
	}
}

// checkPartition returns the number of fundamental solutions of p.
func checkPartition(t rapid.TB, p queens.Problem) int {
	group := symmetry.Of(p)
	seen := make(map[string]bool)
	orbits, fundamental := 0, 0
	for found, err := range p.Solutions(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if group.IsFundamental(found) {
			fundamental++
		}
		isNew := !seen[found.String()]
		if isNew != group.IsFundamental(found) {
			// Solutions ascend, so the first of an orbit is its least.
			t.Fatalf("%v is the first of its orbit: %v", found, isNew)
		}
		if !isNew {
			continue
		}
		orbits++
		size := 0
		for _, s := range group {
			image := s.Image(found)
			if !p.Check(image.Squares()).Valid() {
				t.Fatalf("%+v: %v of %v is no solution", p, s, found)
			}
			if !seen[image.String()] {
				seen[image.String()] = true
				size++
			}
		}
		if size != group.OrbitSize(found) {
			t.Fatalf("%v: orbit of %d, want %d", found, group.OrbitSize(found), size)
		}
	}
	if count, _ := p.Count(context.Background()); uint64(len(seen)) != count || orbits != fundamental {
		t.Fatalf("%d orbits of %d solutions, %d fundamental among %d", orbits, len(seen), fundamental, count)
	}
	return fundamental
}
