package count

import "math/bits"

// board is the geometry of a count.
//
// Every diagonal is named by where it meets the vertical middle of the board, counted from the north: for odd N the row in
// the middle column (N lines), for even N the gap between two cells of the two middle columns (N-1 lines):
//
//	even N = 2M                            odd N = 2M+1
//	west queen, dx columns from the        west queen, dx+1 columns from the
//	middle line:                           middle column:
//	  anti-diagonal / line r-dx-1            anti-diagonal / line r-dx-1
//	  diagonal      \ line r+dx              diagonal      \ line r+dx+1
//
// dx runs from 0 to M-1 and is the bit of the column in a column set. A half board's word has bit i for the anti-diagonal of line i
// and bit 32+i for the diagonal. In the east-west mirror the two change places (a rotation by
// 32), in the north-south mirror line i becomes lines-1-i and the two change places: the word's bits are reversed.
// Diagonals that miss the middle attack nobody outside their quarter and are in no word.
type board struct {
	n, m  int
	odd   int // 1 for odd N
	lines int // number of lines
}

func newBoard(n int) board { return board{n: n, m: n / 2, odd: n & 1, lines: n - 1 + n&1} }

func anti(line int) uint64 { return 1 << line }
func diag(line int) uint64 { return 1 << 32 << line }

// half is the row set, or column set, of a whole quarter.
func (b board) half() uint32 { return 1<<b.m - 1 }

// flip returns the word in the north-south mirror.
func (b board) flip(w uint64) uint64 { return bits.Reverse64(w) >> (32 - b.lines) }

// northSouth splits a row set of the whole board into its rows in the north and, counted from the south edge, in the south.
func (b board) northSouth(rows uint32) (north, south uint32) {
	return rows & b.half(), reverse(rows, b.n) & b.half()
}
