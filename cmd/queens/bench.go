package main

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"example.org/queens/count/classes"
)

const (
	benchFrom       = 14
	benchTo         = 18 // unless --max says otherwise
	benchRepeats    = 3
	benchLong       = 15 * time.Second // a run longer than this is made once
	benchMaxRepeats = 1000
)

// benchFlags are the flags of queens bench, as they were written.
type benchFlags struct{ max, repeats, format string }

func (a *app) benchCommand() *cobra.Command {
	f := &benchFlags{}
	names := []string{"text", "json"}
	cmd := &cobra.Command{
		Use:                   "bench " + a.T("use.flags"),
		Short:                 a.T("bench.short"),
		Long:                  a.T("bench.long"),
		Example:               "  queens bench --max 16\n  queens bench --format json",
		ValidArgsFunction:     cobra.NoFileCompletions,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return badInput("error.noargs", "Args", quoted(args))
			}
			if f.format != "" && !slices.Contains(names, f.format) {
				return unknownName("format", f.format, names)
			}
			last, repeats, err := f.parse()
			if err != nil {
				return err
			}
			return a.bench(cmd.Context(), min(benchFrom, last), last, repeats, f.format == "json")
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(word{&f.max, "N"}, "max", a.T("flag.max"))
	flags.Var(word{&f.repeats, "K"}, "repeats", a.T("flag.repeats"))
	flags.VarP(word{&f.format, "FORM"}, "format", "f", a.T("flag.format.names", "Names", a.join(names)))
	a.complete(cmd, names)
	return cmd
}

func (f *benchFlags) parse() (last, repeats int, err error) {
	last, repeats = benchTo, benchRepeats
	if f.max != "" {
		if last, err = sizeOf(f.max); err != nil {
			return 0, 0, &sourceError{"--max", err}
		}
		if last > classes.MaxByColumn {
			return 0, 0, badInput("error.bench.max", "Value", f.max, "Max", classes.MaxByColumn)
		}
	}
	if f.repeats != "" {
		k, err := positive("--repeats", f.repeats)
		if err != nil || k > benchMaxRepeats {
			return 0, 0, badInput("error.flag.range", "Flag", "--repeats", "Value", f.repeats, "Max", benchMaxRepeats)
		}
		repeats = int(k)
	}
	return last, repeats, nil
}

// bench times all programs on every size and writes what it found; a table, as
// it comes.
func (a *app) bench(ctx context.Context, first, last, repeats int, asJSON bool) error {
	report := newBenchReport()
	if !asJSON {
		a.writeBenchHead(report)
	}
	for n := first; n <= last; n++ {
		rows, err := a.benchSize(ctx, n, repeats)
		if status, reason := a.endOf(result{err: err}); reason != "" {
			return &statusError{status, a.T("bench.stopped", "Reason", reason)}
		}
		if err != nil {
			return err
		}
		report.Rows = append(report.Rows, rows...)
		if !asJSON {
			a.writeBenchRows(rows)
		}
		if err := a.stdout.Flush(); err != nil {
			return err
		}
	}
	if asJSON {
		return writeJSON(a.stdout, report)
	}
	return nil
}

// benchSize times all programs on one size, one after the other and then all
// again, so that other work on the machine meets all of them.
func (a *app) benchSize(ctx context.Context, n, repeats int) ([]benchRow, error) {
	programs := benchPrograms()
	rows := make([]benchRow, len(programs))
	for i, p := range programs {
		rows[i] = benchRow{Program: p.name, N: n, Threads: p.threads}
	}
	for run := range repeats {
		for i := range rows {
			row := &rows[i]
			if run > 0 && row.Seconds[0] > benchLong.Seconds() {
				continue
			}
			if err := a.benchRun(ctx, programs[i], row); err != nil {
				return nil, err
			}
			if row.Solutions != rows[0].Solutions {
				return nil, a.wrong(a.T("wrong.program", "Program", row.Program, "N", n, "Count", row.Solutions, "Other", rows[0].Solutions))
			}
		}
	}
	summarize(rows)
	return rows, nil
}

// benchRun times one run.
func (a *app) benchRun(ctx context.Context, p program, row *benchRow) error {
	defer a.showing(func() string { return a.T("progress.bench", "Program", p.name, "N", row.N, "Threads", p.threads) })()
	begin := time.Now()
	total, err := p.run(ctx, row.N, p.threads)
	row.Seconds = append(row.Seconds, time.Since(begin).Seconds())
	if err == nil {
		row.Solutions = total.String()
	}
	return err
}
