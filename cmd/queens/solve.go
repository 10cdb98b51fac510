package main

import (
	"context"

	"github.com/spf13/cobra"

	"example.org/queens"
	"example.org/queens/notation"
	"example.org/queens/shuffle"
)

func (a *app) solveCommand() *cobra.Command {
	var f *searchFlags
	var random, orbit bool
	cmd := a.sized(&cobra.Command{
		Use:     "solve N " + a.T("use.flags"),
		Short:   a.T("solve.short"),
		Long:    a.T("solve.long"),
		Example: "  queens solve 8\n  queens solve 8 --random --seed 7\n  queens solve 12 --place a1,b5 --format ascii",
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := f.request(args, func(r *request) string { return solver(r, random) })
			if err != nil {
				return err
			}
			if random && !r.method.Seeded {
				return badInput("error.method.notrandom", "Method", r.method.Name, "Names", methodNames(isSeeded))
			}
			if r.limit == 0 {
				r.limit = 1
			}
			w, err := a.newPlacementWriter(r, f.format, notation.Board, orbit)
			if err != nil {
				return err
			}
			return a.solve(cmd.Context(), r, w)
		},
	})
	f = a.addSearchFlags(cmd, a.T("flag.format.solve"))
	cmd.Flags().BoolVarP(&random, "random", "r", false, a.T("flag.random"))
	cmd.Flags().BoolVar(&orbit, "orbit", false, a.T("flag.orbit"))
	a.complete(cmd, formNames())
	return cmd
}

// lexicographicMax is the size up to which the first solution in lexicographic
// order is found at once, with whatever queens given.
const lexicographicMax = 20

// solver names the method for one solution. In order the first is found at
// once on a small board; on a large one a formula gives a solution if nothing
// else is asked, and a search in random order finds one if something is.
func solver(r *request, random bool) string {
	n, constrained := r.problem.Size, r.problem.Constraints() != 0
	switch {
	case random && !constrained && shuffle.Expected(n) <= shuffle.MaxExpected:
		return "shuffle"
	case random, constrained && n > lexicographicMax && r.limit <= 1:
		return "restarts"
	case n <= lexicographicMax || r.limit > 1:
		return enumerator(r)
	}
	return "construct"
}

// solve writes the solutions wanted and names the method that found them.
func (a *app) solve(ctx context.Context, r *request, w *placementWriter) error {
	res := a.search(ctx, r, r.limit, w.write)
	if err := w.Flush(); err != nil {
		return err
	}
	if r.stats {
		a.printStats(r, res)
	}
	status, reason := a.endOf(res)
	switch {
	case res.limited:
	case reason != "":
		return &statusError{status, a.N("solve.stopped", res.delivered, "Reason", reason)}
	case res.err != nil:
		return res.err
	case res.delivered == 0:
		return queens.ErrNoSolution
	}
	a.nameMethod(r, res)
	if res.delivered < r.limit && !isComplete(r.method) {
		a.note(a.solutions(r, res, a.T("cut.method", "Method", r.method.Name)))
	}
	return nil
}

// nameMethod says how the solutions came about.
func (a *app) nameMethod(r *request, res result) {
	summary := a.summary(r.method)
	key := "solve.by"
	switch {
	case r.method.Bounded:
		key = "solve.tries"
	case r.method.Seeded:
		key = "solve.byseed"
	}
	a.note(a.T(key, "Method", r.method.Name, "Summary", summary, "Seed", r.options.Seed, "Tries", res.stats.Tries))
}
