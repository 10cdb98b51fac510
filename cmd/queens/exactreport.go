package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"

	"example.org/queens/count/classes"
)

// An exactReport is an exact count as JSON: the number, as a string because
// Q(26) is beyond what a JSON number holds exactly, and how it came about.
type exactReport struct {
	N           int            `json:"n"`
	Count       string         `json:"count"`
	Method      string         `json:"method"`
	Fundamental bool           `json:"fundamental"`
	Given       int            `json:"given"`   // always 0: given queens are for a search
	Blocked     int            `json:"blocked"` // always 0
	Kernel      string         `json:"kernel"`
	Version     string         `json:"version"`
	Go          string         `json:"go"`
	Threads     int            `json:"threads"`
	Units       int            `json:"units"`
	Loaded      int            `json:"loaded"`            // units taken from a checkpoint
	Origins     []string       `json:"origins,omitempty"` // what counted these: kernel, version, Go, system
	Seconds     float64        `json:"seconds"`
	Classes     *classesReport `json:"classes,omitempty"`
	Verified    *verification  `json:"verified,omitempty"`
}

func newExactReport(done *exactCount) *exactReport {
	return &exactReport{
		N: done.request.n, Count: done.total.String(), Method: "half boards",
		Kernel: done.result.Kernel, Version: versionText(), Go: runtime.Version(),
		Threads: done.result.Threads, Units: done.result.Units, Loaded: done.result.Loaded,
		Origins: done.origins, Seconds: done.result.Elapsed.Seconds(),
	}
}

// A classesReport holds the symmetry classes of all solutions.
type classesReport struct {
	Total       string `json:"total"`
	Fundamental string `json:"fundamental"`
	HalfTurn    string `json:"halfTurn"`    // solutions that a half turn leaves unchanged
	QuarterTurn string `json:"quarterTurn"` // solutions that a quarter turn leaves unchanged
	Orbits1     string `json:"orbits1"`     // orbits of one solution
	Orbits2     string `json:"orbits2"`
	Orbits4     string `json:"orbits4"`
	Orbits8     string `json:"orbits8"`
}

// reportExactly writes the answer to the standard output.
func (a *app) reportExactly(ctx context.Context, done *exactCount) (*exactReport, error) {
	report := newExactReport(done)
	var err error
	if done.request.verify {
		if report.Verified, err = a.verifyCount(ctx, done); err != nil {
			return nil, err
		}
	}
	if done.request.classes || done.request.fundamental {
		if err := a.countClasses(ctx, done); err != nil {
			return nil, a.counted("classes.stopped", done, err)
		}
		report.setClasses(done.classes, done.request)
	}
	if err := a.writeExactReport(done.request, report); err != nil {
		return nil, err
	}
	return report, a.stdout.Flush()
}

// counted says that something was stopped that came after the count, so that
// the count itself is not lost; key is the sentence.
func (a *app) counted(key string, done *exactCount, err error) error {
	if status, reason := a.endOf(result{err: err}); reason != "" {
		return &statusError{status, a.T(key, "Reason", reason, "Count", done.total)}
	}
	return err
}

// noteOrigin says on the standard error stream how the count came about.
func (a *app) noteOrigin(done *exactCount, report *exactReport) {
	if done.request.stats {
		a.note(a.T("count.stats", "Units", done.result.Units, "Loaded", done.result.Loaded))
	}
	origin := a.T("count.origin", "Kernel", done.result.Kernel, "Threads", done.result.Threads,
		"Version", versionText(), "Time", timeText(done.result.Elapsed))
	if report.Verified == nil {
		origin += a.T("count.unverified")
	}
	a.note(origin)
	a.noteElsewhere(done)
	if report.Verified != nil {
		a.noteVerified(report.Verified)
	}
}

// noteElsewhere says what else counted units of the checkpoint: another kernel,
// version or system.
func (a *app) noteElsewhere(done *exactCount) {
	for _, other := range done.origins {
		if other != origin(done.result.Kernel) {
			a.note(a.T("count.elsewhere", "Origin", oneLine(other)))
		}
	}
}

// writeExactReport writes the answer.
func (a *app) writeExactReport(r *exactRequest, report *exactReport) error {
	switch {
	case r.json:
		return writeJSON(a.stdout, report)
	case r.classes:
		return a.writeClasses(report)
	}
	_, err := fmt.Fprintln(a.stdout, report.Count)
	return err
}

// setClasses adds the classes, or makes the count that of the fundamental
// solutions.
func (r *exactReport) setClasses(c *classes.Classes, asked *exactRequest) {
	if asked.fundamental {
		r.Fundamental, r.Count = true, c.Fundamental.String()
		return
	}
	r.Classes = &classesReport{
		Total: c.Total.String(), Fundamental: c.Fundamental.String(),
		HalfTurn: c.HalfTurn.String(), QuarterTurn: c.QuarterTurn.String(),
		Orbits1: c.Orbits1.String(), Orbits2: c.Orbits2.String(), Orbits4: c.Orbits4.String(), Orbits8: c.Orbits8.String(),
	}
}

// writeClasses writes the classes as a table, the number first.
func (a *app) writeClasses(r *exactReport) error {
	c := r.Classes
	width := len(c.Total)
	for _, line := range []struct{ key, value string }{
		{"classes.total", c.Total}, {"classes.fundamental", c.Fundamental},
		{"classes.halfturn", c.HalfTurn}, {"classes.quarterturn", c.QuarterTurn},
		{"classes.orbits1", c.Orbits1}, {"classes.orbits2", c.Orbits2},
		{"classes.orbits4", c.Orbits4}, {"classes.orbits8", c.Orbits8},
	} {
		if _, err := fmt.Fprintf(a.stdout, "%*s  %s\n", width, line.value, a.T(line.key)); err != nil {
			return err
		}
	}
	return nil
}

// writeJSON writes value on one line.
func writeJSON(w io.Writer, value any) error { return json.NewEncoder(w).Encode(value) }
