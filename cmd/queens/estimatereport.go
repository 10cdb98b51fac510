package main

import (
	"fmt"
	"math"

	"example.org/queens/estimate"
)

// An estimateReport is an estimate as JSON.
type estimateReport struct {
	N         int      `json:"n"`
	LnQ       *float64 `json:"lnQ"` // null if Q is 0
	Q         string   `json:"q"`
	Error     float64  `json:"error"` // standard error of Q divided by Q, and of ln Q
	Exact     bool     `json:"exact"`
	Reached   bool     `json:"reached"` // the error asked for, if one was
	Particles int      `json:"particles"`
	Repeats   int      `json:"repeats"`
	Seed      string   `json:"seed"`
}

// writeEstimate writes the estimate, and what it was made from to the standard
// error stream.
func (a *app) writeEstimate(r estimate.Result, asJSON bool) error {
	if asJSON {
		return writeJSON(a.stdout, newEstimateReport(r))
	}
	digits := digitsOf(r.Error)
	fmt.Fprintf(a.stdout, "ln Q = %s\nQ = %s\n%s\n", logarithmText(r.LnQ, digits), r.Decimal(digits),
		a.T("estimate.error", "Error", shortPercent(r.Error)))
	if err := a.stdout.Flush(); err != nil {
		return err
	}
	switch {
	case r.Exact:
		a.note(a.T("estimate.exact"))
	case !r.Reached:
		a.note(a.T("estimate.short.of", "Particles", r.Particles, "Repeats", r.Repeats, "Seed", seedText(r.Seed)))
	default:
		a.note(a.T("estimate.origin", "Particles", r.Particles, "Repeats", r.Repeats, "Seed", seedText(r.Seed)))
	}
	return nil
}

func newEstimateReport(r estimate.Result) estimateReport {
	report := estimateReport{N: r.N, Q: r.Decimal(10), Error: r.Error, Exact: r.Exact, Reached: r.Reached,
		Particles: r.Particles, Repeats: r.Repeats, Seed: seedText(r.Seed)}
	if !math.IsInf(r.LnQ, 0) {
		report.LnQ = &r.LnQ
	}
	return report
}

// digitsOf returns how many digits of a number, and how many decimals of its
// logarithm, a relative error leaves: the first two of the error are shown.
func digitsOf(relative float64) int {
	if relative == 0 {
		return 6
	}
	return min(max(1-int(math.Floor(math.Log10(relative))), 2), 15)
}

// logarithmText writes ln Q; that of 0 is -∞.
func logarithmText(logarithm float64, decimals int) string {
	if math.IsInf(logarithm, -1) {
		return "-∞"
	}
	return fmt.Sprintf("%.*f", decimals, logarithm)
}

// shortPercent writes an error to two digits.
func shortPercent(share float64) string {
	if share >= 0.1 {
		return fmt.Sprintf("%.0f%%", share*100)
	}
	return fmt.Sprintf("%.2g%%", share*100)
}

// seedText writes a seed as --seed takes it.
func seedText(seed uint64) string { return fmt.Sprint(seed) }
