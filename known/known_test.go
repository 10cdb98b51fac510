package known_test

import (
	"errors"
	"testing"

	"example.org/queens/known"
)

func TestLookup(t *testing.T) {
	tests := []struct {
		name     string
		sequence known.Sequence
		n        int
		value    uint64
		by       string
		year     int
	}{
		{"smallest", known.Total, 1, 1, "", 0},
		{"no solution", known.Total, 3, 0, "", 0},
		{"classical board", known.Total, 8, 92, "", 0},
		{"two names", known.Total, 22, 2691008701644, "Pion & Fourre", 0},
		{"name and year", known.Total, 24, 227514171973736, "Kise et al.", 2004},
		{"grid", known.Total, 25, 2207893435808352, "ProActive/INRIA", 2005},
		{"hardware", known.Total, 26, 22317699616364044, "Queens@TUD", 2009},
		{"largest total", known.Total, 27, 234907967154122528, "Q27 project", 2016},
		{"fundamental", known.Fundamental, 8, 12, "", 0},
		{"half turn", known.HalfTurn, 32, 181254386312, "", 0},
		{"quarter turn", known.QuarterTurn, 40, 77184000, "Hsiang & Shieh", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := known.Lookup(tt.sequence, tt.n)
			if err != nil {
				t.Fatal(err)
			}
			if e.Value != tt.value || e.By != tt.by || e.Year != tt.year || e.N != tt.n || e.Sequence != tt.sequence {
				t.Errorf("got %+v, want value %d by %q in %d", e, tt.value, tt.by, tt.year)
			}
			if e.Source == "" || e.Verified == "" {
				t.Errorf("no source or verification: %+v", e)
			}
		})
	}
}

// TestBurnside ties the four columns together: 8 U = Q + R180 + 2 R90.
func TestBurnside(t *testing.T) {
	value := func(s known.Sequence, n int) uint64 {
		e, err := known.Lookup(s, n)
		if err != nil {
			t.Fatal(err)
		}
		return e.Value
	}
	for n := 2; n <= known.Last(known.Total); n++ {
		sum := value(known.Total, n) + value(known.HalfTurn, n) + 2*value(known.QuarterTurn, n)
		if sum != 8*value(known.Fundamental, n) {
			t.Errorf("n=%d: Q + R180 + 2 R90 = %d is not 8 U", n, sum)
		}
	}
}

func TestNobodyKnows(t *testing.T) {
	for _, n := range []int{28, 29, 1000, 1 << 30} {
		_, err := known.Q(n)
		var unknown *known.UnknownError
		if !errors.As(err, &unknown) || unknown.N != n || unknown.Last != 27 || unknown.Sequence != known.Total {
			t.Errorf("Q(%d): got %v, want an UnknownError after 27", n, err)
		}
	}
	for _, n := range []int{0, -1} {
		_, err := known.Q(n)
		var size *known.SizeError
		if !errors.As(err, &size) || size.N != n {
			t.Errorf("Q(%d): got %v, want a SizeError", n, err)
		}
	}
}

func TestLast(t *testing.T) {
	want := map[known.Sequence]int{known.Total: 27, known.Fundamental: 27, known.HalfTurn: 32, known.QuarterTurn: 63}
	for s, last := range want {
		if got := known.Last(s); got != last {
			t.Errorf("Last(%s) = %d, want %d", s.OEIS(), got, last)
		}
	}
	if id := known.Sequence(9).OEIS(); id != "" {
		t.Errorf("OEIS of no sequence = %q", id)
	}
}
