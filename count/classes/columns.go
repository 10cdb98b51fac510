package classes

import (
	"context"
	"sync/atomic"
)

// MaxByColumn is the largest N that [ByColumn] takes: plain backtracking grows by about
// eight a row and takes one or two minutes at N = 18.
const MaxByColumn = 18

// ByColumn returns, for every column c, how many solutions on the n x n board have their
// first-row queen in column c. The counts are symmetric and sum to Q(n). Below 1,
// threads means one for each processor. When ctx ends it returns the context's error, otherwise
// the only error is a [*SizeError] for n outside 1..MaxByColumn.
//
// The west half of the first row is searched row by row; the east half is its mirror image.
func ByColumn(ctx context.Context, n, threads int) ([]uint64, error) {
	if err := checkSize(n, MaxByColumn); err != nil {
		return nil, err
	}
	tasks := columnTasks(n)
	counts := make([]atomic.Uint64, n)
	err := each(ctx, threads, len(tasks), func(i int, _ *atomic.Bool) {
		counts[tasks[i].column].Add(extensions(tasks[i].rowState))
	})
	if err != nil {
		return nil, err
	}
	result := make([]uint64, n)
	for c := range (n + 1) / 2 {
		result[c] = counts[c].Load()
		result[n-1-c] = result[c]
	}
	return result, nil
}

// A rowState is a board filled from row 0 downwards, seen from the next row. Bit c is
// column c. The diagonals of the queens so far move one bit up a row, the anti-diagonals one down.
type rowState struct {
	cols         uint32 // free columns
	diags, antis uint32 // columns attacked along diagonals and anti-diagonals
}

func (s rowState) choices() uint32 { return s.cols &^ (s.diags | s.antis) }

// place puts a queen on bit b of the next row.
func (s rowState) place(b uint32) rowState {
	return rowState{s.cols ^ b, (s.diags | b) << 1, (s.antis | b) >> 1}
}

// A columnTask is a board with its first rows filled, the first-row queen in column.
type columnTask struct {
	rowState
	column int
}

// splitRows is the number of rows filled in a task. With five a task takes some milliseconds at n = 18,
// which bounds the time to cancel.
const splitRows = 5

func columnTasks(n int) []columnTask {
	var tasks []columnTask
	for c := range (n + 1) / 2 {
		tasks = append(tasks, columnTask{rowState{cols: 1<<n - 1}.place(1 << c), c})
	}
	for range min(splitRows, n) - 1 {
		var next []columnTask
		for _, t := range tasks {
			for free := t.choices(); free != 0; free &= free - 1 {
				next = append(next, columnTask{t.place(free & -free), t.column})
			}
		}
		tasks = next
	}
	return tasks
}

// extensions returns the number of solutions that extend s. The stack holds the ancestors that
// have a choice left; the clear recursion is a third slower:
//
//	if s.cols == 0 { return 1 }
//	for b := range choices { total += extensions(s.place(b)) }
func extensions(s rowState) uint64 {
	if s.cols == 0 {
		return 1
	}
	type frame struct {
		rowState
		free uint32
	}
	var stack [32]frame
	var total uint64
	depth := 0
	for free := s.choices(); ; {
		if free == 0 {
			if depth == 0 {
				return total
			}
			depth--
			s, free = stack[depth&31].rowState, stack[depth&31].free
			continue
		}
		b := free & -free
		free ^= b
		child := s.place(b)
		open := child.choices()
		if open == 0 {
			if child.cols == 0 {
				total++
			}
			continue
		}
		if free != 0 {
			stack[depth&31] = frame{s, free}
			depth++
		}
		s, free = child, open
	}
}
