package symmetry

import "example.org/queens"

// A Class is the kind of symmetry that a solution has.
type Class uint8

// The classes. A solution cannot be its own mirror image when n > 1: two queens
// would share a row, a column or a diagonal.
const (
	Asymmetric    Class = iota // changed by every symmetry: orbit of 8
	HalfTurned                 // unchanged by a half turn alone: orbit of 4
	QuarterTurned              // unchanged by a quarter turn: orbit of 2
	Single                     // the queen of size 1: orbit of 1
)

// String returns the English name of the class.
func (c Class) String() string {
	names := [...]string{"asymmetric", "half-turn", "quarter-turn", "single"}
	if int(c) < len(names) {
		return names[c]
	}
	return "no class"
}

// ClassOf returns the class of a solution.
func ClassOf(p queens.Placement) Class {
	switch Whole().OrbitSize(p) {
	case 8:
		return Asymmetric
	case 4:
		return HalfTurned
	case 2:
		return QuarterTurned
	}
	return Single
}
