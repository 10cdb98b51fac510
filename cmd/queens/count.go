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
	cmd := &cobra.Command{
		Use:                   "count N " + a.T("use.flags"),
		Short:                 a.T("count.short"),
		Long:                  a.T("count.long"),
		Example:               "  queens count 12\n  queens count 8 --place b2,d1,f8\n  queens count 10 --fundamental --format json",
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := parseSize(args)
			if err != nil {
				return err
			}
			r, err := f.request(n)
			if err != nil {
				return err
			}
			if err := r.use(f.methodOr(enumerator(n)), f); err != nil {
				return err
			}
			if !isComplete(r.method) {
				return badInput("error.method.incomplete", "Method", r.method.Name, "Names", namesOf(isComplete))
			}
			switch f.format {
			case "", "plain":
				return a.count(cmd.Context(), r, false)
			case "json":
				return a.count(cmd.Context(), r, true)
			}
			return unknownName("format", f.format, countFormats)
		},
	}
	f = a.addSearchFlags(cmd, countFormats)
	return cmd
}

// countFormats are the forms of a count.
var countFormats = []string{"plain", "json"}

// count writes the number of solutions, and only a complete one; a partial
// tally goes to the standard error stream and is called one.
func (a *app) count(ctx context.Context, r *request, asJSON bool) error {
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
		return &statusError{status, a.T("count.partial", "Count", res.delivered, "Reason", reason)}
	case res.err != nil:
		return res.err
	}
	if !asJSON {
		_, err := fmt.Fprintln(a.stdout, res.delivered)
		return err
	}
	return json.NewEncoder(a.stdout).Encode(countReport{
		N:           r.problem.Size,
		Count:       fmt.Sprint(res.delivered),
		Method:      r.method.Name,
		Fundamental: r.fundamental,
		Given:       len(r.problem.Given),
		Blocked:     len(r.problem.Blocked),
	})
}

// countReport is a count as JSON. The count is a string: Q(26) is beyond what a
// JSON number holds exactly.
type countReport struct {
	N           int    `json:"n"`
	Count       string `json:"count"`
	Method      string `json:"method"`
	Fundamental bool   `json:"fundamental"`
	Given       int    `json:"given"`
	Blocked     int    `json:"blocked"`
}
