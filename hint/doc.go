// Package hint helps someone who places queens by hand: can what stands still be
// completed, which row or column to look at, which square to take, and why.
//
// A hint that says Must is true of every completion: no other square of that
// row, or of that column, leads to a solution. It says so because the square is
// the only one left there, or because a search refuted all the others. A hint
// without Must shows a square that leads to a solution, which others may too.
//
// The search takes the row or column with the fewest free squares first and
// visits no more than a given number of nodes, so a hint takes some
// milliseconds; when that is not enough it says that it does not know.
//
// Who wants to know how many completions there are should count them with
// package bitboard.
package hint
