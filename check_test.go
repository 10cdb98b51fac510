package queens_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.org/queens"
)

func TestCheck(t *testing.T) {
	tests := []struct {
		name string
		p    queens.Problem
		on   []queens.Square
		want queens.Verdict // without Size and Queens
	}{
		{"solution", queens.Problem{Size: 4}, squares(0, 1, 1, 3, 2, 0, 3, 2), queens.Verdict{}},
		{"no queens", queens.Problem{Size: 2}, nil, queens.Verdict{}},
		{"too few", queens.Problem{Size: 4}, squares(0, 1, 1, 3), queens.Verdict{}},
		{"repeated square counts once", queens.Problem{Size: 4}, squares(3, 2, 0, 1, 1, 3, 3, 2, 2, 0), queens.Verdict{}},
		{"off the board", queens.Problem{Size: 4}, squares(0, 1, 1, 4, 2, 0, 3, 2, -1, 0),
			queens.Verdict{OffBoard: squares(-1, 0, 1, 4)}},
		{"off board twice", queens.Problem{Size: 1}, squares(math.MinInt, 0, 1, 1, math.MaxInt, 0, math.MinInt, 0, 0, 0),
			queens.Verdict{OffBoard: squares(math.MinInt, 0, 1, 1, math.MaxInt, 0)}},
		{"no board, no queens", queens.Problem{}, nil, queens.Verdict{}},
		{"no board", queens.Problem{}, squares(0, 0), queens.Verdict{OffBoard: squares(0, 0)}},
		{"double row", queens.Problem{Size: 4}, squares(0, 3, 0, 0, 1, 2),
			queens.Verdict{Conflicts: []queens.Conflict{
				conflict(0, 0, 0, 3, queens.Row), conflict(0, 3, 1, 2, queens.AntiDiagonal)}}},
		{"three in a row are three pairs", queens.Problem{Size: 3}, squares(1, 0, 1, 1, 1, 2),
			queens.Verdict{Conflicts: []queens.Conflict{
				conflict(1, 0, 1, 1, queens.Row), conflict(1, 0, 1, 2, queens.Row), conflict(1, 1, 1, 2, queens.Row)}}},
		{"given missing", queens.Problem{Size: 4, Given: squares(2, 3, 0, 1, 2, 3)}, squares(0, 1, 1, 3, 2, 0, 3, 2),
			queens.Verdict{Missing: squares(2, 3)}},
		{"given met", queens.Problem{Size: 4, Given: squares(2, 0, 0, 1)}, squares(0, 1, 1, 3, 2, 0, 3, 2), queens.Verdict{}},
		{"on blocked", queens.Problem{Size: 4, Blocked: squares(3, 2, 0, 0, 1, 3, 1, 3)}, squares(0, 1, 1, 3, 2, 0, 3, 2),
			queens.Verdict{Forbidden: squares(1, 3, 3, 2)}},
	}
	valid := map[string]bool{"solution": true, "repeated square counts once": true, "given met": true}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before := slices.Clone(test.on)
			v := test.p.Check(test.on)
			if v.Valid() != valid[test.name] {
				t.Errorf("valid is %v", v.Valid())
			}
			if v.Size != test.p.Size || !slices.IsSortedFunc(v.Queens, queens.Square.Compare) {
				t.Errorf("size %d, queens %v", v.Size, v.Queens)
			}
			v.Size, v.Queens = 0, nil
			if !reflect.DeepEqual(v, test.want) {
				t.Errorf("verdict %+v, want %+v", v, test.want)
			}
			if !slices.Equal(test.on, before) {
				t.Errorf("squares changed to %v", test.on)
			}
		})
	}
}

func TestConflictsStopEarly(t *testing.T) {
	seen := 0
	for range queens.Conflicts(squares(0, 0, 0, 1, 0, 2)) {
		seen++
		break
	}
	if seen != 1 {
		t.Errorf("%d conflicts", seen)
	}
}

// walkRays finds conflicts in another way than Check: from every queen it walks
// along each of the eight rays to the edge and notes the queens it meets that
// come later in row order.
func walkRays(n int, on []queens.Square) map[queens.Conflict]bool {
	stands := make(map[queens.Square]bool)
	for _, s := range on {
		if 0 <= min(s.Row, s.Col) && max(s.Row, s.Col) < n {
			stands[s] = true
		}
	}
	rays := []struct {
		down, right int
		line        queens.Line
	}{
		{0, 1, queens.Row}, {0, -1, queens.Row},
		{1, 0, queens.Column}, {-1, 0, queens.Column},
		{1, 1, queens.Diagonal}, {-1, -1, queens.Diagonal},
		{1, -1, queens.AntiDiagonal}, {-1, 1, queens.AntiDiagonal},
	}
	found := make(map[queens.Conflict]bool)
	for a := range stands {
		for _, ray := range rays {
			for b := a; 0 <= min(b.Row, b.Col) && max(b.Row, b.Col) < n; {
				b.Row += ray.down
				b.Col += ray.right
				if stands[b] && (b.Row > a.Row || b.Row == a.Row && b.Col > a.Col) {
					found[queens.Conflict{A: a, B: b, Line: ray.line}] = true
				}
			}
		}
	}
	return found
}

// drawSquares draws squares in rows and columns low..high, some repeated.
func drawSquares(t *rapid.T, low, high, atMost int, label string) []queens.Square {
	coordinate := rapid.IntRange(low, high)
	square := rapid.Custom(func(t *rapid.T) queens.Square {
		return queens.Square{Row: coordinate.Draw(t, "row"), Col: coordinate.Draw(t, "col")}
	})
	return rapid.SliceOfN(square, 0, atMost).Draw(t, label)
}

func TestCheckAgainstRays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "size")
		on := drawSquares(t, -1, n, 12, "queens")
		v := queens.Check(n, on)
		want := walkRays(n, on)
		if len(v.Conflicts) != len(want) {
			t.Errorf("%d conflicts, want %d", len(v.Conflicts), len(want))
		}
		for _, c := range v.Conflicts {
			if !want[c] {
				t.Errorf("wrong or repeated conflict %v", c)
			}
			delete(want, c)
		}
		different := make(map[queens.Square]bool)
		for _, s := range on {
			different[s] = true
		}
		if len(v.Queens)+len(v.OffBoard) != len(different) {
			t.Errorf("%d queens and %d off the board, want %d together", len(v.Queens), len(v.OffBoard), len(different))
		}
		for _, s := range v.OffBoard {
			if 0 <= min(s.Row, s.Col) && max(s.Row, s.Col) < n {
				t.Errorf("%v is on the board", s)
			}
		}
	})
}

func TestLineBetweenIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pair := drawSquares(t, 0, 5, 2, "pair")
		if len(pair) < 2 {
			return
		}
		if there, back := queens.LineBetween(pair[0], pair[1]), queens.LineBetween(pair[1], pair[0]); there != back {
			t.Errorf("%v there, %v back", there, back)
		}
	})
}
