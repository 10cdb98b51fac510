package main

import (
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// searchFlags are the flags of every command that searches, as they were
// written; request makes sense of them. They are strings so that all messages
// about them are ours.
type searchFlags struct {
	method, format, base string
	limit, tries, seed   string
	timeout, threads     string
	place, block         []string
	stats                bool
	fundamental          bool
}

// addSearchFlags gives cmd the flags. formatUsage says what --format may be.
func (a *app) addSearchFlags(cmd *cobra.Command, formatUsage string) *searchFlags {
	f := &searchFlags{}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(word{&f.method, "METHOD"}, "method", "m", a.T("flag.method"))
	flags.VarP(word{&f.format, "FORM"}, "format", "f", formatUsage)
	flags.VarP(words{&f.place}, "place", "p", a.T("flag.place"))
	flags.VarP(words{&f.block}, "block", "b", a.T("flag.block"))
	flags.Var(word{&f.base, "0|1"}, "base", a.T("flag.base"))
	flags.BoolVar(&f.fundamental, "fundamental", false, a.T("flag.fundamental"))
	flags.VarP(word{&f.limit, "K"}, "limit", "l", a.T("flag.limit"))
	flags.Var(word{&f.tries, "K"}, "tries", a.T("flag.tries"))
	flags.VarP(word{&f.timeout, "TIME"}, "timeout", "t", a.T("flag.timeout"))
	flags.Var(word{&f.seed, "SEED"}, "seed", a.T("flag.seed"))
	flags.Var(word{&f.threads, "K"}, "threads", a.T("flag.threads"))
	flags.BoolVar(&f.stats, "stats", false, a.T("flag.stats"))
	return f
}

// positive reads the value of a flag that is a whole number of at least 1; it
// is 0 if the flag was not given.
func positive(flag, text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	value, err := strconv.ParseUint(text, 10, 64)
	if err != nil || value == 0 {
		return 0, badInput("error.flag.positive", "Flag", flag, "Value", text)
	}
	return value, nil
}

// parseSeed reads --seed; given is false if there is none.
func parseSeed(text string) (seed uint64, given bool, err error) {
	if text == "" {
		return 0, false, nil
	}
	seed, err = strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, false, badInput("error.flag.seed", "Value", text)
	}
	return seed, true, nil
}

// parseTimeout reads --timeout: a duration such as 10s, or a number of seconds.
func parseTimeout(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	timeout, err := time.ParseDuration(text)
	if err != nil {
		timeout, err = time.ParseDuration(text + "s")
	}
	if err != nil || timeout <= 0 {
		return 0, badInput("error.flag.timeout", "Value", text)
	}
	return timeout, nil
}

// parseBase reads --base, 0 or 1; it is 0 if the flag was not given.
func parseBase(text string) (int, error) {
	switch text {
	case "", "0":
		return 0, nil
	case "1":
		return 1, nil
	}
	return 0, badInput("error.flag.base", "Value", text)
}

// maxThreads bounds --threads: more than any machine can use.
const maxThreads = 4096

// parseThreads reads --threads; it is the number of usable cores if the flag
// was not given, and no more otherwise: more would only take memory, and time to stop.
func parseThreads(text string) (int, error) {
	threads, err := positive("--threads", text)
	if err != nil {
		return 0, err
	}
	if threads > maxThreads {
		return 0, badInput("error.flag.threads", "Value", text, "Max", maxThreads)
	}
	cores := runtime.GOMAXPROCS(0)
	if threads == 0 {
		return cores, nil
	}
	return min(int(threads), cores), nil
}

// quoted joins arguments for a message.
func quoted(args []string) string {
	if len(args) > 5 {
		args = append(args[:5:5], "..")
	}
	return strings.Join(args, " ")
}
