package estimate_test

import (
	"context"
	"fmt"

	"example.org/queens/estimate"
)

func ExampleRun() {
	r, err := estimate.Run(context.Background(), 28, estimate.Options{Particles: 5_000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("ln Q(28) = %.3f +- %.3f, Q(28) = %s\n", r.LnQ, r.Error, r.Decimal(3))
	// Output: ln Q(28) = 42.398 +- 0.028, Q(28) = 2.59e18
}

// Nothing is drawn on a small board, so the answer is exact.
func ExampleRun_exact() {
	r, err := estimate.Run(context.Background(), 8, estimate.Options{})
	fmt.Println(r.Decimal(5), r.Exact, err)
	// Output: 92 true <nil>
}
