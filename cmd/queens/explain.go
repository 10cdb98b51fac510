package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/queens"
	"example.org/queens/notation"
	"example.org/queens/odometer"
	"example.org/queens/shuffle"
)

// explainInput puts an error about the input into the language of the run:
// what was wrong, and what would be right.
func (a *app) explainInput(err error) string {
	if bad, ok := errors.AsType[*sourceError](err); ok {
		return a.T("error.source", "Source", bad.source, "Message", a.explainInput(bad.err))
	}
	if bad, ok := errors.AsType[*noFileError](err); ok {
		return a.T("check.nofile", "Name", bad.name, "Message", a.explainInput(bad.err))
	}
	for _, explain := range []func(error) string{a.explainCommand, a.explainProblem, a.explainMethod, a.explainText,
		a.explainCount, a.explainColumns, a.explainEstimate} {
		if text := explain(err); text != "" {
			return text
		}
	}
	return err.Error()
}

// explainCommand explains what is wrong with the command line itself.
func (a *app) explainCommand(err error) string {
	input, ok := errors.AsType[*inputError](err)
	if !ok {
		return ""
	}
	pairs := slices.Clone(input.pairs)
	for i, value := range pairs {
		if names, isList := value.([]string); isList {
			pairs[i] = a.join(names)
		}
	}
	return a.T(input.key, pairs...)
}

// join joins names in a sentence.
func (a *app) join(names []string) string { return strings.Join(names, a.T("list.comma")) }

// explainProblem explains why a problem is none.
func (a *app) explainProblem(err error) string {
	if tooMany, ok := errors.AsType[*odometer.TooManyError](err); ok {
		return a.T("error.odometer", "Size", tooMany.Size, "Max", odometer.MaxSize, "Numbers", numbers(a, tooMany))
	}
	if size, ok := errors.AsType[*queens.SizeError](err); ok {
		if size.Engine == "" {
			return a.T("error.size.small", "Size", size.Size)
		}
		return a.T("error.size.large", "Size", size.Size, "Method", size.Engine, "Max", size.Max)
	}
	if board, ok := errors.AsType[*boardError](err); ok {
		return a.explainSquares(board.board, err)
	}
	return ""
}

// explainSquares explains what is wrong with given and blocked squares.
func (a *app) explainSquares(f frame, err error) string {
	if off, ok := errors.AsType[*queens.SquareError](err); ok {
		corner := queens.Square{Row: 0, Col: f.size - 1}
		return a.T("error.square.off", "Square", f.square(off.Square), "Size", f.size,
			"First", f.base, "Last", f.base+f.size-1, "Corner", notation.FormatSquare(corner, f.size))
	}
	if given, ok := errors.AsType[*queens.GivenConflictError](err); ok {
		return a.T("error.given.conflict", "Conflict", a.conflict(given.Conflict, f))
	}
	if given, ok := errors.AsType[*queens.GivenBlockedError](err); ok {
		return a.T("error.given.blocked", "Square", f.square(given.Square))
	}
	return ""
}

// numbers says how many numbers an odometer would try.
func numbers(a *app, e *odometer.TooManyError) string {
	if exact := e.Numbers; exact != nil && exact.BitLen() <= 100 {
		return a.T("exactly", "Number", exact)
	}
	n := float64(e.Size)
	return a.T("about", "Number", fmt.Sprintf("10^%.0f", math.Floor(n*math.Log10(n))))
}

// explainMethod explains why a method does not take a problem.
func (a *app) explainMethod(err error) string {
	if refused, ok := errors.AsType[*queens.UnsupportedError](err); ok {
		return a.T("error.unsupported", "Method", refused.Engine, "Constraints", a.honours(refused.Constraints),
			"Names", a.join(refused.Alternatives))
	}
	if hopeless, ok := errors.AsType[*shuffle.HopelessError](err); ok {
		return a.explainHopeless(hopeless)
	}
	return ""
}

// explainHopeless names the expected number of tries, unless that is infinite
// because of the given queens and blocked squares.
func (a *app) explainHopeless(e *shuffle.HopelessError) string {
	switch {
	case !math.IsInf(e.Expected, 1):
		return a.T("error.hopeless", "Size", e.Size, "Expected", scientific(e.Expected))
	case math.IsInf(shuffle.Expected(e.Size), 1):
		return a.T("error.hopeless.beyond", "Size", e.Size, "Expected", "10^308")
	}
	return a.T("error.hopeless.rare", "Size", e.Size)
}

// scientific writes a large number as people do: 2.73×10^9.
func scientific(x float64) string {
	mantissa, exponent, _ := strings.Cut(fmt.Sprintf("%.2e", x), "e+")
	return mantissa + "×10^" + strings.TrimLeft(exponent, "0")
}

// explainText explains why a text is no placement or list of squares.
func (a *app) explainText(err error) string {
	if syntax, ok := errors.AsType[*notation.SyntaxError](err); ok {
		return a.T("text.at", "Line", syntax.Line, "Column", syntax.Column, "Message", a.syntax(syntax))
	}
	if ambiguous, ok := errors.AsType[*notation.AmbiguousError](err); ok {
		return a.ambiguous(ambiguous)
	}
	if size, ok := errors.AsType[*notation.SizeError](err); ok {
		return a.T("error.format.size", "Format", size.Form, "Size", size.Size, "Max", size.Max)
	}
	return ""
}

// syntax returns the sentence of a syntax error. Its key is the code of the
// error, the names of its values are those of the table of codes.
func (a *app) syntax(e *notation.SyntaxError) string {
	for _, info := range notation.Codes() {
		if info.Code != e.Code {
			continue
		}
		var pairs []any
		for i, name := range info.Args {
			pairs = append(pairs, name, a.value(e.Args[i]))
		}
		return a.T("text."+string(e.Code), pairs...)
	}
	return e.Message()
}

// value puts an argument of a syntax error into words.
func (a *app) value(arg any) any {
	found, ok := arg.(notation.Found)
	if !ok {
		return arg
	}
	if found == "" {
		return a.T("text.end")
	}
	return a.T("text.found", "Text", string(found))
}

// ambiguous says which readings a text has and what decides.
func (a *app) ambiguous(e *notation.AmbiguousError) string {
	var readings []string
	for _, r := range e.Readings {
		if r.Based {
			readings = append(readings, a.T("reading.based", "Format", r.Form, "Base", r.Base))
			continue
		}
		readings = append(readings, r.Form.String())
	}
	flag := "--format"
	if a.drawing {
		flag = "--form"
	}
	if e.Base() {
		flag = "--base"
	}
	return a.T("text.ambiguous", "Line", e.Line, "Readings", strings.Join(readings, a.T("text.and")), "Flag", flag)
}
