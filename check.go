package queens

import "slices"

// A Verdict says all that is wrong with a set of queens. The squares in each
// list are in row order.
type Verdict struct {
	Size      int        // size of the board, and the number of queens wanted
	Queens    []Square   // the different squares on the board
	Conflicts []Conflict // every pair of Queens that attack each other
	OffBoard  []Square   // squares outside the board
	Missing   []Square   // given squares without a queen
	Forbidden []Square   // queens on blocked squares
}

// Valid reports whether the queens are a solution: Size of them, all on the
// board, without conflict, on every given and no blocked square.
func (v Verdict) Valid() bool {
	return v.Size > 0 && len(v.Queens) == v.Size && len(v.Conflicts) == 0 &&
		len(v.OffBoard) == 0 && len(v.Missing) == 0 && len(v.Forbidden) == 0
}

// Check judges queens on an empty board of size n. It takes any set of squares,
// so also rows with two queens or none; a square named twice counts once. It
// compares every pair, on purpose: every solution in the tests goes through it.
func Check(n int, queens []Square) Verdict {
	return Problem{Size: n}.Check(queens)
}

// Check judges queens as a solution of p, see [Check].
func (p Problem) Check(queens []Square) Verdict {
	v := Verdict{Size: p.Size}
	for _, s := range distinct(queens) {
		if !s.On(p.Size) {
			v.OffBoard = append(v.OffBoard, s)
			continue
		}
		v.Queens = append(v.Queens, s)
	}
	v.Conflicts = slices.Collect(Conflicts(v.Queens))
	for _, s := range distinct(p.Given) {
		if !slices.Contains(v.Queens, s) {
			v.Missing = append(v.Missing, s)
		}
	}
	for _, s := range distinct(p.Blocked) {
		if slices.Contains(v.Queens, s) {
			v.Forbidden = append(v.Forbidden, s)
		}
	}
	return v
}

// distinct returns the different squares in row order.
func distinct(squares []Square) []Square {
	sorted := slices.Clone(squares)
	slices.SortFunc(sorted, Square.Compare)
	return slices.Compact(sorted)
}
