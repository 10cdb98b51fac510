package bitboard

import "example.org/queens"

// A board is a problem as masks, with the rows of given queens taken out: the
// search fills rows 0..height-1, which lie in board rows rows[0], rows[1], ..
//
// In every mask bit 0 is column 0. cols holds the columns of the queens above,
// diags and antis the squares of the row at hand that they attack along a
// diagonal (\, row-column constant) and an anti-diagonal (/, row+column
// constant). One row down a diagonal has moved one column to the right, which
// is one bit up, and an anti-diagonal one column to the left:
//
//	column   0 1 2 3 4
//	row r    . . Q . .    bit = 1<<2
//	row r+1  . / | \ .    antis = bit>>1   cols = bit   diags = bit<<1
//	row r+2  / . | . \    antis = bit>>2   cols = bit   diags = bit<<2
//
// What is shifted off the left edge is gone; what is shifted off the right edge
// of a board below 64 columns is masked out by free.
type board struct {
	size   int
	height int              // rows to fill
	rows   []int            // board row of each
	free   [MaxSize]uint64  // squares of each that are neither blocked nor attacked by a given queen
	gap    [MaxSize]uint8   // board rows from each to the next
	given  queens.Placement // the given queens, None elsewhere
}

// MaxSize is the largest board that is searched: a row is one word.
const MaxSize = 64

// newBoard returns the masks of p, which must have been accepted.
func newBoard(p queens.Problem) *board {
	b := &board{size: p.Size, given: make(queens.Placement, p.Size)}
	for row := range b.given {
		b.given[row] = queens.None
	}
	for _, s := range p.Given {
		b.given[s.Row] = s.Col
	}
	for row := range p.Size {
		if b.given[row] != queens.None {
			continue
		}
		if b.height > 0 {
			b.gap[b.height-1] = uint8(row - b.rows[b.height-1])
		}
		b.rows = append(b.rows, row)
		b.free[b.height] = b.open(p, row)
		b.height++
	}
	return b
}

// open returns the squares of a row that the problem itself leaves open.
func (b *board) open(p queens.Problem, row int) uint64 {
	open := ^uint64(0) >> (MaxSize - p.Size)
	for _, s := range p.Given {
		distance := row - s.Row
		open &^= bit(s.Col) | bit(s.Col+distance) | bit(s.Col-distance)
	}
	for _, s := range p.Blocked {
		if s.Row == row {
			open &^= bit(s.Col)
		}
	}
	return open
}

// bit returns the mask of a column, 0 for one that does not exist.
func bit(col int) uint64 {
	if col < 0 {
		return 0
	}
	return 1 << col
}

// stats returns the statistics of a search of b that visited nodes[i] nodes in
// the i-th row to fill, delivered solutions and has kept nodes: those on the
// way to a solution, or not yet returned from.
func (b *board) stats(nodes *[MaxSize]uint64, solutions, kept uint64) queens.Stats {
	stats := queens.Stats{Solutions: solutions, Levels: make([]uint64, b.size)}
	for i, row := range b.rows {
		stats.Levels[row] = nodes[i]
		stats.Nodes += nodes[i]
	}
	stats.Backtracks = stats.Nodes - kept
	return stats
}
