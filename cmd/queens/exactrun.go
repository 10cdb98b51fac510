package main

import (
	"context"
	"math/big"
	"time"

	"example.org/queens/count"
	"example.org/queens/count/classes"
	"example.org/queens/count/verify"
)

// longRun is the predicted time from which on a count says beforehand how long
// it will take.
const longRun = 3 * time.Second

// An exactCount is a finished exact count.
type exactCount struct {
	request   *exactRequest
	result    count.Result
	results   []verify.Result // of every unit
	total     *big.Int
	origins   []string         // what counted the units that the checkpoint held
	classes   *classes.Classes // nil until they were counted
	unwritten error            // why the last units are not in the checkpoint
}

// countExactly counts the empty board exactly and writes what was asked for.
func (a *app) countExactly(ctx context.Context, r *exactRequest) error {
	ctx, cancel := bounded(ctx, r.timeout)
	defer cancel()
	if r.byColumn {
		return a.countByColumn(ctx, r)
	}
	done, err := a.runExactly(ctx, r)
	if err != nil {
		return err
	}
	unwritten := done.unwritten // the number is not lost for a file
	if err := a.exportUnits(ctx, done); err != nil {
		unwritten = err
	}
	report, err := a.reportExactly(ctx, done)
	switch {
	case err != nil:
		return err
	case unwritten != nil:
		return unwritten
	}
	a.noteOrigin(done, report)
	return nil
}

// runExactly plans the count, says how long it will take if that is long, and
// runs it. What is wrong with files is found before anything is counted.
func (a *app) runExactly(ctx context.Context, r *exactRequest) (*exactCount, error) {
	keep := &unitKeeper{}
	progress := a.newShareProgress("progress.start")
	options := r.options
	options.Store = keep
	options.Report = count.Reporter{Every: 200 * time.Millisecond, Tell: progress.tell}
	counter, err := count.New(ctx, r.n, options)
	if status, reason := a.endOf(result{err: err}); reason != "" {
		return nil, &statusError{status, a.T("count.unfinished", "Reason", reason, "Share", percent(0))}
	}
	if err != nil {
		return nil, err
	}
	if err := checkWritable(r.units); err != nil {
		return nil, err
	}
	if err := keep.open(counter, r.checkpoint); err != nil {
		return nil, err
	}
	defer keep.close()
	if err := a.announce(ctx, counter, keep); err != nil {
		return nil, a.unfinished(r, keep, err)
	}
	progress.start()
	result, err := counter.Run(ctx)
	progress.stop()
	unwritten := keep.close()
	switch {
	case err != nil && unwritten != nil:
		return nil, unwritten
	case err != nil:
		return nil, a.unfinished(r, keep, err)
	}
	return &exactCount{
		request: r, result: result, results: keep.sorted(), total: result.Count.Big(), origins: keep.origins, unwritten: unwritten,
	}, nil
}

// announce says what a checkpoint holds, and how long the rest will take if
// that is long.
func (a *app) announce(ctx context.Context, c *count.Counter, keep *unitKeeper) error {
	if loaded := len(keep.results); loaded > 0 {
		a.note(a.T("count.resumed", "Loaded", loaded, "Units", c.Units(), "Share", percent(keep.share())))
		if loaded == c.Units() {
			return nil
		}
	}
	all, err := c.Estimate(ctx)
	if err != nil {
		return err
	}
	left := time.Duration(float64(all) * (1 - keep.share()))
	if left >= longRun {
		a.note(a.T("count.plan", "N", c.N(), "Time", roughTimeText(left), "Threads", c.Threads(), "Kernel", c.Kernel(),
			"Memory", bytesText(c.Need())))
	}
	return nil
}

// unfinished says how far a count came that did not end.
func (a *app) unfinished(r *exactRequest, keep *unitKeeper, err error) error {
	status, reason := a.endOf(result{err: err})
	if reason == "" {
		return err
	}
	key := "count.unfinished"
	if r.checkpoint != "" {
		key = "count.unfinished.kept"
	}
	return &statusError{status, a.T(key, "Reason", reason, "Share", percent(keep.share()), "File", r.checkpoint)}
}
