package main

import (
	"context"
	"fmt"
	"math/big"

	"example.org/queens/cluster"
	"example.org/queens/count"
	"example.org/queens/estimate"
)

// A clusterCheck says how a finished run is checked before its number is written.
type clusterCheck struct {
	threads  int
	estimate bool
}

// The gate: from this size on the number must be within so many standard errors of an estimate that is at least so good.
const (
	gateFrom  = 19
	gateError = 0.0007
	gateWidth = 4
)

// clusterAnswer checks the number of a finished run and writes it.
func (a *app) clusterAnswer(ctx context.Context, ledger *cluster.Ledger, check clusterCheck) error {
	n := ledger.Identity().N
	total, units, err := ledger.Total()
	if err != nil {
		return err
	}
	a.note(a.N("cluster.complete", uint64(units)))
	request := &exactRequest{n: n, options: count.Options{Threads: check.threads}}
	done := &exactCount{request: request, total: total.Big()}
	if err := a.clusterSound(ctx, done); err != nil {
		return err
	}
	if n >= gateFrom && check.estimate {
		if err := a.clusterGate(ctx, done, check.threads); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(a.stdout, total)
	return err
}

// clusterSound checks the symmetry of a number and compares it with the published one.
func (a *app) clusterSound(ctx context.Context, done *exactCount) error {
	if done.request.n <= maxClasses {
		if err := a.countClasses(ctx, done); err != nil {
			return a.counted("cluster.check.stopped", done, err)
		}
		a.note(a.T("verified.symmetry"))
	}
	published := &verification{}
	if err := a.compare(done, published); err != nil {
		return err
	}
	if published.Published != "" {
		a.note(a.T("verified.published"))
	}
	return nil
}

// clusterGate compares the number with a Monte-Carlo estimate.
func (a *app) clusterGate(ctx context.Context, done *exactCount, threads int) error {
	progress := a.newShareProgress("cluster.check.estimate")
	seed := newSeed()
	progress.start()
	r, err := estimate.Run(ctx, done.request.n, estimate.Options{Error: gateError, Threads: threads, Seed: seed,
		Progress: func(p estimate.Progress) { progress.parts(p.Done, p.Planned) }})
	progress.stop()
	if err != nil {
		return a.counted("cluster.check.stopped", done, err)
	}
	difference := new(big.Float).SetInt(done.total)
	difference.Sub(difference, r.Q).Quo(difference, r.Q)
	off, _ := difference.Float64()
	width := off / r.Error
	if r.Exact || r.Error == 0 {
		width = 0
		if off != 0 {
			width = gateWidth + 1
		}
	}
	if !r.Reached || width > gateWidth || width < -gateWidth {
		return a.wrong(a.T("cluster.wrong.estimate", "Width", fmt.Sprintf("%.1f", width), "Error", shortPercent(r.Error), "Count", done.total))
	}
	a.note(a.T("cluster.check.passed", "Width", fmt.Sprintf("%+.1f", width), "Error", shortPercent(r.Error), "Seed", seedText(seed)))
	return nil
}
