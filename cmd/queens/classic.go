package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/spf13/cobra"

	"example.org/queens"
	"example.org/queens/backtrack"
	"example.org/queens/notation"
	"example.org/queens/odometer"
	"example.org/queens/shuffle"
)

// classicCommand prints what the programs of the two posts print. Their output
// is theirs: it does not depend on the language.
func (a *app) classicCommand() *cobra.Command {
	names := []string{"backtrack", "shuffle", "octal"}
	classic := &cobra.Command{
		Use:                   "classic " + a.T("use.classic"),
		Short:                 a.T("classic.short"),
		Long:                  a.T("classic.long"),
		Example:               "  queens classic backtrack 8\n  queens classic octal 8\n  queens classic shuffle 8 --seed 7",
		Args:                  cobra.ArbitraryArgs,
		ValidArgsFunction:     cobra.NoFileCompletions,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return badInput("error.classic.missing", "Names", names)
			}
			return unknownName("classic", args[0], names)
		},
	}
	var seed string
	shuffled := a.classicProgram("shuffle", func(ctx context.Context, n int) error { return a.classicShuffle(ctx, n, seed) })
	shuffled.Flags().Var(word{&seed, "SEED"}, "seed", a.T("flag.seed"))
	a.complete(shuffled, nil)
	classic.AddCommand(
		a.classicProgram("backtrack", a.classicBacktrack),
		shuffled,
		a.classicProgram("octal", a.classicOctal),
	)
	return classic
}

// classicProgram returns the command of one program; the size is 8 unless said.
func (a *app) classicProgram(name string, run func(context.Context, int) error) *cobra.Command {
	return a.sized(&cobra.Command{
		Use:   name + " [N] " + a.T("use.flags"),
		Short: a.T("classic." + name + ".short"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"8"}
			}
			n, err := parseSize(args)
			if err != nil {
				return err
			}
			return run(cmd.Context(), n)
		},
	})
}

// classicBacktrack prints every placement twice, as squares and as a matrix.
func (a *app) classicBacktrack(ctx context.Context, n int) error {
	a.listing = isTerminal(a.out)
	var found atomic.Uint64
	stop := a.progress("progress.found", &found)
	w := notation.NewClassicWriter(a.stdout)
	_, err := backtrack.Engine{}.Search(ctx, queens.Problem{Size: n}, func(p queens.Placement) bool {
		found.Add(1)
		return w.Write(p) == nil
	})
	stop()
	if failed := w.Flush(); failed != nil {
		return failed
	}
	return err
}

// classicShuffle prints how many tries the post's shuffle took, and where it
// ended.
func (a *app) classicShuffle(ctx context.Context, n int, seedText string) error {
	seed, given, err := parseSeed(seedText)
	if err != nil {
		return err
	}
	if !given {
		seed = newSeed()
	}
	stop := a.progress("progress.found", new(atomic.Uint64))
	p, tries, err := shuffle.Classic(ctx, n, seed)
	stop()
	if errors.Is(err, queens.ErrNoSolution) {
		return &statusError{exitNo, a.T("error.classic.shuffle", "Size", n)}
	}
	if hopeless, ok := errors.AsType[*shuffle.HopelessError](err); ok {
		return badInput("error.classic.hopeless", "Size", hopeless.Size, "Max", shuffle.MaxSize)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "O(∩_∩)O哈哈~, I have tried %d times, and eventually succeed.\n", tries)
	w := notation.NewWriter(a.stdout, notation.Pairs, notation.Options{})
	if err := w.Write(p); err != nil {
		return err
	}
	return w.Flush()
}

// octalPerLine is how many answers the post prints on a line.
const octalPerLine = 7

// classicOctal prints the numbers that are placements, read as digits, without
// leading zeros. The post leaves the end of its interval out, which costs size
// 1 its only answer.
func (a *app) classicOctal(ctx context.Context, n int) error {
	count, err := a.octalNumbers(ctx, n)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.stdout, "count = %d\n", count)
	if n == 1 {
		a.note(a.T("classic.octal.one"))
	}
	return err
}

// octalNumbers prints the numbers and returns how many they are.
func (a *app) octalNumbers(ctx context.Context, n int) (uint64, error) {
	var count atomic.Uint64
	defer a.progress("progress.found", &count)()
	for number, err := range odometer.Classic(ctx, n) {
		if err != nil {
			return 0, err
		}
		after := "  "
		if count.Add(1)%octalPerLine == 0 {
			after = "\n"
		}
		if _, err := fmt.Fprintf(a.stdout, "%s: true%s", number, after); err != nil {
			return 0, err
		}
	}
	return count.Load(), nil
}
