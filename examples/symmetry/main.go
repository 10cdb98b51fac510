// Command symmetry prints one solution of each orbit for five queens, with
// everything that turning and reflecting the board makes of it.
package main

import (
	"fmt"

	"example.org/queens"
	"example.org/queens/symmetry"
)

func main() {
	for p := range queens.Solutions(5) {
		if !symmetry.IsFundamental(p) {
			continue
		}
		fmt.Printf("%v  %v, unchanged by %v\n", p, symmetry.ClassOf(p), symmetry.Stabilizer(p))
		for _, image := range symmetry.Orbit(p) {
			fmt.Println("  ", image)
		}
	}
}
