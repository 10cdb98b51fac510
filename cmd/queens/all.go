package main

import (
	"context"

	"github.com/spf13/cobra"

	"example.org/queens/bitboard"
	"example.org/queens/notation"
	"example.org/queens/render"
)

func (a *app) allCommand() *cobra.Command {
	var f *searchFlags
	var sheet *sheetFlags
	var countOnly, orbit bool
	cmd := a.sized(&cobra.Command{
		Use:   "all N " + a.T("use.flags"),
		Short: a.T("all.short"),
		Long: a.T("all.long") + "\n\n" + a.T("all.forms") + a.formLines() +
			"\n\n" + a.T("draw.all.long", "Boards", render.MaxBoards, "Size", render.MaxSheetSize),
		Example: "  queens all 8\n  queens all 8 --fundamental --format board\n  queens all 10 --place a1 --block c3,d4 --limit 5\n  queens all 8 --fundamental --format pdf -o sheet.pdf",
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := f.request(args, enumerator)
			if err != nil {
				return err
			}
			printed, err := sheet.wanted(f.format, countOnly, orbit)
			if err != nil {
				return err
			}
			if countOnly && orbit {
				return badInput("error.orbit", "Name", "--count-only")
			}
			if countOnly {
				return a.countCompletely(cmd.Context(), r, f.format)
			}
			if !isComplete(r.method) && r.limit == 0 {
				return badInput("error.method.nolist", "Method", r.method.Name, "Names", methodNames(isComplete))
			}
			if printed {
				return a.writeSheet(cmd.Context(), r, sheet)
			}
			w, err := a.newPlacementWriter(r, f.format, notation.Columns, orbit)
			if err != nil {
				return err
			}
			return a.list(cmd.Context(), r, w)
		},
	})
	f = a.addSearchFlags(cmd, a.T("flag.format.all"))
	cmd.Flags().BoolVar(&countOnly, "count-only", false, a.T("flag.countonly"))
	cmd.Flags().BoolVar(&orbit, "orbit", false, a.T("flag.orbit"))
	sheet = a.addSheetFlags(cmd)
	a.complete(cmd, append(formNames(), sheetFormat))
	return cmd
}

// enumerator names the fastest method that delivers every solution in order.
func enumerator(r *request) string {
	if r.problem.Size > bitboard.MaxSize {
		return "iterative"
	}
	return "bitboard"
}

// list writes every solution and, to the standard error stream, how many there
// were and whether the list was cut.
func (a *app) list(ctx context.Context, r *request, w *placementWriter) error {
	res := a.search(ctx, r, r.limit, w.write)
	if err := w.Flush(); err != nil {
		return err
	}
	if r.stats {
		a.printStats(r, res)
	}
	status, reason := a.endOf(res)
	if res.err != nil && reason == "" {
		return res.err
	}
	if reason == "" && !isComplete(r.method) && res.delivered > 0 {
		reason = a.T("cut.method", "Method", r.method.Name)
	}
	a.note(a.solutions(r, res, reason))
	if status != exitDone {
		return &statusError{status: status}
	}
	return nil
}

// solutions says how many solutions were delivered, and why the list was cut,
// if there is a reason.
func (a *app) solutions(r *request, res result, reason string) string {
	key := "solutions"
	if r.fundamental {
		key = "solutions.fundamental"
	}
	line := a.N(key, res.delivered)
	if reason != "" {
		line = a.T("solutions.cut", "Solutions", line, "Reason", reason)
	}
	return line
}
