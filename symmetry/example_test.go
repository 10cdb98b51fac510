package symmetry_test

import (
	"fmt"

	"example.org/queens"
	"example.org/queens/symmetry"
)

// The twelve fundamental solutions for eight queens.
func Example() {
	count, members := 0, 0
	for p := range queens.Solutions(8) {
		if symmetry.IsFundamental(p) {
			count++
			members += len(symmetry.Orbit(p))
		}
	}
	fmt.Println(count, "fundamental solutions stand for", members)
	// Output: 12 fundamental solutions stand for 92
}

func ExampleAll() {
	for _, s := range symmetry.All() {
		fmt.Println(s, s.Image(queens.Placement{0, 2, 4, 1, 3}))
	}
	// Output:
	// identity 0 2 4 1 3
	// quarter turn 4 1 3 0 2
	// half turn 1 3 0 2 4
	// three-quarter turn 2 4 1 3 0
	// column flip 4 2 0 3 1
	// row flip 3 1 4 2 0
	// diagonal flip 0 3 1 4 2
	// anti-diagonal flip 2 0 3 1 4
}

func ExampleSymmetry_Square() {
	fmt.Println(symmetry.QuarterTurn.Square(8, queens.Square{Row: 0, Col: 0}))
	// Output: 0.7
}

func ExampleSymmetry_Image() {
	fmt.Println(symmetry.FlipColumns.Image(queens.Placement{1, 3, 0, 2}))
	// Output: 2 0 3 1
}

func ExampleImages() {
	fmt.Println(symmetry.Images(queens.Placement{1, 3, 0, 2}))
	// Output: [1 3 0 2 1 3 0 2 1 3 0 2 1 3 0 2 2 0 3 1 2 0 3 1 2 0 3 1 2 0 3 1]
}

func ExampleOrbit() {
	for _, p := range symmetry.Orbit(queens.Placement{2, 0, 3, 1}) {
		fmt.Println(p)
	}
	// Output:
	// 1 3 0 2
	// 2 0 3 1
}

func ExampleStabilizer() {
	fmt.Println(symmetry.Stabilizer(queens.Placement{2, 0, 3, 1}))
	// Output: [identity quarter turn half turn three-quarter turn]
}

func ExampleCanonical() {
	fmt.Println(symmetry.Canonical(queens.Placement{7, 3, 0, 2, 5, 1, 6, 4}))
	// Output: 0 4 7 5 2 6 1 3
}

func ExampleIsFundamental() {
	fmt.Println(symmetry.IsFundamental(queens.Placement{1, 3, 0, 2}))
	fmt.Println(symmetry.IsFundamental(queens.Placement{2, 0, 3, 1}))
	// Output:
	// true
	// false
}

func ExampleClassOf() {
	fmt.Println(symmetry.ClassOf(queens.Placement{1, 3, 0, 2}))
	fmt.Println(symmetry.ClassOf(queens.Placement{1, 3, 5, 0, 2, 4}))
	fmt.Println(symmetry.ClassOf(queens.Placement{0, 2, 4, 1, 3}))
	// Output:
	// quarter-turn
	// half-turn
	// asymmetric
}

func ExampleWhole() {
	fmt.Println(symmetry.Whole().OrbitSize(queens.Placement{0, 2, 4, 1, 3}))
	// Output: 8
}

// With a queen in the corner only the mirror through it is left.
func ExampleOf() {
	p := queens.Problem{Size: 5, Given: []queens.Square{{Row: 0, Col: 0}}}
	group := symmetry.Of(p)
	fmt.Println(group)
	for _, solution := range []queens.Placement{{0, 2, 4, 1, 3}, {0, 3, 1, 4, 2}} {
		fmt.Println(solution, group.IsFundamental(solution), group.OrbitSize(solution))
	}
	// Output:
	// [identity diagonal flip]
	// 0 2 4 1 3 true 2
	// 0 3 1 4 2 false 2
}
