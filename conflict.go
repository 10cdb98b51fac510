package queens

import (
	"fmt"
	"iter"
	"slices"
)

// A Line is a direction along which two queens attack each other.
type Line uint8

// The four lines. NoLine, the zero value, joins squares that do not attack each
// other.
const (
	NoLine       Line = iota
	Row               // same row
	Column            // same column
	Diagonal          // \, row-column is the same
	AntiDiagonal      // /, row+column is the same
)

// String returns the English name of the line.
func (l Line) String() string {
	switch l {
	case Row:
		return "row"
	case Column:
		return "column"
	case Diagonal:
		return "diagonal"
	case AntiDiagonal:
		return "anti-diagonal"
	}
	return "no line"
}

// LineBetween returns the line that joins two different squares, [NoLine] if
// queens on them do not attack each other or the squares are the same.
func LineBetween(a, b Square) Line {
	switch {
	case a == b:
		return NoLine
	case a.Row == b.Row:
		return Row
	case a.Col == b.Col:
		return Column
	case a.Row-a.Col == b.Row-b.Col:
		return Diagonal
	case a.Row+a.Col == b.Row+b.Col:
		return AntiDiagonal
	}
	return NoLine
}

// A Conflict is a pair of queens that attack each other along Line. Queens
// between them do not matter: three queens in one row are three conflicts.
type Conflict struct {
	A, B Square // A comes before B in the squares looked at: in row order from Check and Validate
	Line Line
}

// String returns for example "0.0 and 1.1 share a diagonal".
func (c Conflict) String() string {
	article := "a"
	if c.Line == AntiDiagonal {
		article = "an"
	}
	return fmt.Sprintf("%v and %v share %s %v", c.A, c.B, article, c.Line)
}

// firstConflict returns the first pair that [Conflicts] yields. It walks the
// squares once, from the last, and looks up the next square on each line, so
// that a million given queens do not take hours.
func firstConflict(squares []Square) (first Conflict, found bool) {
	type line struct {
		Line
		value int // of row, column, row-column or row+column
	}
	next := make(map[line]int)
	for i, a := range slices.Backward(squares) {
		nearest := len(squares)
		for _, l := range [4]line{{Row, a.Row}, {Column, a.Col}, {Diagonal, a.Row - a.Col}, {AntiDiagonal, a.Row + a.Col}} {
			if j, taken := next[l]; taken {
				nearest = min(nearest, j)
			}
			next[l] = i
		}
		if nearest < len(squares) {
			b := squares[nearest]
			first, found = Conflict{a, b, LineBetween(a, b)}, true
		}
	}
	return first, found
}

// Conflicts yields every pair of squares on which queens attack each other, in
// the order of the slice. It looks at each pair in turn, on purpose: nothing
// clever can be wrong.
func Conflicts(squares []Square) iter.Seq[Conflict] {
	return func(yield func(Conflict) bool) {
		for i, a := range squares {
			for _, b := range squares[i+1:] {
				if line := LineBetween(a, b); line != NoLine && !yield(Conflict{a, b, line}) {
					return
				}
			}
		}
	}
}
