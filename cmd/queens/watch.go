package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"example.org/queens"
	"example.org/queens/trace"
	"example.org/queens/watch"
)

func (a *app) watchCommand() *cobra.Command {
	f := &traceFlags{}
	ascii := false
	cmd := a.sized(&cobra.Command{
		Use:     "watch " + a.T("watch.use"),
		Short:   a.T("watch.short"),
		Long:    a.T("watch.long", "Width", watch.LeastWidth, "Height", watch.LeastHeight, "Command", "queens trace"),
		Example: "  queens watch\n  queens watch 6 --method marks2d\n  queens watch 8 --method shuffle --seed 7 --limit 25",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"8"}
			}
			r, limits, err := f.request(args)
			if err != nil {
				return err
			}
			return a.watch(cmd.Context(), r, limits, ascii)
		},
	})
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(word{&f.method, "METHOD"}, "method", "m", a.T("trace.flag.method"))
	flags.VarP(words{&f.place}, "place", "p", a.T("flag.place"))
	flags.VarP(words{&f.block}, "block", "b", a.T("flag.block"))
	flags.Var(word{&f.base, "0|1"}, "base", a.T("flag.base"))
	flags.Var(word{&f.seed, "SEED"}, "seed", a.T("flag.seed"))
	flags.Var(word{&f.tries, "K"}, "tries", a.T("flag.tries"))
	flags.VarP(word{&f.limit, "K"}, "limit", "l", a.T("trace.flag.limit"))
	flags.VarP(word{&f.events, "K"}, "events", "e", a.T("trace.flag.events", "Max", trace.DefaultEvents))
	flags.BoolVar(&ascii, "ascii", false, a.T("watch.flag.ascii"))
	a.complete(cmd, nil)
	return cmd
}

// watch records what r asks for and shows it until the user quits.
func (a *app) watch(ctx context.Context, r *request, limits trace.Limits, ascii bool) error {
	if !isScreen(a.stdin) || !isScreen(a.out) || os.Getenv("TERM") == "dumb" {
		command := fmt.Sprintf("queens trace %d --method %s", r.problem.Size, r.method.Name)
		return badInput("watch.noterminal", "Command", command)
	}
	recorded, err := trace.Record(ctx, r.method, r.problem, r.options, limits)
	if size, ok := errors.AsType[*queens.SizeError](err); ok && size.Max == trace.MaxSize && r.method.MaxSize > size.Max {
		return badInput("error.trace.size", "Size", size.Size, "Max", size.Max)
	}
	if err != nil {
		return err
	}
	err = watch.Run(ctx, recorded, watch.Options{Printer: a.Printer, Base: r.base, ASCII: ascii}, a.stdin, a.out)
	if err != nil && !errors.Is(err, context.Canceled) {
		return &writeError{err}
	}
	return err
}

// isScreen reports whether a stream is a terminal that can be drawn on: a pipe of
// Cygwin, which stands for one elsewhere, cannot.
func isScreen(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}
