package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"example.org/queens"
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
			return a.judge(f, args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.format, "format", "f", "", a.T("flag.format.read", "Names", strings.Join(formNames(), ", ")))
	flags.StringVar(&f.base, "base", "", a.T("flag.base"))
	flags.StringArrayVarP(&f.place, "place", "p", nil, a.T("flag.place"))
	flags.StringArrayVarP(&f.block, "block", "b", nil, a.T("flag.block"))
	flags.StringVar(&f.complete, "complete", "", a.T("flag.complete"))
	return cmd
}

// judge writes a verdict on every placement of every argument.
func (a *app) judge(f *checkFlags, args []string) error {
	options, err := f.readOptions()
	if err != nil {
		return err
	}
	anyWrong := false
	for _, arg := range args {
		err := a.eachEntry(arg, options, func(e notation.Entry) error {
			p, err := f.problem(e.Size, options)
			if err != nil {
				return err
			}
			v := p.Check(e.Squares)
			anyWrong = anyWrong || !v.Valid()
			return a.writeVerdict(v)
		})
		if err != nil {
			return err
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

// problem returns what a placement of size n must satisfy.
func (f *checkFlags) problem(n int, o notation.ReadOptions) (queens.Problem, error) {
	return (&searchFlags{place: f.place, block: f.block}).problem(n, o.Base)
}

// eachEntry reads the placements that an argument of the command stands for.
func (a *app) eachEntry(arg string, o notation.ReadOptions, each func(notation.Entry) error) error {
	text, err := a.openText(arg)
	if err != nil {
		return err
	}
	defer text.Close()
	found := false
	for entry, err := range notation.NewReader(text, o).All() {
		if err != nil {
			return text.explain(err)
		}
		found = true
		if err := each(entry); err != nil {
			return err
		}
	}
	if !found {
		return badInput("error.check.empty", "Name", text.name)
	}
	return nil
}

// A checkedText is what an argument of the command stands for.
type checkedText struct {
	io.ReadCloser
	name    string // what to call it in messages
	literal bool   // it is the argument itself
}

// openText opens a file if there is one of that name or the name has a path
// separator, and the standard input for -; else the argument is the placement.
func (a *app) openText(arg string) (*checkedText, error) {
	if arg == "-" {
		if isTerminal(a.stdin) {
			a.note(a.T("check.typing"))
		}
		return &checkedText{io.NopCloser(a.stdin), a.T("check.stdin"), false}, nil
	}
	info, err := os.Stat(arg)
	if err == nil && info.IsDir() {
		return nil, &readError{arg, syscall.EISDIR}
	}
	if err != nil && !isPath(arg) {
		return &checkedText{io.NopCloser(strings.NewReader(arg)), arg, true}, nil
	}
	file, err := os.Open(arg)
	if err != nil {
		return nil, &readError{arg, err}
	}
	return &checkedText{file, arg, false}, nil
}

// isPath reports whether arg is meant as a file: it has a path separator. The
// slashes between the ranks of a FEN, digits and queens, are none.
func isPath(arg string) bool {
	const inFEN = "Qq0123456789/"
	return strings.ContainsRune(arg, os.PathSeparator) && strings.Trim(arg, inFEN) != ""
}

// explain says where an error of reading belongs.
func (t *checkedText) explain(err error) error {
	_, isSyntax := errors.AsType[*notation.SyntaxError](err)
	_, isAmbiguous := errors.AsType[*notation.AmbiguousError](err)
	switch {
	case !isSyntax && !isAmbiguous:
		return &readError{t.name, err}
	case t.literal:
		return err
	}
	return &sourceError{t.name, err}
}
