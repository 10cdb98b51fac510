package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"example.org/queens"
)

func (a *app) countCommand() *cobra.Command {
	var f *searchFlags
	var exact *exactFlags
	cmd := a.sized(&cobra.Command{
		Use:     "count N " + a.T("use.flags"),
		Short:   a.T("count.short"),
		Long:    a.T("count.long"),
		Example: "  queens count 12\n  queens count 20 --checkpoint twenty.db --verify\n  queens count 8 --place b2,d1,f8\n  queens count 10 --fundamental --format json",
		RunE: func(cmd *cobra.Command, args []string) error {
			searching, exactly := f.firstSearching(exact.verifies()), exact.first()
			if searching == "" {
				r, err := exact.request(args, f)
				if err != nil {
					return err
				}
				return a.countExactly(cmd.Context(), r)
			}
			if exactly != "" {
				return badInput("error.flags.together", "Flag", exactly, "Other", searching)
			}
			r, err := f.request(args, enumerator)
			if err != nil {
				return err
			}
			return a.countCompletely(cmd.Context(), r, f.format)
		},
	})
	f = a.addSearchFlags(cmd, a.T("flag.format.names", "Names", a.join(countFormats)))
	exact = a.addExactFlags(cmd)
	a.complete(cmd, countFormats)
	return cmd
}

// countFormats are the forms of a count; the first is the default.
var countFormats = []string{"plain", "json"}

// countCompletely counts if the method can and the format is one of a count.
func (a *app) countCompletely(ctx context.Context, r *request, format string) error {
	if !isComplete(r.method) {
		return badInput("error.method.incomplete", "Method", r.method.Name, "Names", methodNames(isComplete))
	}
	switch format {
	case "", "plain":
		return a.count(ctx, r, writePlainCount)
	case "json":
		return a.count(ctx, r, writeJSONCount)
	}
	return unknownName("format", format, countFormats)
}

// count writes the number of solutions, and only a complete one; a partial
// tally goes to the standard error stream and is called one.
func (a *app) count(ctx context.Context, r *request, write func(*app, *request, uint64) error) error {
	stopAfter := r.limit
	if stopAfter > 0 {
		stopAfter++ // one more shows that there are more
	}
	res := a.search(ctx, r, stopAfter, func(queens.Placement) error { return nil })
	if r.stats {
		a.printStats(r, res)
	}
	status, reason := a.endOf(res)
	switch {
	case res.limited:
		return &statusError{exitStopped, a.T("count.more", "Limit", r.limit)}
	case reason != "":
		return &statusError{status, a.N("count.partial", res.delivered, "Reason", reason)}
	case res.err != nil:
		return res.err
	}
	return write(a, r, res.delivered)
}

func writePlainCount(a *app, _ *request, count uint64) error {
	_, err := fmt.Fprintln(a.stdout, count)
	return err
}

// A countReport is a count as JSON. The count is a string: Q(26) is beyond what
// a JSON number holds exactly.
type countReport struct {
	N           int    `json:"n"`
	Count       string `json:"count"`
	Method      string `json:"method"`
	Fundamental bool   `json:"fundamental"`
	Given       int    `json:"given"`
	Blocked     int    `json:"blocked"`
}

func writeJSONCount(a *app, r *request, count uint64) error {
	return json.NewEncoder(a.stdout).Encode(countReport{
		N:           r.problem.Size,
		Count:       fmt.Sprint(count),
		Method:      r.method.Name,
		Fundamental: r.fundamental,
		Given:       len(distinct(r.problem.Given)),
		Blocked:     len(distinct(r.problem.Blocked)),
	})
}
