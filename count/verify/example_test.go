package verify_test

import (
	"context"
	"fmt"

	"example.org/queens/count/verify"
)

func ExampleUnit() {
	fmt.Println(verify.Unit(context.Background(), 8, 0b1100110))
	fmt.Println(verify.Unit(context.Background(), 8, 0b1))
	// Output:
	// 16 <nil>
	// 0 queens: unit 1 of n=8: not a set of half the rows
}

// A list of all units, one of them wrong: its sum is off, and a recount names the unit.
func ExampleRecount() {
	ctx := context.Background()
	var list []verify.Result
	for rows := range verify.Units(8) {
		value, _ := verify.Unit(ctx, 8, rows)
		list = append(list, verify.Result{Rows: rows, Value: value})
	}
	list[9].Value += 8
	sum, err := verify.Complete(8, list)
	fmt.Println(sum, err)
	_, err = verify.Recount(ctx, 8, list, verify.Options{Share: 1})
	fmt.Println(err)
	// Output:
	// 100 <nil>
	// queens: unit 110101 of n=8 has result 12, recounted 4
}

func ExampleUnits() {
	for rows := range verify.Units(6) {
		fmt.Printf("%06b ", rows)
	}
	// Output: 000111 001011 001101 001110 010101 010110 011001
}
