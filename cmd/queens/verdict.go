package main

import (
	"fmt"

	"example.org/queens"
	"example.org/queens/notation"
)

// maxConflicts bounds how many conflicts of one placement are written out.
const maxConflicts = 1000

// writeVerdict writes what is right or wrong with a placement: a line with the
// verdict and an indented line for everything wrong.
func (a *app) writeVerdict(v queens.Verdict) error {
	name := squaresText(v)
	if v.Valid() {
		_, err := fmt.Fprintln(a.stdout, a.T("verdict.valid", "Placement", name))
		return err
	}
	fmt.Fprintln(a.stdout, a.T("verdict.invalid", "Placement", name))
	return a.writeFaults(v)
}

// writeFaults writes an indented line for everything wrong.
func (a *app) writeFaults(v queens.Verdict) error {
	for _, s := range v.OffBoard {
		fmt.Fprintln(a.stdout, a.T("verdict.offboard", "Square", s, "Size", v.Size))
	}
	if len(v.Queens) != v.Size {
		fmt.Fprintln(a.stdout, a.T("verdict.number", "Have", len(v.Queens), "Want", v.Size))
	}
	for _, s := range v.Missing {
		fmt.Fprintln(a.stdout, a.T("verdict.missing", "Square", a.square(s, v.Size)))
	}
	for _, s := range v.Forbidden {
		fmt.Fprintln(a.stdout, a.T("verdict.forbidden", "Square", a.square(s, v.Size)))
	}
	if len(v.Conflicts) > 0 {
		fmt.Fprintln(a.stdout, a.N("verdict.conflicts", uint64(len(v.Conflicts))))
	}
	for i, c := range v.Conflicts {
		if i == maxConflicts {
			fmt.Fprintln(a.stdout, a.T("verdict.more", "More", len(v.Conflicts)-i))
			break
		}
		if _, err := fmt.Fprintln(a.stdout, "    "+a.conflict(c, v.Size)); err != nil {
			return err
		}
	}
	return nil
}

// squaresText names a placement by its columns where every row has one queen,
// by its squares otherwise.
func squaresText(v queens.Verdict) string {
	p := make(queens.Placement, 0, v.Size)
	for row, s := range v.Queens {
		if s.Row != row || len(v.OffBoard) > 0 {
			break
		}
		p = append(p, s.Col)
	}
	if len(p) == v.Size && len(v.Queens) == v.Size {
		return p.String()
	}
	text := fmt.Sprint(append(append([]queens.Square{}, v.Queens...), v.OffBoard...))
	return text[1 : len(text)-1]
}

// square names a square in both ways: a8 (0.0).
func (a *app) square(s queens.Square, n int) string {
	return fmt.Sprintf("%s (%v)", notation.FormatSquare(s, n), s)
}

// conflict says which two queens attack each other and along which line, with
// the arrow and the formula that no two authors disagree on.
func (a *app) conflict(c queens.Conflict, n int) string {
	line := ""
	switch c.Line {
	case queens.Row:
		line = a.T("line.row", "Value", c.A.Row)
	case queens.Column:
		line = a.T("line.column", "Value", c.A.Col)
	case queens.Diagonal:
		line = a.T("line.diagonal", "Value", c.A.Row-c.A.Col)
	case queens.AntiDiagonal:
		line = a.T("line.antidiagonal", "Value", c.A.Row+c.A.Col)
	}
	return a.T("conflict", "A", a.square(c.A, n), "B", a.square(c.B, n), "Line", line)
}
