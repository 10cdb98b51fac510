package server

import (
	"context"
	"fmt"
	"time"
)

// A Counter counts the solutions of the empty board exactly. It may be used from
// several goroutines at once.
type Counter interface {
	// Plan says what a count would take. A size that cannot be counted is a
	// [*CountError]. Plan is quick: it counts nothing of note.
	Plan(ctx context.Context, n, threads int) (Plan, error)

	// Count counts and calls tell every now and then, from one goroutine at a
	// time. It ends soon after ctx does.
	Count(ctx context.Context, n, threads int, tell func(Progress)) (count string, err error)
}

// A Plan is what a count would take.
type Plan struct {
	Expected time.Duration
	Memory   uint64 // bytes
}

// Progress is how far a count is.
type Progress struct {
	Share float64       // of the work, 0 to 1
	ToGo  time.Duration // 0 while unknown
}

// A CountError says that a size cannot be counted here: it is above Max, or
// needs more memory than a count may take.
type CountError struct {
	N, Max       int
	Need, Memory uint64 // bytes; 0 if memory is not the reason
}

func (e *CountError) Error() string {
	if e.Need > 0 {
		return fmt.Sprintf("queens: counting size %d needs %d bytes of memory, and may take %d", e.N, e.Need, e.Memory)
	}
	return fmt.Sprintf("queens: size %d is too large to count here: the largest is %d", e.N, e.Max)
}

// A Known is a published count.
type Known struct {
	N      int    `json:"n"`
	Count  string `json:"count"`
	By     string `json:"by,omitempty" doc:"Who computed it first, where that is known"`
	Year   int    `json:"year,omitempty"`
	Source string `json:"source,omitempty"`
}
