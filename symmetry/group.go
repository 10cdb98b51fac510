package symmetry

import (
	"slices"

	"example.org/queens"
)

// A Group is a set of symmetries that is closed under composition.
type Group []Symmetry

// Whole returns the group of all eight symmetries.
func Whole() Group { return All() }

// Of returns the symmetries that leave p unchanged: they map given squares to
// given squares and blocked squares to blocked ones, and so solutions to
// solutions. p must be valid.
func Of(p queens.Problem) Group {
	var group Group
	for _, s := range All() {
		if s.keeps(p.Size, p.Given) && s.keeps(p.Size, p.Blocked) {
			group = append(group, s)
		}
	}
	return group
}

// keeps reports whether s maps the set of squares onto itself.
func (s Symmetry) keeps(n int, squares []queens.Square) bool {
	set := make(map[queens.Square]bool, len(squares))
	for _, q := range squares {
		set[q] = true
	}
	for q := range set {
		if !set[s.Square(n, q)] {
			return false
		}
	}
	return true
}

// IsFundamental reports whether p is the least of its images under the group.
func (g Group) IsFundamental(p queens.Placement) bool {
	image := make(queens.Placement, len(p))
	for _, s := range g {
		if s == Identity {
			continue
		}
		s.imageInto(image, p)
		if slices.Compare(image, p) < 0 {
			return false
		}
	}
	return true
}

// OrbitSize returns the number of different images of p under the group.
func (g Group) OrbitSize(p queens.Placement) int {
	image := make(queens.Placement, len(p))
	stable := 0
	for _, s := range g {
		s.imageInto(image, p)
		if slices.Equal(image, p) {
			stable++
		}
	}
	return len(g) / stable
}
