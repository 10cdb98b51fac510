package main

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"example.org/queens"
	"example.org/queens/symmetry"
)

// result is how a search ended.
type result struct {
	delivered uint64 // solutions that passed the filters
	limited   bool   // --limit ended it
	stats     queens.Stats
	elapsed   time.Duration
	err       error // why it is not complete, nil if it is or was limited
}

// least returns the least image of p under the group.
func least(group symmetry.Group, p queens.Placement) queens.Placement {
	best := p
	for _, s := range group {
		if image := s.Image(p); slices.Compare(image, best) < 0 {
			best = image
		}
	}
	return best
}

// search runs the method of r on its problem and calls each for every solution
// wanted. It stops after stopAfter of them (0: never).
func (a *app) search(ctx context.Context, r *request, stopAfter uint64, each func(queens.Placement) error) result {
	if r.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.timeout)
		defer cancel()
	}
	var found atomic.Uint64
	stopProgress := a.progress("progress.found", &found)
	group := symmetry.Of(r.problem)
	var failed error
	begin := time.Now()
	stats, err := r.method.New(r.options).Search(ctx, r.problem, func(p queens.Placement) bool {
		if r.fundamental && !group.IsFundamental(p) {
			if isComplete(r.method) {
				return true // its fundamental image is delivered too
			}
			p = least(group, p)
		}
		if failed = each(p); failed != nil {
			return false
		}
		return found.Add(1) != stopAfter
	})
	stopProgress()
	res := result{delivered: found.Load(), stats: stats, elapsed: time.Since(begin), err: err}
	if errors.Is(err, queens.ErrStopped) {
		res.err, res.limited = failed, failed == nil
	}
	return res
}
