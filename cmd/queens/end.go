package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"example.org/queens/shuffle"
)

// endOf returns why a search ended before it was complete, "" if it did not or
// was never begun, and the exit status that goes with it.
func (a *app) endOf(res result) (status int, reason string) {
	var tries *shuffle.TriesError
	switch {
	case res.limited:
		return exitDone, a.T("cut.limit")
	case errors.As(res.err, &tries):
		return exitStopped, a.T("cut.tries", "Tries", tries.Tries)
	case errors.Is(res.err, context.DeadlineExceeded):
		return exitStopped, a.T("cut.timeout")
	case errors.Is(res.err, context.Canceled):
		return exitInterrupted, a.T("cut.interrupted")
	}
	return exitDone, ""
}

// printStats writes what the search did, a line a figure; figures that the
// method does not have are left out.
func (a *app) printStats(r *request, res result) {
	s := res.stats
	a.note(a.T("stats.method", "Value", r.method.Name))
	for _, figure := range []struct {
		key   string
		value uint64
	}{
		{"stats.nodes", s.Nodes},
		{"stats.backtracks", s.Backtracks},
		{"stats.tests", s.Tests},
		{"stats.marks", s.Marks},
		{"stats.tries", s.Tries},
		{"stats.permutations", s.Permutations},
		{"stats.solutions", s.Solutions},
	} {
		if figure.value > 0 || figure.key == "stats.solutions" {
			a.note(a.T(figure.key, "Value", figure.value))
		}
	}
	if len(s.Levels) > 0 {
		a.note(a.T("stats.levels", "Value", strings.Trim(fmt.Sprint(s.Levels), "[]")))
	}
	a.note(a.T("stats.time", "Value", res.elapsed.Round(time.Microsecond)))
}
