package main

import (
	"context"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"example.org/queens/count"
)

// exactFlags are the flags of the exact count of the empty board, as they were
// written.
type exactFlags struct {
	memory, checkpoint, units string
	verifyShare               string
	verify, classes, byColumn bool
}

func (a *app) addExactFlags(cmd *cobra.Command) *exactFlags {
	f := &exactFlags{}
	flags := cmd.Flags()
	flags.BoolVar(&f.classes, "classes", false, a.T("flag.classes"))
	flags.BoolVar(&f.byColumn, "by-column", false, a.T("flag.bycolumn"))
	flags.BoolVar(&f.verify, "verify", false, a.T("flag.verify"))
	flags.Var(word{&f.verifyShare, "SHARE"}, "verify-share", a.T("flag.verifyshare"))
	flags.Var(word{&f.checkpoint, "FILE"}, "checkpoint", a.T("flag.checkpoint"))
	flags.Var(word{&f.units, "FILE"}, "units", a.T("flag.units"))
	flags.Var(word{&f.memory, "SIZE"}, "memory", a.T("flag.memory"))
	return f
}

// first returns the first of the flags that was given, "" if none was.
func (f *exactFlags) first() string {
	return firstGiven([]givenFlag{
		{"--classes", f.classes}, {"--by-column", f.byColumn},
		{"--verify", f.verify}, {"--verify-share", f.verifyShare != ""},
		{"--checkpoint", f.checkpoint != ""}, {"--units", f.units != ""}, {"--memory", f.memory != ""},
	})
}

// verifies reports whether the count is to be verified.
func (f *exactFlags) verifies() bool { return f.verify || f.verifyShare != "" }

// firstSearching returns the first of the flags that only a search heeds, ""
// if none was given. A seed may also pick the units to verify.
func (f *searchFlags) firstSearching(verifies bool) string {
	return firstGiven([]givenFlag{
		{"--method", f.method != ""}, {"--place", len(f.place) > 0}, {"--block", len(f.block) > 0},
		{"--limit", f.limit != ""}, {"--tries", f.tries != ""}, {"--base", f.base != ""},
		{"--seed", f.seed != "" && !verifies},
	})
}

type givenFlag struct {
	name  string
	given bool
}

func firstGiven(flags []givenFlag) string {
	for _, f := range flags {
		if f.given {
			return f.name
		}
	}
	return ""
}

// An exactRequest is what an exact count was asked for.
type exactRequest struct {
	n           int
	options     count.Options
	timeout     time.Duration
	checkpoint  string
	units       string
	verify      bool
	verifyShare float64 // 0: none given
	seed        uint64  // picks the units to verify; 0: none given
	classes     bool
	byColumn    bool
	fundamental bool
	stats       bool
	json        bool
}

// request makes sense of the arguments and flags of an exact count.
func (f *exactFlags) request(args []string, s *searchFlags) (*exactRequest, error) {
	r := &exactRequest{
		checkpoint: f.checkpoint, units: f.units, classes: f.classes, byColumn: f.byColumn,
		verify: f.verifies(), fundamental: s.fundamental, stats: s.stats, json: s.format == "json",
	}
	var err error
	if r.n, err = parseSize(args); err != nil {
		return nil, err
	}
	if s.format != "" && s.format != "plain" && s.format != "json" {
		return nil, unknownName("format", s.format, countFormats)
	}
	if r.timeout, err = parseTimeout(s.timeout); err != nil {
		return nil, err
	}
	if r.options.Threads, err = parseThreads(s.threads); err != nil {
		return nil, err
	}
	if r.options.Memory, err = parseMemory("--memory", f.memory); err != nil {
		return nil, err
	}
	if r.verifyShare, err = parseShare("--verify-share", f.verifyShare); err != nil {
		return nil, err
	}
	if r.seed, err = positive("--seed", s.seed); err != nil {
		return nil, err
	}
	if sameFile(r.units, r.checkpoint) {
		return nil, badInput("error.flags.samefile", "File", r.units)
	}
	return r, f.refuseTogether(s.fundamental)
}

// refuseTogether refuses flags that ask for different answers.
func (f *exactFlags) refuseTogether(fundamental bool) error {
	if f.byColumn {
		others := *f
		others.byColumn = false
		other := others.first()
		if other == "" && fundamental {
			other = "--fundamental"
		}
		if other != "" {
			return badInput("error.flags.together", "Flag", "--by-column", "Other", other)
		}
	}
	if f.classes && fundamental {
		return badInput("error.flags.together", "Flag", "--classes", "Other", "--fundamental")
	}
	return nil
}

// bounded gives ctx the time of --timeout.
func bounded(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if timeout == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, timeout)
}

// origin says what counts: for checkpoints, exports and reports.
func origin(kernel string) string {
	return kernel + " " + versionText() + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}
