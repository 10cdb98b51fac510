package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"example.org/queens/notation"
)

// A source is what an argument of queens check stands for.
type source struct {
	io.ReadCloser
	name    string // what to call it in messages
	literal bool   // it is the argument itself
	typed   bool   // someone types it
}

// openText opens a file if there is one of that name or the name has a path
// separator, and the standard input for -; else the argument is the placement.
func (a *app) openText(arg string) (*source, error) {
	if arg == "-" {
		typed := isTerminal(a.stdin)
		if typed {
			a.note(a.T("check.typing", "Key", endOfInput))
		}
		return &source{ReadCloser: io.NopCloser(a.stdin), name: a.T("check.stdin"), typed: typed}, nil
	}
	if _, err := os.Stat(arg); err != nil && !isPath(arg) {
		return &source{ReadCloser: io.NopCloser(strings.NewReader(arg)), name: arg, literal: true}, nil
	}
	file, err := openFile(arg)
	if err != nil {
		return nil, err
	}
	return &source{ReadCloser: file, name: arg}, nil
}

// isPath reports whether arg is meant as a file: it has a path separator. The
// slashes between the ranks of a FEN, digits and queens, are none; more fields
// may follow these.
func isPath(arg string) bool {
	board, _, _ := strings.Cut(strings.TrimSpace(arg), " ")
	const inFEN = "Qq0123456789/"
	return strings.ContainsFunc(arg, func(char rune) bool { return char < 0x80 && os.IsPathSeparator(uint8(char)) }) &&
		strings.Trim(board, inFEN) != ""
}

// couldBeFile reports whether someone may have meant arg as the name of a file.
func couldBeFile(arg string) bool {
	const maxName = 255 // on every usual file system
	return len(arg) <= maxName && !strings.ContainsAny(arg, " \t\r\n,")
}

// explain says where an error of reading belongs.
func (s *source) explain(err error) error {
	_, isSyntax := errors.AsType[*notation.SyntaxError](err)
	_, isAmbiguous := errors.AsType[*notation.AmbiguousError](err)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case !isSyntax && !isAmbiguous:
		return &readError{s.name, err}
	case s.literal && isSyntax && couldBeFile(s.name):
		return &noFileError{s.name, err}
	case s.literal:
		return err
	}
	return &sourceError{s.name, err}
}

// nothingIn says that an argument has no placement in it.
func nothingIn(arg string) error {
	switch {
	case strings.TrimSpace(arg) == "":
		return badInput("error.check.emptyarg")
	case arg == "-":
		return badInput("error.check.emptystdin")
	}
	return badInput("error.check.empty", "Name", arg)
}
