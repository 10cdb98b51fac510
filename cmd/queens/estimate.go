package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"example.org/queens/estimate"
)

// estimateFlags are the flags of queens estimate, as they were written.
type estimateFlags struct {
	target, seed, threads, memory, timeout, format string
}

func (a *app) estimateCommand() *cobra.Command {
	f := &estimateFlags{}
	cmd := a.sized(&cobra.Command{
		Use:     "estimate N " + a.T("use.flags"),
		Short:   a.T("estimate.short"),
		Long:    a.T("estimate.long"),
		Example: "  queens estimate 28\n  queens estimate 100 --error 1% --seed 7",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.estimate(cmd.Context(), f, args)
		},
	})
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(word{&f.target, "SHARE"}, "error", a.T("flag.error"))
	flags.Var(word{&f.seed, "SEED"}, "seed", a.T("flag.seed"))
	flags.Var(word{&f.threads, "K"}, "threads", a.T("flag.threads"))
	flags.Var(word{&f.memory, "SIZE"}, "memory", a.T("flag.memory"))
	flags.VarP(word{&f.timeout, "TIME"}, "timeout", "t", a.T("flag.timeout"))
	flags.VarP(word{&f.format, "FORM"}, "format", "f", a.T("flag.format.names", "Names", a.join(countFormats)))
	a.complete(cmd, countFormats)
	return cmd
}

// options makes sense of the flags.
func (f *estimateFlags) options() (estimate.Options, error) {
	var o estimate.Options
	var err error
	if o.Error, err = parseShare("--error", f.target); err != nil {
		return o, err
	}
	if o.Threads, err = parseThreads(f.threads); err != nil {
		return o, err
	}
	memory, err := parseMemory("--memory", f.memory)
	if err != nil {
		return o, err
	}
	o.Memory = int64(memory)
	seed, given, err := parseSeed(f.seed)
	if !given {
		seed = newSeed()
	}
	o.Seed = seed
	return o, err
}

// estimate writes ln Q, Q and the standard error.
func (a *app) estimate(ctx context.Context, f *estimateFlags, args []string) error {
	n, err := parseSize(args)
	if err != nil {
		return err
	}
	if f.format != "" && f.format != "plain" && f.format != "json" {
		return unknownName("format", f.format, countFormats)
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	timeout, err := parseTimeout(f.timeout)
	if err != nil {
		return err
	}
	ctx, cancel := bounded(ctx, timeout)
	defer cancel()
	progress := a.newShareProgress("progress.start")
	options.Progress = func(p estimate.Progress) { progress.parts(p.Done, p.Planned) }
	progress.start()
	found, err := estimate.Run(ctx, n, options)
	progress.stop()
	return a.reportEstimate(found, err, f.format == "json")
}

// reportEstimate writes an estimate, also one of fewer repeats than planned.
func (a *app) reportEstimate(r estimate.Result, err error, asJSON bool) error {
	status, reason := a.endOf(result{err: err})
	switch {
	case err != nil && reason == "":
		return err
	case err != nil && r.Repeats < 2:
		return &statusError{status, a.T("estimate.stopped", "Reason", reason)}
	}
	if failed := a.writeEstimate(r, asJSON); failed != nil {
		return failed
	}
	if err != nil {
		return &statusError{status, a.T("estimate.cut", "Reason", reason)}
	}
	return nil
}

// explainEstimate explains what the estimate does not take.
func (a *app) explainEstimate(err error) string {
	if size, ok := errors.AsType[*estimate.SizeError](err); ok {
		return a.T("error.estimate.size", "Size", size.N, "Max", estimate.MaxN)
	}
	if memory, ok := errors.AsType[*estimate.MemoryError](err); ok {
		return a.T("error.estimate.memory", "Need", bytesText(uint64(memory.Need)), "Bound", bytesText(uint64(memory.Memory)))
	}
	if died, ok := errors.AsType[*estimate.DiedOutError](err); ok {
		return a.T("error.estimate.died", "N", died.N, "Particles", died.Particles)
	}
	if option, ok := errors.AsType[*estimate.OptionError](err); ok {
		return a.T("error.estimate.option", "Field", option.Field, "Value", option.Value)
	}
	return ""
}
