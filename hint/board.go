package hint

import (
	"math/bits"
	"slices"

	"example.org/queens"
)

// A board is the queens that stand and what they attack. In every mask bit 0 is
// the first; diags are numbered by row-column+size-1, antis by row+column.
type board struct {
	size, placed       int
	rows, cols         uint64          // with a queen
	diags, antis       uint64          // with a queen
	blocked, blockedBy [MaxSize]uint64 // blocked squares of each row as columns, of each column as rows
}

func newBoard(p queens.Problem) *board {
	b := &board{size: p.Size}
	for _, q := range p.Given {
		if b.rows>>q.Row&1 == 0 { // a square may be given twice
			b.place(q)
		}
	}
	for _, q := range p.Blocked {
		b.block(q)
	}
	return b
}

func (b *board) place(q queens.Square) {
	b.placed++
	b.rows |= 1 << q.Row
	b.cols |= 1 << q.Col
	b.diags |= 1 << (q.Row - q.Col + b.size - 1)
	b.antis |= 1 << (q.Row + q.Col)
}

func (b *board) block(q queens.Square) {
	b.blocked[q.Row] |= 1 << q.Col
	b.blockedBy[q.Col] |= 1 << q.Row
}

// without returns a copy of b on which q is blocked too.
func (b *board) without(q queens.Square) *board {
	c := *b
	c.block(q)
	return &c
}

// inRow returns the free columns of a row without a queen: a queen on column c
// stands on diagonal row-c+size-1, so the diagonals run against the columns.
func (b *board) inRow(row int) uint64 {
	diags := bits.Reverse64(b.diags>>row) >> (64 - b.size)
	return b.whole() &^ (b.cols | b.blocked[row] | diags | b.antis>>row)
}

// inColumn returns the free rows of a column without a queen.
func (b *board) inColumn(col int) uint64 {
	diags := b.diags >> (b.size - 1 - col)
	return b.whole() &^ (b.rows | b.blockedBy[col] | diags | b.antis>>col)
}

func (b *board) whole() uint64 { return 1<<b.size - 1 }

// A line is a row or a column without a queen.
type line struct {
	kind  queens.Line
	index int
	free  int    // how many free squares it has
	mask  uint64 // which
}

// tightest returns the line with the fewest free squares, a row before a column.
// There must be a line without a queen.
func (b *board) tightest() line {
	best := line{free: b.size + 1}
	for i := range b.size {
		if b.rows>>i&1 == 0 {
			best = best.or(line{kind: queens.Row, index: i, mask: b.inRow(i)})
		}
		if best.free == 0 {
			return best
		}
	}
	for i := range b.size {
		if b.cols>>i&1 == 0 {
			best = best.or(line{kind: queens.Column, index: i, mask: b.inColumn(i)})
		}
	}
	return best
}

// or returns the tighter of two lines.
func (l line) or(m line) line {
	if m.free = bits.OnesCount64(m.mask); m.free < l.free {
		return m
	}
	return l
}

// squareAt returns the square of the line at a position in its mask.
func (l line) squareAt(i int) queens.Square {
	if l.kind == queens.Row {
		return queens.Square{Row: l.index, Col: i}
	}
	return queens.Square{Row: i, Col: l.index}
}

// square returns the square of the line that p has a queen on.
func (l line) square(p queens.Placement) queens.Square {
	if l.kind == queens.Row {
		return queens.Square{Row: l.index, Col: p[l.index]}
	}
	return queens.Square{Row: slices.Index(p, l.index), Col: l.index}
}

// open returns for each row without a queen the tighter of the two lines through
// the square of p there, the tightest first.
func (b *board) open(p queens.Placement) []line {
	var lines []line
	for row, col := range p {
		if b.rows>>row&1 == 0 {
			l := line{free: b.size + 1}.or(line{kind: queens.Row, index: row, mask: b.inRow(row)})
			lines = append(lines, l.or(line{kind: queens.Column, index: col, mask: b.inColumn(col)}))
		}
	}
	slices.SortStableFunc(lines, func(l, m line) int { return l.free - m.free })
	return lines
}

// hint returns a hint about the line as a whole.
func (l line) hint(s State, r Reason) Hint {
	return Hint{State: s, Reason: r, Line: l.kind, Index: l.index, Free: l.free}
}

// on returns the hint to place the queen of the line as p does.
func (l line) on(p queens.Placement, r Reason, must bool) Hint {
	h := l.hint(Solvable, r)
	h.Must, h.Square = must, l.square(p)
	return h
}
