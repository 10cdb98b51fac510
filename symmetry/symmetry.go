// Package symmetry knows the eight symmetries of the square board: the images
// of a placement, its orbit and stabiliser, and which solutions are fundamental.
package symmetry

import (
	"slices"

	"example.org/queens"
)

// A Symmetry is one of the eight that map the board onto itself.
type Symmetry uint8

// The eight symmetries. Rotations are clockwise.
const (
	Identity           Symmetry = iota
	QuarterTurn                 // rotation by 90 degrees
	HalfTurn                    // rotation by 180 degrees
	ThreeQuarterTurn            // rotation by 270 degrees
	FlipColumns                 // left and right change places
	FlipRows                    // top and bottom change places
	FlipDiagonal                // rows and columns change places: mirror at \
	FlipAntiDiagonal            // mirror at /
	numberOfSymmetries          // how many there are
)

// All returns the eight symmetries, [Identity] first.
func All() []Symmetry {
	all := make([]Symmetry, numberOfSymmetries)
	for i := range all {
		all[i] = Symmetry(i)
	}
	return all
}

// String returns the English name of the symmetry.
func (s Symmetry) String() string {
	names := [...]string{
		"identity", "quarter turn", "half turn", "three-quarter turn",
		"column flip", "row flip", "diagonal flip", "anti-diagonal flip",
	}
	if int(s) < len(names) {
		return names[s]
	}
	return "no symmetry"
}

// Square returns the image of a square on the board of size n.
func (s Symmetry) Square(n int, q queens.Square) queens.Square {
	r, c, last := q.Row, q.Col, n-1
	switch s {
	case QuarterTurn:
		r, c = c, last-r
	case HalfTurn:
		r, c = last-r, last-c
	case ThreeQuarterTurn:
		r, c = last-c, r
	case FlipColumns:
		c = last - c
	case FlipRows:
		r = last - r
	case FlipDiagonal:
		r, c = c, r
	case FlipAntiDiagonal:
		r, c = last-c, last-r
	}
	return queens.Square{Row: r, Col: c}
}

// Image returns the image of p under s. p must be a permutation: one queen in
// every row and column, as a solution is.
func (s Symmetry) Image(p queens.Placement) queens.Placement {
	image := make(queens.Placement, len(p))
	s.imageInto(image, p)
	return image
}

// imageInto writes the image of p into image, which has the same length.
func (s Symmetry) imageInto(image, p queens.Placement) {
	for row, col := range p {
		q := s.Square(len(p), queens.Square{Row: row, Col: col})
		image[q.Row] = q.Col
	}
}

// Images returns the images of p under all eight symmetries in the order of
// [All]; some coincide if p is symmetric.
func Images(p queens.Placement) []queens.Placement {
	images := make([]queens.Placement, numberOfSymmetries)
	for i := range images {
		images[i] = Symmetry(i).Image(p)
	}
	return images
}

// Orbit returns the different images of p in lexicographic order: 8, 4 or 2
// for a solution, 1 at size 1.
func Orbit(p queens.Placement) []queens.Placement {
	images := Images(p)
	slices.SortFunc(images, slices.Compare[queens.Placement])
	return slices.CompactFunc(images, slices.Equal[queens.Placement])
}

// Stabilizer returns the symmetries that leave p as it is. The sizes of orbit
// and stabiliser multiply to 8.
func Stabilizer(p queens.Placement) []Symmetry {
	var stable []Symmetry
	for _, s := range All() {
		if slices.Equal(s.Image(p), p) {
			stable = append(stable, s)
		}
	}
	return stable
}

// Canonical returns the lexicographically least image of p.
func Canonical(p queens.Placement) queens.Placement {
	return slices.MinFunc(Images(p), slices.Compare[queens.Placement])
}

// IsFundamental reports whether p is the least of its orbit. One solution of
// each orbit is; their number is OEIS A002562.
func IsFundamental(p queens.Placement) bool { return Whole().IsFundamental(p) }
