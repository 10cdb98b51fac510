// Package notation writes placements as text and reads them back, in every
// form the posts, chess players and other programs use.
//
// The forms stand in one table, [Forms]: for 1302, a solution of size 4,
//
//	list       行：0列：1 and so on, a line a row, below a heading 第1种摆放位置
//	grid       0 1 0 0 and so on, below a heading 第1种摆放方式
//	pairs      (0, 1), (1, 3), (2, 0), (3, 2)
//	digits     1302
//	columns    1 3 0 2
//	algebraic  b4 d3 a2 c1
//	fen        1Q2/3Q/Q3/2Q1
//	board      ♛ and ▢, with ranks and files in the margin
//	ascii      . Q . . and so on
//	leetcode   [".Q..","...Q","Q...","..Q."]
//	json       {"n":4,"columns":[1,3,0,2]}
//	csv        1,3,0,2
//
// A [Writer] writes one of them. A [Reader] reads them all; it finds out which
// one it reads, and returns sets of squares, so that [queens.Check] can judge
// what is no placement. [ParseSquares] reads lists of squares as a1,b5 or 0.4.
//
// Every form but digits takes sizes to [MaxSize]; digits ends at 36, where its
// digits do, and leetcode at 1024, since it puts a whole board on one line.
// A partial placement shows an empty row as "-" where the form names columns,
// as null in json.
//
// # How a text is read
//
// Placements are separated by a line end in the forms that take one line, by a
// blank line or a heading (第1种.., placement 1) in the others. CRLF, a byte
// order mark, full-width letters, digits and punctuation are read, and so are
// capital and small letters. A size that the form does not show (list, pairs,
// algebraic) is the number of squares, empty rows included, unless
// [ReadOptions] names it.
//
// The form is told by the first line that is not blank, no heading and not made
// of "-" alone. Only rows of 0 and 1 need more lines: n rows of n are one grid;
// a single row is columns, digits or csv; any other number of them could be a
// damaged grid or a list of placements, and is an [*AmbiguousError]. A lone 0
// is a queen in column 0. Once a grid, list, board or ascii form was found, the
// next placement may be in another of these four, as where a list and a grid of
// each placement alternate. A text in a form of one line stays in it.
//
// Whether list, pairs, columns and csv count from 0 or 1 is told by the first
// placement that fits only one of the two; if none does, that is an
// [*AmbiguousError] too. A json object counts from 0 unless it or the options
// say otherwise. Detection reads ahead at most a mebibyte, and stops as soon as
// it knows.
//
// Where the base is known, a number outside the board is a square off the
// board, for the caller to judge; where it is to be found out, a number that
// fits neither base is a [*SyntaxError], and so is always a digit outside the
// board in the digits form.
package notation
