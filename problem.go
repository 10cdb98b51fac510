package queens

import (
	"slices"
	"strings"
)

// A Problem asks for every placement of Size queens that stand on all given
// squares and on no blocked one. The zero values of the optional fields ask for
// nothing. More constraints may be added in later versions, so name the fields
// in a literal; an engine refuses constraints it does not know ([Problem.Accept]).
type Problem struct {
	Size    int      // rows, columns and queens; at least 1
	Given   []Square // squares that hold a queen; the same square may be named twice
	Blocked []Square // squares that hold none
}

// A Constraint is a set of the optional demands that a [Problem] makes.
type Constraint uint

// The constraints of a problem beyond its size.
const (
	GivenQueens Constraint = 1 << iota
	BlockedSquares
)

// String returns the names of the constraints, joined by " and ".
func (c Constraint) String() string {
	var names []string
	if c&GivenQueens != 0 {
		names = append(names, "given queens")
	}
	if c&BlockedSquares != 0 {
		names = append(names, "blocked squares")
	}
	if len(names) == 0 {
		return "no constraint"
	}
	return strings.Join(names, " and ")
}

// Constraints returns which optional demands p makes.
func (p Problem) Constraints() Constraint {
	var c Constraint
	if len(p.Given) > 0 {
		c |= GivenQueens
	}
	if len(p.Blocked) > 0 {
		c |= BlockedSquares
	}
	return c
}

// Validate reports the first thing that makes p no problem at all: a
// [*SizeError] for a size below 1, a [*SquareError] for a square off the board,
// a [*GivenConflictError] for given queens that attack each other, a
// [*GivenBlockedError] for a given queen on a blocked square.
func (p Problem) Validate() error {
	if p.Size < 1 {
		return &SizeError{Size: p.Size}
	}
	for _, squares := range [][]Square{p.Given, p.Blocked} {
		for _, s := range squares {
			if !s.On(p.Size) {
				return &SquareError{Square: s, Size: p.Size}
			}
		}
	}
	given := distinct(p.Given)
	if c, found := firstConflict(given); found {
		return &GivenConflictError{Conflict: c}
	}
	for _, s := range p.Blocked {
		if _, found := slices.BinarySearchFunc(given, s, Square.Compare); found {
			return &GivenBlockedError{Square: s}
		}
	}
	return nil
}

// Accept is what an engine asks first: it validates p and then refuses, with a
// [*SizeError], sizes above max, and, with an [*UnsupportedError], constraints
// that the engine of that name does not honour.
func (p Problem) Accept(engine string, max int, honours Constraint) error {
	if p.Size > max {
		return &SizeError{Size: p.Size, Engine: engine, Max: max}
	}
	if err := p.Validate(); err != nil {
		return err
	}
	if extra := p.Constraints() &^ honours; extra != 0 {
		return &UnsupportedError{Engine: engine, Constraints: extra}
	}
	return nil
}

// GivenByRow returns the column of the given queen in each row, [None] where
// there is none; nil if no queen is given. p must be valid.
func (p Problem) GivenByRow() []int {
	if len(p.Given) == 0 {
		return nil
	}
	cols := make([]int, p.Size)
	for row := range cols {
		cols[row] = None
	}
	for _, s := range p.Given {
		cols[s.Row] = s.Col
	}
	return cols
}

// BlockedTable returns the blocked squares as a table, row after row: square
// (r, c) is at r*Size+c. It is nil if nothing is blocked. p must be valid.
func (p Problem) BlockedTable() []bool {
	if len(p.Blocked) == 0 {
		return nil
	}
	table := make([]bool, p.Size*p.Size)
	for _, s := range p.Blocked {
		table[s.Row*p.Size+s.Col] = true
	}
	return table
}
