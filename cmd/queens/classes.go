package main

import (
	"context"
	"errors"
	"math/big"

	"example.org/queens/count/classes"
)

// maxClasses is the largest size whose solutions fixed by a half turn are
// counted: minutes.
const maxClasses = 28

// countClasses sorts an exact count into symmetry classes, once. The solutions
// that turns leave unchanged come from searches of their own.
func (a *app) countClasses(ctx context.Context, done *exactCount) error {
	if done.classes != nil {
		return nil
	}
	defer a.showing(func() string { return a.T("progress.classes") })()
	n, threads := done.request.n, done.request.options.Threads
	half, err := classes.HalfTurn(ctx, n, threads)
	if err != nil {
		return err
	}
	quarter, err := classes.QuarterTurn(ctx, n)
	if err != nil {
		return err
	}
	sorted, err := classes.Burnside(n, done.total, new(big.Int).SetUint64(half), new(big.Int).SetUint64(quarter))
	if _, ok := errors.AsType[*classes.InconsistentError](err); ok {
		return a.wrong(a.T("wrong.symmetry"))
	}
	done.classes = &sorted
	return err
}
