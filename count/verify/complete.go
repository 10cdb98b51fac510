package verify

import (
	"cmp"
	"iter"
	"math/big"
	"math/bits"
	"slices"
)

// A Result is what a count claims about one unit: Rows names it, Value is its result.
type Result struct {
	Rows  uint64
	Value uint64
}

// Units yields the names of all units of the n x n board in increasing order, nothing for n
// outside 1..MaxN.
func Units(n int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if n < 1 || n > MaxN {
			return
		}
		m := n / 2
		places := m * 2 // a middle row is left out and put back below
		for set := uint64(1)<<m - 1; set < 1<<places; set = nextSet(set) {
			rows := set
			if n%2 == 1 {
				north := set & (1<<m - 1)
				rows = north | set>>m<<(m+1)
			}
			if notAUnit(n, rows) == 0 && !yield(rows) {
				return
			}
			if set == 0 {
				return // n = 1
			}
		}
	}
}

// nextSet returns the next larger number with as many bits as set (Gosper's hack).
func nextSet(set uint64) uint64 {
	low := set & -set
	carry := set + low
	return carry | (set^carry)>>(bits.TrailingZeros64(low)+2)
}

// Complete checks that results has every unit of the n x n board exactly once, in any order, and
// returns the sum of their values, which is the total the list claims for Q(n). The error is a
// [*UnitError] that names the first unit at fault.
func Complete(n int, results []Result) (*big.Int, error) {
	sorted := slices.Clone(results)
	slices.SortFunc(sorted, func(a, b Result) int { return cmp.Compare(a.Rows, b.Rows) })
	if n < 1 || n > MaxN {
		return nil, &UnitError{N: n, Reason: WrongSize}
	}
	sum := new(big.Int)
	for i, r := range sorted {
		if reason := notAUnit(n, r.Rows); reason != 0 {
			return nil, &UnitError{N: n, Rows: r.Rows, Reason: reason}
		}
		if i > 0 && sorted[i-1].Rows == r.Rows {
			return nil, &UnitError{N: n, Rows: r.Rows, Reason: TwiceInList}
		}
		sum.Add(sum, new(big.Int).SetUint64(r.Value))
	}
	i := 0
	for rows := range Units(n) {
		if i == len(sorted) || sorted[i].Rows != rows {
			return nil, &UnitError{N: n, Rows: rows, Reason: MissingInList}
		}
		i++
	}
	return sum, nil
}
