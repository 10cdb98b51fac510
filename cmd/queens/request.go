package main

import (
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"example.org/queens"
	"example.org/queens/internal/nearest"
	"example.org/queens/methods"
	"example.org/queens/notation"
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

// request makes sense of the flags for a board of size n. The method is left
// to the command if --method was not given.
func (f *searchFlags) request(n int) (*request, error) {
	r := &request{stats: f.stats, fundamental: f.fundamental}
	var err error
	if r.base, err = parseBase(f.base); err != nil {
		return nil, err
	}
	if r.limit, err = positive("--limit", f.limit); err != nil {
		return nil, err
	}
	if r.timeout, err = parseTimeout(f.timeout); err != nil {
		return nil, err
	}
	if r.problem, err = f.problem(n, r.base); err != nil {
		return nil, err
	}
	if f.method != "" {
		if r.method, err = findMethod(f.method); err != nil {
			return nil, err
		}
	}
	r.options, err = f.options()
	return r, err
}

// problem reads the given and the blocked squares.
func (f *searchFlags) problem(n, base int) (queens.Problem, error) {
	given, err := readSquares("--place", f.place, n, base)
	if err != nil {
		return queens.Problem{}, err
	}
	blocked, err := readSquares("--block", f.block, n, base)
	if err != nil {
		return queens.Problem{}, err
	}
	p := queens.Problem{Size: n, Given: given, Blocked: blocked}
	if err := p.Validate(); err != nil {
		return p, &boardError{n, err}
	}
	return p, nil
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
		seed = rand.Uint64N(math.MaxUint32) // short enough to be typed again
	}
	o.Seed = seed
	return o, err
}

// use sets the method and refuses flags that mean nothing to it.
func (r *request) use(name string, f *searchFlags) error {
	method, err := findMethod(name)
	if err != nil {
		return err
	}
	r.method = method
	if f.seed != "" && !method.Seeded {
		return badInput("error.flag.unused", "Flag", "--seed", "Method", name, "Names", namesOf(isSeeded))
	}
	if f.tries != "" && !method.Bounded {
		return badInput("error.flag.unused", "Flag", "--tries", "Method", name, "Names", namesOf(isBounded))
	}
	return nil
}

func isSeeded(m methods.Method) bool   { return m.Seeded }
func isBounded(m methods.Method) bool  { return m.Bounded }
func isComplete(m methods.Method) bool { return m.Delivers == methods.All }

// namesOf returns the names of the methods that satisfy a condition.
func namesOf(condition func(methods.Method) bool) string {
	var names []string
	for _, m := range methods.Table() {
		if condition(m) {
			names = append(names, m.Name)
		}
	}
	return strings.Join(names, ", ")
}

// findMethod returns the method of a name.
func findMethod(name string) (methods.Method, error) {
	method, found := methods.Find(name)
	if found {
		return method, nil
	}
	var names []string
	for _, m := range methods.Table() {
		names = append(names, m.Name)
	}
	return method, unknownName("method", name, names)
}

// findForm returns the text form of a name, fallback for none.
func findForm(name string, fallback notation.Form) (notation.Form, error) {
	if name == "" {
		return fallback, nil
	}
	form, found := notation.Lookup(name)
	if !found {
		return form, unknownName("format", name, formNames())
	}
	return form, nil
}

func formNames() []string {
	var names []string
	for _, info := range notation.Forms() {
		names = append(names, info.Name)
	}
	return names
}

// unknownName names the one that may have been meant, or all.
func unknownName(kind, name string, names []string) error {
	if close := nearest.Of(name, names); close != "" {
		return badInput("error."+kind+".near", "Name", name, "Nearest", close)
	}
	return badInput("error."+kind, "Name", name, "Names", strings.Join(names, ", "))
}

// maxSquareFile bounds a file of squares: every square of a board of 1000 takes
// under 9 bytes.
const maxSquareFile = 16 << 20

// readSquares reads the lists of squares given to a flag; @FILE stands for the
// list in a file.
func readSquares(flag string, lists []string, n, base int) ([]queens.Square, error) {
	var squares []queens.Square
	for _, list := range lists {
		source := flag
		if name, isFile := strings.CutPrefix(list, "@"); isFile {
			text, err := readFile(name)
			if err != nil {
				return nil, err
			}
			list, source = text, name
		}
		found, err := notation.ParseSquares(list, n, base)
		if err != nil {
			return nil, &sourceError{source, err}
		}
		squares = append(squares, found...)
	}
	return squares, nil
}

// readFile returns the text of a small file.
func readFile(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", &readError{name, err}
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxSquareFile+1))
	if err != nil {
		return "", &readError{name, err}
	}
	if len(text) > maxSquareFile {
		return "", badInput("error.file.large", "Name", name, "Max", maxSquareFile)
	}
	return string(text), nil
}
