package methods_test

import (
	"context"
	"fmt"

	"example.org/queens"
	"example.org/queens/methods"
)

func ExampleFind() {
	m, ok := methods.Find("odometer")
	if !ok {
		return
	}
	stats, err := m.New(methods.Options{}).Search(context.Background(), queens.Problem{Size: 6}, func(p queens.Placement) bool {
		fmt.Println(p)
		return true
	})
	fmt.Println(stats.Tries, "numbers,", stats.Solutions, "solutions, error", err)
	// Output:
	// 1 3 5 0 2 4
	// 2 5 1 4 0 3
	// 3 0 4 1 5 2
	// 4 2 0 5 3 1
	// 42925 numbers, 4 solutions, error <nil>
}

func ExampleNearest() {
	fmt.Println(methods.Nearest("shufle"))
	// Output: shuffle
}

func ExampleTable() {
	for _, m := range methods.Table() {
		if m.Delivers == methods.One {
			fmt.Printf("%s, up to %d: %s\n", m.Name, m.MaxSize, m.English)
		}
	}
	// Output:
	// construct, up to 1000000: writes one solution down by a rule, without searching
	// restarts, up to 1000: one solution of a large board: random choices in the tightest row or column, starting anew when stuck
}

func ExampleHonouring() {
	fmt.Println(methods.Honouring(queens.GivenQueens))
	// Output: [backtrack marks2d iterative shuffle odometer bitboard restarts]
}
