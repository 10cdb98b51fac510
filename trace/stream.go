package trace

import "example.org/queens"

// eventBytes is what an event takes.
const eventBytes = 8

// What the fields of a word can hold.
const (
	maxKind   = 1<<4 - 1
	maxLine   = 1<<3 - 1
	maxCell   = 1<<10 - 1
	maxAmount = 1<<12 - 1
	cellBits  = 20 // a row and a column together
)

// Where the fields of an event begin: the first word is the lower half.
const (
	flagAt     = 4
	lineAt     = 5
	rowAt      = 8
	colAt      = 18
	otherRowAt = 32
	otherColAt = 42
	amountAt   = 52
)

// hasSquare and hasOther say which kinds use the fields.
func hasSquare(k queens.EventKind) bool {
	switch k {
	case queens.EventSolution, queens.EventCandidate, queens.EventRestart, queens.EventProof:
		return false
	}
	return true
}

func hasOther(k queens.EventKind) bool {
	switch k {
	case queens.EventConflict, queens.EventSwap, queens.EventDigit:
		return true
	}
	return false
}

// amount returns the field of an event that its amount is, nil for none.
func amount(e *queens.Event) *int {
	switch e.Kind {
	case queens.EventGiven, queens.EventPlace, queens.EventRemove, queens.EventRestart, queens.EventMark:
		return &e.Marks
	case queens.EventTry, queens.EventConflict, queens.EventBlocked, queens.EventSolution, queens.EventLine:
		return &e.Tests
	}
	return nil
}

// pack returns an event of a board of at most [MaxSize] rows as two words in one,
// the first in the lower half.
func pack(e queens.Event) uint64 {
	word := uint64(e.Kind) | uint64(e.Line)<<lineAt
	if e.Yes {
		word |= 1 << flagAt
	}
	if e.Kind == queens.EventProof {
		return word | e.Nodes&(1<<cellBits-1)<<rowAt | e.Nodes>>cellBits<<otherRowAt
	}
	if hasSquare(e.Kind) {
		word |= uint64(e.Square.Row)<<rowAt | uint64(e.Square.Col)<<colAt
	}
	if hasOther(e.Kind) {
		word |= uint64(e.Other.Row)<<otherRowAt | uint64(e.Other.Col)<<otherColAt
	}
	if e.Kind == queens.EventLine {
		word |= uint64(min(e.Free, maxCell))<<otherRowAt | uint64(min(e.Ties, maxCell))<<otherColAt
	}
	if a := amount(&e); a != nil {
		word |= uint64(*a) << amountAt
	}
	return word
}

// unpack is the inverse of pack. It ignores fields that the kind does not use.
func unpack(word uint64) queens.Event {
	cell := func(at int) int { return int(word >> at & maxCell) }
	e := queens.Event{
		Kind: queens.EventKind(word & maxKind),
		Line: queens.Line(word >> lineAt & maxLine),
		Yes:  word>>flagAt&1 != 0,
	}
	if e.Kind == queens.EventProof {
		e.Nodes = word>>rowAt&(1<<cellBits-1) | word>>otherRowAt<<cellBits
		return e
	}
	if hasSquare(e.Kind) {
		e.Square = queens.Square{Row: cell(rowAt), Col: cell(colAt)}
	}
	if hasOther(e.Kind) {
		e.Other = queens.Square{Row: cell(otherRowAt), Col: cell(otherColAt)}
	}
	if e.Kind == queens.EventLine {
		e.Free, e.Ties = cell(otherRowAt), cell(otherColAt)
	}
	if a := amount(&e); a != nil {
		*a = int(word >> amountAt & maxAmount)
	}
	return e
}
