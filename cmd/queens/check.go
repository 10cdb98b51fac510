package main

import (
	"context"
	"sync/atomic"

	"github.com/spf13/cobra"

	"example.org/queens/notation"
)

// checkFlags are the flags of queens check, as they were written.
type checkFlags struct {
	format, base, complete string
	place, block           []string
}

func (a *app) checkCommand() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:                   "check " + a.T("use.check"),
		Short:                 a.T("check.short"),
		Long:                  a.T("check.long"),
		Example:               "  queens check 04752613\n  queens check \"a8 e7 h6 f5 c4 g3 b2 d1\"\n  queens all 8 | queens check --complete 8 -",
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"-"}
			}
			if f.complete != "" {
				return a.gradeList(cmd.Context(), f, args)
			}
			return a.check(cmd.Context(), f, args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(word{&f.format, "FORM"}, "format", "f", a.T("flag.format.read"))
	flags.Var(word{&f.base, "0|1"}, "base", a.T("flag.base"))
	flags.VarP(words{&f.place}, "place", "p", a.T("flag.place"))
	flags.VarP(words{&f.block}, "block", "b", a.T("flag.block"))
	flags.Var(word{&f.complete, "N"}, "complete", a.T("flag.complete"))
	a.complete(cmd, formNames())
	return cmd
}

// check writes a verdict on every placement of every argument.
func (a *app) check(ctx context.Context, f *checkFlags, args []string) error {
	options, err := f.readOptions()
	if err != nil {
		return err
	}
	d, err := readDemands(f.place, f.block)
	if err != nil {
		return err
	}
	a.listing = isTerminal(a.out)
	anyWrong := false
	for _, arg := range args {
		found := false
		err := a.eachEntry(ctx, arg, options, func(e notation.Entry, base int) error {
			found = true
			p, err := d.problem(e.Size, options.Base)
			if err != nil {
				return err
			}
			v := judge(p, e.Squares)
			anyWrong = anyWrong || !v.Valid()
			return a.writeVerdict(v, base)
		})
		if err != nil {
			return err
		}
		if !found {
			return nothingIn(arg)
		}
	}
	if anyWrong {
		return &statusError{status: exitNo}
	}
	return nil
}

// readOptions says how placements are to be read.
func (f *checkFlags) readOptions() (notation.ReadOptions, error) {
	var o notation.ReadOptions
	var err error
	if o.Form, err = findForm(f.format, notation.Detect); err != nil {
		return o, err
	}
	o.Base, err = parseBase(f.base)
	o.BaseKnown = f.base != ""
	return o, err
}

// eachEntry reads the placements that an argument of the command stands for,
// and what their rows and columns count from.
func (a *app) eachEntry(ctx context.Context, arg string, o notation.ReadOptions, each func(e notation.Entry, base int) error) error {
	text, err := a.openText(arg)
	if err != nil {
		return err
	}
	defer text.Close()
	a.listing = a.listing || text.typed
	var read atomic.Uint64
	defer a.progress("progress.read", &read)()
	reader := notation.NewReader(interruptible{ctx, text}, o)
	for entry, err := range reader.All() {
		if err != nil {
			return text.explain(err)
		}
		read.Add(1)
		if err := each(entry, reader.Base()); err != nil {
			return err
		}
		if text.typed {
			if err := a.stdout.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}
