package classes

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"
)

func TestTurnsAgainstPublished(t *testing.T) {
	half, quarter := upTo(20, 23, 28), upTo(37, 41, 45)
	for _, row := range readTable(t, "turns.tsv") {
		n := integer(t, row["n"])
		var got uint64
		var err error
		switch {
		case row["sequence"] == "A032522" && n <= half:
			got, err = HalfTurn(t.Context(), n, 0)
		case row["sequence"] == "A033148" && n <= quarter:
			got, err = QuarterTurn(t.Context(), n)
		default:
			continue
		}
		if want := bigInteger(t, row["value"]).Uint64(); err != nil || got != want {
			t.Errorf("%s(%d) = %d, %v; want %d", row["sequence"], n, got, err, want)
		}
	}
}

// TestHalfTurnThreads counts with more and with fewer threads than processors.
func TestHalfTurnThreads(t *testing.T) {
	for _, threads := range []int{-1, 1, 2, 7, 1000} {
		if got, err := HalfTurn(t.Context(), 16, threads); got != 3000 || err != nil {
			t.Errorf("%d threads: R180(16) = %d, %v; want 3000", threads, got, err)
		}
	}
}

func TestByColumn(t *testing.T) {
	limit := upTo(13, 14, 18)
	want := map[int][]uint64{}
	for _, row := range readTable(t, "first_row.tsv") {
		n := integer(t, row["n"])
		want[n] = append(want[n], bigInteger(t, row["solutions_with_queen_at_(row0,col)"]).Uint64())
	}
	for n := 1; n <= limit; n++ {
		got, err := ByColumn(t.Context(), n, 0)
		if err != nil {
			t.Fatal(err)
		}
		var sum uint64
		for c := range want[n] {
			sum += got[c]
			if got[c] != want[n][c] {
				t.Errorf("n=%d column %d: %d solutions, want %d", n, c, got[c], want[n][c])
			}
		}
		if q := total(t, n); sum != q {
			t.Errorf("n=%d: the columns sum to %d, want %d", n, sum, q)
		}
	}
}

// total returns Q(n) from burnside.tsv.
func total(t *testing.T, n int) uint64 {
	return bigInteger(t, readTable(t, "burnside.tsv")[n-1]["Q_A000170"]).Uint64()
}

func TestBurnside(t *testing.T) {
	for _, row := range readTable(t, "burnside.tsv") {
		n := integer(t, row["n"])
		c, err := Burnside(n, bigInteger(t, row["Q_A000170"]), bigInteger(t, row["R180_A032522"]), bigInteger(t, row["R90_A033148"]))
		if err != nil {
			t.Fatal(err)
		}
		equal := func(name string, got *big.Int, want string) {
			t.Helper()
			if got.Cmp(bigInteger(t, want)) != 0 {
				t.Errorf("n=%d: %s = %d, want %s", n, name, got, want)
			}
		}
		equal("fundamental", c.Fundamental, row["U_A002562"])
		if n == 1 {
			equal("orbits of 1", c.Orbits1, "1")
			equal("orbits of 2", c.Orbits2, "0")
			continue
		}
		equal("orbits of 1", c.Orbits1, "0")
		equal("orbits of 2", c.Orbits2, row["sym90=R90/2"])
		equal("orbits of 4", c.Orbits4, row["sym180only=(R180-R90)/4"])
		equal("orbits of 8", c.Orbits8, row["asym=(Q-R180)/8"])
	}
}

// TestBurnsideAgainstEnumeration compares with solutions counted by symmetry one by one.
func TestBurnsideAgainstEnumeration(t *testing.T) {
	burnside := readTable(t, "burnside.tsv")
	for _, row := range readTable(t, "symclasses.tsv") {
		n := integer(t, row["n"])
		if n == 1 {
			continue
		}
		b := burnside[n-1]
		c, err := Burnside(n, bigInteger(t, b["Q_A000170"]), bigInteger(t, b["R180_A032522"]), bigInteger(t, b["R90_A033148"]))
		if err != nil {
			t.Fatal(err)
		}
		for _, class := range []struct {
			orbits *big.Int
			size   int64
			column string
		}{{c.Orbits2, 2, "rot90_solutions"}, {c.Orbits4, 4, "rot180only_solutions"}, {c.Orbits8, 8, "asymmetric_solutions"}} {
			if got := new(big.Int).Mul(class.orbits, big.NewInt(class.size)); got.Cmp(bigInteger(t, row[class.column])) != 0 {
				t.Errorf("n=%d: %d %s, want %s", n, got, class.column, row[class.column])
			}
		}
	}
}

