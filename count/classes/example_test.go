package classes_test

import (
	"context"
	"fmt"
	"math/big"

	"example.org/queens/count/classes"
)

// The symmetry classes of the 92 solutions of the ordinary board.
func Example() {
	ctx := context.Background()
	r180, _ := classes.HalfTurn(ctx, 8, 0)
	r90, _ := classes.QuarterTurn(ctx, 8)
	c, err := classes.Burnside(8, big.NewInt(92), new(big.Int).SetUint64(r180), new(big.Int).SetUint64(r90))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("fundamental:", c.Fundamental)
	fmt.Println("orbits of 1, 2, 4, 8:", c.Orbits1, c.Orbits2, c.Orbits4, c.Orbits8)
	// Output:
	// fundamental: 12
	// orbits of 1, 2, 4, 8: 0 0 1 11
}

func ExampleHalfTurn() {
	fmt.Println(classes.HalfTurn(context.Background(), 20, 0))
	// Output: 144620 <nil>
}

func ExampleQuarterTurn() {
	fmt.Println(classes.QuarterTurn(context.Background(), 32))
	// Output: 406784 <nil>
}

func ExampleByColumn() {
	fmt.Println(classes.ByColumn(context.Background(), 8, 0))
	// Output: [4 8 16 18 18 16 8 4] <nil>
}

// A total that is off by one cannot be divided into orbits.
func ExampleBurnside() {
	_, err := classes.Burnside(8, big.NewInt(93), big.NewInt(4), big.NewInt(0))
	fmt.Println(err)
	// Output: queens: counts for n=8 do not fit together: Q=93, R180=4, R90=0 leave 89 solutions in orbits of 8
}
