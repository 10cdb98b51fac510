package queens

import (
	"cmp"
	"slices"
	"strconv"
)

// None stands in a [Placement] for a row without a queen.
const None = -1

// A Placement holds the column of the queen in each row: p[r] is in 0..len(p)-1.
// A partial placement has [None] in the rows that hold no queen. The zero value
// is the placement of the empty board.
type Placement []int

// Clone returns a copy that shares no memory with p.
func (p Placement) Clone() Placement { return slices.Clone(p) }

// Squares returns the squares of the queens in row order; rows with [None] are
// left out.
func (p Placement) Squares() []Square {
	squares := make([]Square, 0, len(p))
	for row, col := range p {
		if col != None {
			squares = append(squares, Square{row, col})
		}
	}
	return squares
}

// String returns the columns separated by spaces, "-" for a row without a queen.
func (p Placement) String() string {
	var text []byte
	for row, col := range p {
		if row > 0 {
			text = append(text, ' ')
		}
		if col == None {
			text = append(text, '-')
			continue
		}
		text = strconv.AppendInt(text, int64(col), 10)
	}
	return string(text)
}

// A Square is one square of the board; row 0 is the top row, column 0 the
// leftmost column.
type Square struct {
	Row, Col int
}

// On reports whether s lies on the board of size n.
func (s Square) On(n int) bool {
	return 0 <= s.Row && s.Row < n && 0 <= s.Col && s.Col < n
}

// Compare orders squares by row, then column, for use with [slices.SortFunc].
func (s Square) Compare(t Square) int {
	return cmp.Or(cmp.Compare(s.Row, t.Row), cmp.Compare(s.Col, t.Col))
}

// String returns "row.column", both counted from 0.
func (s Square) String() string {
	return strconv.Itoa(s.Row) + "." + strconv.Itoa(s.Col)
}