func TestBurnsideRefuses(t *testing.T) {
	tests := []struct {
		name               string
		n                  int
		q, r180, r90, size int64
	}{
		{"total off by one", 8, 93, 4, 0, 8},
		{"total off by four", 8, 96, 4, 0, 8},
		{"half turns off", 8, 92, 6, 0, 4},
		{"odd quarter turns", 12, 14200, 80, 9, 2},
		{"fewer half turns than quarter turns", 12, 14200, 4, 8, 4},
		{"fewer solutions than half turns", 8, -4, 4, 0, 8},
		{"negative", 8, 92, 4, -2, 2},
		{"single queen", 1, 2, 1, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Burnside(tt.n, big.NewInt(tt.q), big.NewInt(tt.r180), big.NewInt(tt.r90))
			var inconsistent *InconsistentError
			if !errors.As(err, &inconsistent) || inconsistent.OrbitSize != int(tt.size) || inconsistent.N != tt.n {
				t.Errorf("got %v, want an InconsistentError about orbits of %d", err, tt.size)
			}
		})
	}
}

func TestSizes(t *testing.T) {
	ctx := t.Context()
	calls := map[string]func(n int) error{
		"HalfTurn":    func(n int) error { _, err := HalfTurn(ctx, n, 1); return err },
		"QuarterTurn": func(n int) error { _, err := QuarterTurn(ctx, n); return err },
		"ByColumn":    func(n int) error { _, err := ByColumn(ctx, n, 1); return err },
		"Burnside": func(n int) error {
			_, err := Burnside(min(n, 0), big.NewInt(1), big.NewInt(1), big.NewInt(1))
			return err
		},
	}
	for name, call := range calls {
		for _, n := range []int{-1, 0, 1_000_000_000} {
			var size *SizeError
			if err := call(n); !errors.As(err, &size) || size.Min != 1 {
				t.Errorf("%s(%d): got %v, want a SizeError", name, n, err)
			}
		}
	}
}

// TestCancel asks for searches of minutes to years and takes them back.
func TestCancel(t *testing.T) {
	calls := map[string]func(ctx context.Context) error{
		"HalfTurn":    func(ctx context.Context) error { _, err := HalfTurn(ctx, 32, 0); return err },
		"QuarterTurn": func(ctx context.Context) error { _, err := QuarterTurn(ctx, 64); return err },
		"ByColumn":    func(ctx context.Context) error { _, err := ByColumn(ctx, 18, 0); return err },
	}
	for name, call := range calls {
		var ctx context.Context
		best := time.Hour
		for run := 0; run < 10 && best > 100*time.Millisecond; run++ { // a busy machine may be late
			var cancel context.CancelFunc
			ctx, cancel = context.WithCancel(t.Context())
			var at time.Time
			time.AfterFunc(30*time.Millisecond, func() { at = time.Now(); cancel() })
			if err := call(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v, want context.Canceled", name, err)
			}
			best = min(best, time.Since(at))
		}
		if best > 100*time.Millisecond && !raceEnabled {
			t.Errorf("%s stopped %v after the context ended, want at most 100 ms", name, best)
		}
		if err := call(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s with an ended context: got %v", name, err)
		}
	}
}

func BenchmarkHalfTurn24(b *testing.B) {
	for b.Loop() {
		HalfTurn(b.Context(), 24, 1)
	}
}

func BenchmarkQuarterTurn40(b *testing.B) {
	for b.Loop() {
		QuarterTurn(b.Context(), 40)
	}
}

func BenchmarkByColumn14(b *testing.B) {
	for b.Loop() {
		ByColumn(b.Context(), 14, 1)
	}
}
