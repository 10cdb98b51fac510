package main

import (
	"example.org/queens"
	"example.org/queens/notation"
)

// A frame is how squares are named: on a board of what size, with rows and
// columns counted from 0 or 1.
type frame struct{ size, base int }

// square names a square in both ways, as far as it has both: a8 (0.0).
func (f frame) square(s queens.Square) string {
	numbers := notation.FormatRowColumn(s, f.base)
	if s.Col < 0 || s.Row > f.size {
		return numbers
	}
	return notation.FormatSquare(s, f.size) + " (" + numbers + ")"
}

// conflict says which two queens attack each other and along which line, with
// the arrow and the formula that no two authors disagree on.
func (a *app) conflict(c queens.Conflict, f frame) string {
	line := ""
	switch c.Line {
	case queens.Row:
		line = a.T("line.row", "Value", c.A.Row+f.base)
	case queens.Column:
		line = a.T("line.column", "Value", c.A.Col+f.base)
	case queens.Diagonal:
		line = a.T("line.diagonal", "Value", c.A.Row-c.A.Col)
	case queens.AntiDiagonal:
		line = a.T("line.antidiagonal", "Value", c.A.Row+c.A.Col+2*f.base)
	}
	return a.T("conflict", "A", f.square(c.A), "B", f.square(c.B), "Line", line)
}
