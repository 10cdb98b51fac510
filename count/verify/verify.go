// Package verify recounts unit results of an exact n-queens count by plain backtracking.
//
// It is the independent side of package count: it takes plain numbers, shares no code with
// count or its kernels, uses no symmetry of the board and no half boards, and follows
// definition 1 of docs/counting.md word by word:
//
//   - [Unit] counts what one unit result means;
//   - [Complete] checks that a list of results has every unit once, and sums it;
//   - [Recount] picks random units of a list, recounts them on all cores and names those that differ.
//
// A unit takes about 20 ms at N = 18, 0.3 s at N = 20 and 4 s at N = 22, on one core. To
// recount a whole N is therefore slower than plain backtracking over the whole board; the
// package is made for samples.
package verify

import (
	"context"
	"fmt"
	"math/bits"
)

// MaxN is the largest board the package takes. A unit result fits 64 bits to there.
const MaxN = 32

// A ReasonCode says what is wrong with the name of a unit.
type ReasonCode int

const (
	WrongSize     ReasonCode = iota + 1 // n is outside 1..MaxN
	NotARowSet                          // not M rows of the board (odd n: other than the middle row)
	NotTheLeast                         // a row set, but not the least of its orbit
	TwiceInList                         // in a list more than once
	MissingInList                       // not in a list that should have every unit
)

var reasons = map[ReasonCode]string{
	WrongSize:     "board size outside 1 to 32",
	NotARowSet:    "not a set of half the rows",
	NotTheLeast:   "not the least row set of its orbit",
	TwiceInList:   "listed twice",
	MissingInList: "missing from the list",
}

// UnitError says that a unit is not one, or not one that a list may or must have.
type UnitError struct {
	N      int
	Rows   uint64 // the row set: bit r stands for row r
	Reason ReasonCode
}

func (e *UnitError) Error() string {
	return fmt.Sprintf("queens: unit %b of n=%d: %s", e.Rows, e.N, reasons[e.Reason])
}

// Unit returns the result of the unit named by rows on the n x n board, by definition 1 of
// docs/counting.md: the sum, over certain solutions whose row set is in the orbit of rows, of their weights.
// It returns a [*UnitError] if rows names no unit, and the context's error within 100 ms
// of its end.
func Unit(ctx context.Context, n int, rows uint64) (uint64, error) {
	if reason := notAUnit(n, rows); reason != 0 {
		return 0, &UnitError{N: n, Rows: rows, Reason: reason}
	}
	s := &search{n: n, ctx: ctx}
	if s.err = ctx.Err(); s.err == nil {
		if n%2 == 0 {
			even(s, rows)
		} else {
			odd(s, rows)
		}
	}
	if s.err != nil {
		return 0, s.err
	}
	return s.total, nil
}

// notAUnit returns why rows is not the name of a unit, or 0.
func notAUnit(n int, rows uint64) ReasonCode {
	switch {
	case n < 1 || n > MaxN:
		return WrongSize
	case rows&^halfRows(n) != 0 || bits.OnesCount64(rows) != n/2:
		return NotARowSet
	}
	if !isLeast(n, rows) {
		return NotTheLeast
	}
	return 0
}

// isLeast says whether no member of the orbit of rows is below it: orbit without the list, for [Units].
func isLeast(n int, rows uint64) bool {
	if reverse(n, rows) < rows {
		return false
	}
	rest := halfRows(n) &^ rows
	return n%2 == 1 || rows <= rest && rows <= reverse(n, rest)
}

// orbit returns the distinct row sets of the unit of rows, rows first: with the north-south mirror
// images and, for even n, the complements.
func orbit(n int, rows uint64) []uint64 {
	if n%2 == 1 {
		return distinct(rows, reverse(n, rows))
	}
	return withComplements(n, rows)
}

// withComplements returns the distinct ones of {rows, its mirror image, and their complements}.
func withComplements(n int, rows uint64) []uint64 {
	rest := halfRows(n) &^ rows
	return distinct(rows, reverse(n, rows), rest, reverse(n, rest))
}

// halfRows returns the rows that are shared out between the halves: all, but for the middle row of odd n.
func halfRows(n int) uint64 {
	all := uint64(1)<<n - 1
	if n%2 == 1 {
		all &^= 1 << (n / 2)
	}
	return all
}

// reverse moves row r to row n-1-r.
func reverse(n int, rows uint64) uint64 { return bits.Reverse64(rows) >> (64 - n) }

func distinct(sets ...uint64) []uint64 {
	var out []uint64
next:
	for _, s := range sets {
		for _, seen := range out {
			if s == seen {
				continue next
			}
		}
		out = append(out, s)
	}
	return out
}
