package count_test

import (
	"context"
	"fmt"

	"example.org/queens/count"
)

func Example() {
	c, err := count.New(context.Background(), 14, count.Options{Threads: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := c.Run(context.Background())
	fmt.Println(result.Count, err)
	// Output: 365596 <nil>
}

func ExampleOf() {
	total, err := count.Of(context.Background(), 8)
	fmt.Println(total, err)
	// Output: 92 <nil>
}

// One unit can be counted alone.
func ExampleWorker_Count() {
	c, err := count.New(context.Background(), 8, count.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := c.Worker()
	for i := range c.Units() {
		u := c.Unit(i)
		if u.Rows == 0b1100110 {
			fmt.Println(w.Count(context.Background(), u))
		}
	}
	// Output: 16 <nil>
}
