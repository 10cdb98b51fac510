// Package queens is the n-queens problem: placements, problems, conflicts and
// the searches that enumerate every solution.
//
// A placement puts one queen in every row of an n x n board so that no two
// share a column, a diagonal or an anti-diagonal. For eight queens:
//
//	for p := range queens.Solutions(8) {
//		fmt.Println(p) // 0 4 7 5 2 6 1 3, and 91 more
//	}
//
// [Solutions], [Count] and [First] answer for the empty board and need nothing
// else. A [Problem] adds given queens and blocked squares; its methods take a
// context and report errors. An [Engine] is one way of searching: the folders
// beside this one hold them (backtrack, bitboard, shuffle, ..) and package
// methods lists them in one table.
//
// Rows and columns count from 0; row 0 is the top row and column 0 the
// leftmost. A diagonal (\) has row-column constant, an anti-diagonal (/) has
// row+column constant.
//
// # Who should look elsewhere
//
// Whoever wants only the number of solutions of a large board: enumerating is
// the wrong method from size 16 or so up.
//
// # Concurrent use
//
// Placements, problems and verdicts are plain values. Every engine of this
// module may be searched from many goroutines at once, unless it reports to an
// [Observer]: then the observer must allow that. An iterator belongs to the
// goroutine that ranges over it.
package queens
