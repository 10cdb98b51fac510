package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strconv"

	"example.org/queens/count/classes"
)

// A columnsReport holds the solutions by the column of the first-row queen.
type columnsReport struct {
	N        int      `json:"n"`
	Count    string   `json:"count"`
	ByColumn []string `json:"byColumn"`
}

// countByColumn writes a line for each column of the first row: the column and
// the solutions with a queen there.
func (a *app) countByColumn(ctx context.Context, r *exactRequest) error {
	stop := a.showing(func() string { return a.T("progress.bycolumn") })
	columns, err := classes.ByColumn(ctx, r.n, r.options.Threads)
	stop()
	if err != nil {
		if status, reason := a.endOf(result{err: err}); reason != "" {
			return &statusError{status, a.T("bycolumn.stopped", "Reason", reason)}
		}
		return err
	}
	report := columnsReport{N: r.n}
	total := new(big.Int)
	for _, solutions := range columns {
		report.ByColumn = append(report.ByColumn, strconv.FormatUint(solutions, 10))
		total.Add(total, new(big.Int).SetUint64(solutions))
	}
	report.Count = total.String()
	if r.json {
		return writeJSON(a.stdout, report)
	}
	for col, solutions := range report.ByColumn {
		fmt.Fprintf(a.stdout, "%d %s\n", col, solutions)
	}
	if err := a.stdout.Flush(); err != nil {
		return err
	}
	a.note(a.N("bycolumn.total", total.Uint64()))
	return nil
}

// explainColumns explains what the count by column does not take.
func (a *app) explainColumns(err error) string {
	if size, ok := errors.AsType[*classes.SizeError](err); ok {
		return a.T("error.bycolumn.size", "Size", size.N, "Max", size.Max)
	}
	return ""
}
