package verify_test

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"os"
	"strconv"
	"testing"
	"time"

	"example.org/queens/count/verify"
)

// totals are Q(0..14), OEIS A000170.
var totals = []int64{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596}

// upTo returns the largest n to test: in short form, by default, and with QUEENS_THOROUGH=1.
func upTo(short, normal, long int) int {
	switch {
	case os.Getenv("QUEENS_THOROUGH") != "":
		return long
	case testing.Short():
		return short
	}
	return normal
}

// results returns all units of the n x n board with their recounted values.
func results(t *testing.T, n int) []verify.Result {
	t.Helper()
	var list []verify.Result
	for rows := range verify.Units(n) {
		value, err := verify.Unit(t.Context(), n, rows)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, verify.Result{Rows: rows, Value: value})
	}
	return list
}

func TestUnitsSumToTotal(t *testing.T) {
	for n := 1; n <= upTo(10, 12, 14); n++ {
		sum, err := verify.Complete(n, results(t, n))
		if err != nil || sum.Cmp(big.NewInt(totals[n])) != 0 {
			t.Errorf("n=%d: the units sum to %v, %v; want %d", n, sum, err, totals[n])
		}
	}
}

// TestExamples compares with the table of docs/counting.md; all other units are 0.
func TestExamples(t *testing.T) {
	examples := []map[string]uint64{
		1: {"0": 1},
		2: {},
		3: {},
		4: {"101": 2},
		5: {"1001": 2, "1010": 8},
		6: {"10101": 2, "11001": 2},
		7: {"10011": 2, "10101": 16, "10110": 8, "100101": 4, "100110": 8, "110001": 2},
		8: {"101101": 4, "101110": 8, "110011": 8, "110101": 4, "111001": 8, "1001110": 4,
			"1010101": 6, "1011001": 12, "1011010": 12, "1100110": 16, "1101001": 10},
	}
	numbers := []int{0, 1, 1, 1, 3, 4, 7, 10, 23}
	for n := 1; n < len(examples); n++ {
		list := results(t, n)
		if len(list) != numbers[n] {
			t.Errorf("n=%d: %d units, want %d", n, len(list), numbers[n])
		}
		for _, r := range list {
			if want := examples[n][strconv.FormatUint(r.Rows, 2)]; r.Value != want {
				t.Errorf("n=%d: unit %b = %d, want %d", n, r.Rows, r.Value, want)
			}
		}
	}
}

func TestNumberOfUnits(t *testing.T) {
	want := map[int]int{16: 3299, 17: 6470, 18: 12283, 19: 24310, 20: 46508, 21: 92504}
	for n := 16; n <= upTo(18, 20, 21); n++ {
		count, last := 0, uint64(0)
		for rows := range verify.Units(n) {
			if rows <= last || bits.OnesCount64(rows) != n/2 {
				t.Fatalf("n=%d: unit %b after %b", n, rows, last)
			}
			count, last = count+1, rows
		}
		if count != want[n] {
			t.Errorf("n=%d: %d units, want %d", n, count, want[n])
		}
	}
}

// TestDefinition goes through all solutions one by one and adds the weight of each to the unit that
// the definition names, without looking at units at all.
func TestDefinition(t *testing.T) {
	for n := 1; n <= upTo(8, 9, 11); n++ {
		want := map[uint64]uint64{}
		for _, s := range solutions(n) {
			if unit, weight := classify(s); weight != 0 {
				want[unit] += weight
			}
		}
		for _, r := range results(t, n) {
			if r.Value != want[r.Rows] {
				t.Errorf("n=%d: unit %b = %d, want %d", n, r.Rows, r.Value, want[r.Rows])
			}
			delete(want, r.Rows)
		}
		if len(want) != 0 {
			t.Errorf("n=%d: no units for %v", n, want)
		}
	}
}

// solutions lists the solutions on the n x n board; s[r] is the column of row r.
func solutions(n int) (all [][]int) {
	var extend func(s []int)
	extend = func(s []int) {
		if len(s) == n {
			all = append(all, append([]int(nil), s...))
			return
		}
		for c := range n {
			free := true
			for r, d := range s {
				if c == d || c-d == len(s)-r || d-c == len(s)-r {
					free = false
				}
			}
			if free {
				extend(append(s, c))
			}
		}
	}
	extend(nil)
	return all
}

