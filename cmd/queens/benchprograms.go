package main

import (
	"context"
	"math/big"
	"runtime"
	"slices"

	"example.org/queens/count"
	"example.org/queens/count/classes"
)

// A program counts Q(n) in its own way.
type program struct {
	name    string
	threads int
	run     func(ctx context.Context, n, threads int) (*big.Int, error)
}

// benchPrograms returns plain backtracking and the exact count with each kernel
// of the machine, slowest first, then the fastest with more threads.
func benchPrograms() []program {
	list := []program{{"backtracking", 1, countByBacktracking}}
	kernels := count.Kernels()
	slices.Reverse(kernels)
	for _, kernel := range kernels {
		list = append(list, program{kernel, 1, countWith(kernel)})
	}
	fastest := list[len(list)-1]
	for _, threads := range moreThreads(runtime.GOMAXPROCS(0)) {
		list = append(list, program{fastest.name, threads, fastest.run})
	}
	return list
}

// moreThreads returns 2, 4, 8 .. and, last, all.
func moreThreads(all int) []int {
	var numbers []int
	for threads := 2; threads < all; threads *= 2 {
		numbers = append(numbers, threads)
	}
	if all > 1 {
		numbers = append(numbers, all)
	}
	return numbers
}

// countWith counts exactly with a kernel.
func countWith(kernel string) func(context.Context, int, int) (*big.Int, error) {
	return func(ctx context.Context, n, threads int) (*big.Int, error) {
		counter, err := count.New(ctx, n, count.Options{Threads: threads, Kernel: kernel})
		if err != nil {
			return nil, err
		}
		result, err := counter.Run(ctx)
		return result.Count.Big(), err
	}
}

// countByBacktracking counts row by row with words of bits, half the board and
// its mirror image.
func countByBacktracking(ctx context.Context, n, threads int) (*big.Int, error) {
	columns, err := classes.ByColumn(ctx, n, threads)
	total := new(big.Int)
	for _, solutions := range columns {
		total.Add(total, new(big.Int).SetUint64(solutions))
	}
	return total, err
}
