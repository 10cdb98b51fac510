package main

import (
	"fmt"
	"slices"
	"strings"

	"example.org/queens"
	"example.org/queens/notation"
)

const (
	// maxConflicts bounds how many conflicts of one placement are written out.
	maxConflicts = 1000

	// maxKept is the number of queens up to which all conflicts are kept: they
	// grow with its square.
	maxKept = 512
)

// A verdict says what is wrong with a placement. Of many conflicts it holds the
// first ones.
type verdict struct {
	queens.Verdict
	conflicts uint64 // how many there are
}

// judge judges squares as a solution of p.
func judge(p queens.Problem, squares []queens.Square) verdict {
	if len(squares) <= maxKept {
		v := p.Check(squares)
		return verdict{v, uint64(len(v.Conflicts))}
	}
	v := verdict{Verdict: queens.Verdict{Size: p.Size}}
	for _, s := range distinct(squares) {
		if s.On(p.Size) {
			v.Queens = append(v.Queens, s)
			continue
		}
		v.OffBoard = append(v.OffBoard, s)
	}
	for c := range queens.Conflicts(v.Queens) {
		if v.conflicts < maxConflicts {
			v.Conflicts = append(v.Conflicts, c)
		}
		v.conflicts++
	}
	v.Missing, v.Forbidden = broken(p, v.Queens)
	return v
}

// distinct returns the different squares in row order.
func distinct(squares []queens.Square) []queens.Square {
	sorted := slices.Clone(squares)
	slices.SortFunc(sorted, queens.Square.Compare)
	return slices.Compact(sorted)
}

// broken returns the given squares without a queen and the queens on blocked
// squares; the queens are sorted.
func broken(p queens.Problem, sorted []queens.Square) (missing, forbidden []queens.Square) {
	stands := func(s queens.Square) bool {
		_, found := slices.BinarySearchFunc(sorted, s, queens.Square.Compare)
		return found
	}
	for _, s := range distinct(p.Given) {
		if !stands(s) {
			missing = append(missing, s)
		}
	}
	for _, s := range distinct(p.Blocked) {
		if stands(s) {
			forbidden = append(forbidden, s)
		}
	}
	return missing, forbidden
}

// writeVerdict writes what is right or wrong with a placement: a line with the
// verdict and an indented line for everything wrong.
func (a *app) writeVerdict(v verdict, base int) error {
	name := nameOf(v, base)
	if v.Valid() {
		_, err := fmt.Fprintln(a.stdout, a.T("verdict.valid", "Placement", name))
		return err
	}
	fmt.Fprintln(a.stdout, a.T("verdict.invalid", "Placement", name))
	return a.writeFaults(v, base)
}

// writeFaults writes an indented line for everything wrong.
func (a *app) writeFaults(v verdict, base int) error {
	f := frame{v.Size, base}
	for _, s := range v.OffBoard {
		fmt.Fprintln(a.stdout, a.T("verdict.offboard", "Square", f.square(s), "Size", v.Size))
	}
	if len(v.Queens) != v.Size {
		fmt.Fprintln(a.stdout, a.T("verdict.number", "Have", len(v.Queens), "Want", v.Size))
	}
	for _, s := range v.Missing {
		fmt.Fprintln(a.stdout, a.T("verdict.missing", "Square", f.square(s)))
	}
	for _, s := range v.Forbidden {
		fmt.Fprintln(a.stdout, a.T("verdict.forbidden", "Square", f.square(s)))
	}
	if v.conflicts > 0 {
		fmt.Fprintln(a.stdout, a.N("verdict.conflicts", v.conflicts))
	}
	shown := v.Conflicts[:min(len(v.Conflicts), maxConflicts)]
	for _, c := range shown {
		if _, err := fmt.Fprintln(a.stdout, "    "+a.conflict(c, f)); err != nil {
			return err
		}
	}
	if more := v.conflicts - uint64(len(shown)); more > 0 {
		_, err := fmt.Fprintln(a.stdout, a.N("verdict.more", more))
		return err
	}
	return nil
}

// nameOf names a placement by its columns where no row has two queens, by its
// squares otherwise.
func nameOf(v verdict, base int) string {
	p, ok := notation.Entry{Size: v.Size, Squares: v.Queens}.Placement(nil)
	if ok && len(v.OffBoard) == 0 {
		return columnsText(p, base)
	}
	var names []string
	for _, squares := range [][]queens.Square{v.Queens, v.OffBoard} {
		for _, s := range squares {
			names = append(names, notation.FormatRowColumn(s, base))
		}
	}
	return strings.Join(names, " ")
}

// columnsText writes the columns of a placement, counted from base.
func columnsText(p queens.Placement, base int) string {
	shifted := p.Clone()
	for row, col := range p {
		if col != queens.None {
			shifted[row] += base
		}
	}
	return shifted.String()
}
