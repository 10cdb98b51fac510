package main

import (
	"math"
	"math/rand/v2"
	"time"

	"example.org/queens"
	"example.org/queens/methods"
)

// request is what a command that searches was asked for.
type request struct {
	problem     queens.Problem
	method      methods.Method
	options     methods.Options
	base        int
	limit       uint64 // 0: none
	timeout     time.Duration
	stats       bool
	fundamental bool
}

// request makes sense of the arguments and flags of a command. choose names
// the method if --method was not given.
func (f *searchFlags) request(args []string, choose func(*request) string) (*request, error) {
	n, err := parseSize(args)
	if err != nil {
		return nil, err
	}
	r := &request{stats: f.stats, fundamental: f.fundamental}
	if r.base, err = parseBase(f.base); err != nil {
		return nil, err
	}
	if r.limit, err = positive("--limit", f.limit); err != nil {
		return nil, err
	}
	if r.timeout, err = parseTimeout(f.timeout); err != nil {
		return nil, err
	}
	d, err := readDemands(f.place, f.block)
	if err != nil {
		return nil, err
	}
	if r.problem, err = d.problem(n, r.base); err != nil {
		return nil, err
	}
	if r.options, err = f.options(); err != nil {
		return nil, err
	}
	name := f.method
	if name == "" {
		name = choose(r)
	}
	if r.method, err = findMethod(name); err != nil {
		return nil, err
	}
	return r, f.refuseUnused(r.method)
}

// options reads what tunes a method.
func (f *searchFlags) options() (methods.Options, error) {
	var o methods.Options
	var err error
	if o.Threads, err = parseThreads(f.threads); err != nil {
		return o, err
	}
	if o.Tries, err = positive("--tries", f.tries); err != nil {
		return o, err
	}
	seed, given, err := parseSeed(f.seed)
	if !given {
		seed = newSeed()
	}
	o.Seed = seed
	return o, err
}

// newSeed draws a seed short enough to be typed again.
func newSeed() uint64 { return rand.Uint64N(math.MaxUint32) }

// refuseUnused refuses flags that mean nothing to the method.
func (f *searchFlags) refuseUnused(m methods.Method) error {
	for _, tuning := range []struct {
		flag, value string
		takes       func(methods.Method) bool
	}{
		{"--seed", f.seed, isSeeded},
		{"--tries", f.tries, isBounded},
		{"--threads", f.threads, isParallel},
	} {
		if tuning.value != "" && !tuning.takes(m) {
			return badInput("error.flag.unused", "Flag", tuning.flag, "Method", m.Name, "Names", methodNames(tuning.takes))
		}
	}
	return nil
}
