package checkpoint_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"example.org/queens/count"
	"example.org/queens/count/checkpoint"
)

// A count that keeps its units in a file, and a second one that finds them all.
func Example() {
	dir, err := os.MkdirTemp("", "checkpoint")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "twelve")
	for range 2 {
		store, err := checkpoint.Open(path, count.SplittingOf(12), "example")
		if err != nil {
			fmt.Println(err)
			return
		}
		counter, err := count.New(context.Background(), 12, count.Options{Store: store})
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := counter.Run(context.Background())
		fmt.Println(result.Count, "of which from the file:", result.Loaded, errors.Join(err, store.Close()))
	}
	_, err = checkpoint.Open(path, count.SplittingOf(14), "example")
	var mismatch *checkpoint.MismatchError
	fmt.Println(errors.As(err, &mismatch), mismatch.Got.N, mismatch.Want.N)
	// Output:
	// 14200 of which from the file: 0 <nil>
	// 14200 of which from the file: 252 <nil>
	// true 12 14
}
