package known_test

import (
	"errors"
	"fmt"

	"example.org/queens/known"
)

func ExampleQ() {
	for _, n := range []int{8, 27, 28} {
		e, err := known.Q(n)
		var unknown *known.UnknownError
		switch {
		case errors.As(err, &unknown):
			fmt.Printf("Q(%d): nobody knows\n", n)
		case err != nil:
			fmt.Println(err)
		default:
			fmt.Printf("Q(%d) = %d %s %d\n", n, e.Value, e.By, e.Year)
		}
	}
	// Output:
	// Q(8) = 92  0
	// Q(27) = 234907967154122528 Q27 project 2016
	// Q(28): nobody knows
}

func ExampleLookup() {
	e, err := known.Lookup(known.HalfTurn, 12)
	fmt.Println(e.Value, e.Sequence.OEIS(), e.Verified, err)
	// Output: 80 A032522 recomputed <nil>
}