// classify returns the unit of solution s and its weight, 0 if it is not counted.
func classify(s []int) (unit, weight uint64) {
	n, m := len(s), len(s)/2
	var west, east uint64
	weight = 1
	for r, c := range s {
		if c < m {
			west |= 1 << r
		}
		if c >= n-m { // the middle row's queen is not counted east of the middle
			east |= 1 << r
		}
		if n%2 == 0 && (c == r || c == n-1-r) {
			weight *= 2
			if c >= m {
				return 0, 0
			}
		}
	}
	if n%2 == 0 {
		return least(n, west, east), weight
	}
	y, x := 0, s[m]
	for s[y] != m {
		y++
	}
	all := (uint64(1)<<n - 1) &^ (1 << m)
	switch {
	case x == m:
		return least(n, east, all&^east), 1
	case x < m && m-x < max(y-m, m-y):
		return least(n, east), 4
	}
	return 0, 0
}

// least returns the least of sets and their mirror images.
func least(n int, sets ...uint64) uint64 {
	lowest := sets[0]
	for _, s := range sets {
		var mirror uint64
		for r := range n {
			mirror |= s >> r & 1 << (n - 1 - r)
		}
		lowest = min(lowest, s, mirror)
	}
	return lowest
}

func TestUnitRefuses(t *testing.T) {
	tests := []struct {
		name   string
		n      int
		rows   uint64
		reason verify.ReasonCode
	}{
		{"size zero", 0, 0, verify.WrongSize},
		{"negative size", -4, 3, verify.WrongSize},
		{"large size", 33, 1<<16 - 1, verify.WrongSize},
		{"too few rows", 8, 0b111, verify.NotARowSet},
		{"too many rows", 8, 0b11111, verify.NotARowSet},
		{"outside the board", 8, 0b100000111, verify.NotARowSet},
		{"middle row", 9, 0b11110, verify.NotARowSet},
		{"mirror image", 8, 0b11110000, verify.NotTheLeast},
		{"complement", 8, 0b11010010, verify.NotTheLeast},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := verify.Unit(t.Context(), tt.n, tt.rows)
			var unit *verify.UnitError
			if !errors.As(err, &unit) || unit.Reason != tt.reason || unit.N != tt.n || unit.Rows != tt.rows {
				t.Errorf("got %v, want reason %d", err, tt.reason)
			}
		})
	}
}

func TestCompleteRefuses(t *testing.T) {
	list := results(t, 8)
	clone := func() []verify.Result { return append([]verify.Result(nil), list...) }
	first, last := list[0].Rows, list[len(list)-1].Rows
	tests := []struct {
		name   string
		n      int
		list   []verify.Result
		rows   uint64
		reason verify.ReasonCode
	}{
		{"first missing", 8, clone()[1:], first, verify.MissingInList},
		{"last missing", 8, clone()[:len(list)-1], last, verify.MissingInList},
		{"twice", 8, append(clone(), list[3]), list[3].Rows, verify.TwiceInList},
		{"twice instead of another", 8, append(clone()[1:], list[3]), list[3].Rows, verify.TwiceInList},
		{"another size", 9, clone(), first, verify.MissingInList},
		{"empty", 8, nil, first, verify.MissingInList},
		{"no unit", 8, append(clone(), verify.Result{Rows: 1 << 40}), 1 << 40, verify.NotARowSet},
		{"no size", 0, nil, 0, verify.WrongSize},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := verify.Complete(tt.n, tt.list)
			var unit *verify.UnitError
			if !errors.As(err, &unit) || unit.Reason != tt.reason && tt.n != 9 || unit.Rows != tt.rows && tt.n != 9 {
				t.Errorf("got %v, want unit %b, reason %d", err, tt.rows, tt.reason)
			}
		})
	}
}

func TestUnitCancel(t *testing.T) {
	best := time.Hour
	for run := 0; run < 10 && best > 100*time.Millisecond; run++ { // a busy machine may be late
		ctx, cancel := context.WithCancel(t.Context())
		var at time.Time
		time.AfterFunc(30*time.Millisecond, func() { at = time.Now(); cancel() })
		_, err := verify.Unit(ctx, 32, firstUnit(32))
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v, want context.Canceled", err)
		}
		best = min(best, time.Since(at))
	}
	if best > 100*time.Millisecond {
		t.Errorf("stopped %v after the context ended, want at most 100 ms", best)
	}
}

// firstUnit returns a unit of the n x n board whose rows are spread out; it is found fast.
func firstUnit(n int) uint64 {
	var rows uint64
	for r := 0; r < n; r += 4 {
		rows |= 0b11 << r
	}
	return least(n, rows, (uint64(1)<<n-1)&^rows)
}

func BenchmarkUnit(b *testing.B) {
	for _, n := range []int{16, 18, 19, 20} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			var list []verify.Result
			for rows := range verify.Units(n) {
				list = append(list, verify.Result{Rows: rows})
			}
			for i := 0; b.Loop(); i++ {
				verify.Unit(b.Context(), n, list[i*7919%len(list)].Rows)
			}
		})
	}
}
