// Package known holds the published values of four counting sequences of the n-queens
// problem, with who computed them and when, as far as the sources say so.
//
// It is a table, not a computation: package count, which computes, must not import it.
// A value that nobody has published is an [*UnknownError], never a zero.
//
// The table is known.tsv, taken from a collection of reference values of the On-Line
// Encyclopedia of Integer Sequences (OEIS). Its last column says whether the value was
// recomputed when the collection was made or is taken from the source alone.
package known

import "fmt"

// A Sequence names one of the tabulated sequences by what it counts.
type Sequence int

const (
	// Total is Q(N), all solutions; OEIS A000170, known to N = 27.
	Total Sequence = iota
	// Fundamental is U(N), solutions up to the eight symmetries; OEIS A002562, known to N = 27.
	Fundamental
	// HalfTurn is R180(N), solutions that a half turn leaves unchanged; OEIS A032522, here to N = 32.
	HalfTurn
	// QuarterTurn is R90(N), solutions that a quarter turn leaves unchanged; OEIS A033148, here to N = 63.
	QuarterTurn
)

var sequenceIDs = [...]string{"A000170", "A002562", "A032522", "A033148"}

// OEIS returns the sequence's number in the On-Line Encyclopedia of Integer Sequences,
// such as "A000170", or "" for a value that is not one of the constants.
func (s Sequence) OEIS() string {
	if s < 0 || int(s) >= len(sequenceIDs) {
		return ""
	}
	return sequenceIDs[s]
}

// An Entry is one published value.
type Entry struct {
	Sequence Sequence
	N        int    // board size, at least 1
	Value    uint64 // every tabulated value fits
	By       string // who computed it first; "" where the source names nobody
	Year     int    // when; 0 where the source gives no year
	Source   string // where the value was taken from, and who confirmed it
	Verified string // "recomputed", "Burnside identity" or "source only"
}

// UnknownError says that no value of the sequence is published at this size, or at least
// that this table has none.
type UnknownError struct {
	Sequence Sequence
	N        int
	Last     int // the largest size with a value in the table
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("queens: no published value of %s for n=%d is known here (the last is n=%d)", e.Sequence.OEIS(), e.N, e.Last)
}

// SizeError says that N is not a board size: it is below 1.
type SizeError struct{ N int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("queens: board size %d is below 1", e.N)
}

// Q returns the published number of solutions on the n x n board. Its errors are those of [Lookup]:
// for n above 27 the answer is an [*UnknownError].
func Q(n int) (Entry, error) { return Lookup(Total, n) }

// Lookup returns the published value of sequence s at n. The error is a [*SizeError] for n below 1
// and an [*UnknownError] where the table has no value. It panics if s is not one of the constants.
func Lookup(s Sequence, n int) (Entry, error) {
	if s.OEIS() == "" {
		panic(fmt.Sprintf("known: no sequence %d", int(s)))
	}
	if n < 1 {
		return Entry{}, &SizeError{N: n}
	}
	values := table()[s]
	if n > len(values) {
		return Entry{}, &UnknownError{Sequence: s, N: n, Last: len(values)}
	}
	return values[n-1], nil
}

// Last returns the largest n for which [Lookup] has a value of s.
func Last(s Sequence) int { return len(table()[s]) }
