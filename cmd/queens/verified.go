package main

import (
	"context"
	"errors"
	"math/big"
	"time"

	"example.org/queens/count/verify"
	"example.org/queens/known"
)

// A verification is what was done to check a count, as JSON. Divisibility alone
// is weak: units enter the sum with weights 2, 4 and 8.
type verification struct {
	Recounted   int     `json:"recounted"` // units counted again by plain backtracking
	Units       int     `json:"units"`
	Share       float64 `json:"share"`
	Seed        string  `json:"seed"` // which picked the units
	Seconds     float64 `json:"seconds"`
	Divisible   *bool   `json:"divisible"` // Q + R180 + 2 R90 is a multiple of 8; null where R180 is not counted
	Published   string  `json:"published"` // the published value; empty where there is none
	PublishedBy string  `json:"publishedBy,omitempty"`
	Year        int     `json:"year,omitempty"`
}

// verifyCount recounts random units by a method that shares no code with the
// count, checks the symmetry of the total, and compares it with the published
// value. An error says what does not agree.
func (a *app) verifyCount(ctx context.Context, done *exactCount) (*verification, error) {
	n := done.request.n
	if sum, err := verify.Complete(n, done.results); err != nil || sum.Cmp(done.total) != 0 {
		return nil, a.wrong(a.T("wrong.sum", "N", n))
	}
	report, err := a.recount(ctx, done)
	if mismatch, ok := errors.AsType[*verify.MismatchError](err); ok {
		return nil, a.wrong(a.T("wrong.unit", "Rows", mismatch.Rows, "Claimed", mismatch.Claimed, "Counted", mismatch.Counted))
	}
	if err != nil {
		return nil, a.counted("verify.stopped", done, err)
	}
	v := &verification{
		Recounted: report.Checked, Units: report.Units, Share: report.Share(),
		Seed: seedText(report.Seed), Seconds: report.Elapsed.Seconds(),
	}
	if n <= maxClasses {
		if err := a.countClasses(ctx, done); err != nil {
			return nil, a.counted("verify.stopped", done, err)
		}
		yes := true
		v.Divisible = &yes
	}
	return v, a.compare(done, v)
}

// recount counts units again, for as long as the count itself took.
func (a *app) recount(ctx context.Context, done *exactCount) (verify.Report, error) {
	progress := a.newShareProgress("progress.recount")
	options := verify.Options{Threads: done.request.options.Threads, Seed: done.request.seed}
	if done.request.verifyShare > 0 {
		options.Share = done.request.verifyShare
		options.Progress = progress.parts
	} else {
		options.Budget = max(done.result.Elapsed, 10*time.Millisecond)
	}
	progress.start()
	defer progress.stop()
	return verify.Recount(ctx, done.request.n, done.results, options)
}

// compare compares the total with the published value, if there is one.
func (a *app) compare(done *exactCount, v *verification) error {
	entry, err := known.Q(done.request.n)
	if err != nil {
		return nil // nobody knows
	}
	v.Published, v.PublishedBy, v.Year = new(big.Int).SetUint64(entry.Value).String(), entry.By, entry.Year
	if v.Published != done.total.String() {
		return a.wrong(a.T("wrong.published", "Published", v.Published, "Count", done.total))
	}
	return nil
}

// wrong ends the program: a count was made that cannot be right.
func (a *app) wrong(why string) error { return &statusError{exitNo, a.T("wrong", "Why", why)} }

// noteVerified says how a count was verified, a line a check.
func (a *app) noteVerified(v *verification) {
	a.note(a.T("verified.units", "Recounted", v.Recounted, "Units", v.Units, "Share", percent(v.Share), "Seed", v.Seed))
	if v.Divisible != nil {
		a.note(a.T("verified.symmetry"))
	}
	if v.Published == "" {
		a.note(a.T("verified.unpublished"))
		return
	}
	a.note(a.T("verified.published"))
}
