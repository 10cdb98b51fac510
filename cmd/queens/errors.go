package main

import (
	"context"
	"errors"

	"example.org/queens"
	"example.org/queens/count/checkpoint"
	"example.org/queens/internal/lang"
)

// The exit statuses.
const (
	exitDone        = 0
	exitNo          = 1   // no solution exists, some placement is invalid, a count is wrong or unknown
	exitBadInput    = 2   // the command line or a placement makes no sense
	exitStopped     = 3   // by --timeout or --tries; a count by --limit too
	exitIO          = 4   // reading or writing failed
	exitInterrupted = 130 // Ctrl-C
)

// An inputError is bad input; its sentence stands in the catalog.
type inputError struct {
	key   string
	pairs []any
}

func badInput(key string, pairs ...any) error { return &inputError{key, pairs} }

func (e *inputError) Error() string {
	return (&app{Printer: lang.New(lang.English)}).explainCommand(e)
}

// A statusError ends the program with a status and, if there is one, a last
// line.
type statusError struct {
	status int
	text   string
}

func (e *statusError) Error() string { return e.text }

// A writeError is a failure to write the output.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

// A readError is a failure to read a file.
type readError struct {
	name string
	err  error
}

func (e *readError) Error() string { return e.name + ": " + e.err.Error() }
func (e *readError) Unwrap() error { return e.err }

// A fileError is a failure to write a file other than the output.
type fileError struct {
	name string
	err  error
}

func (e *fileError) Error() string { return e.name + ": " + e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }

// A noFileError is an argument that is neither a placement nor a file.
type noFileError struct {
	name string
	err  error // why it is no placement
}

func (e *noFileError) Error() string { return e.err.Error() }
func (e *noFileError) Unwrap() error { return e.err }

// A sourceError says where the bad text stands: a flag, a file or the standard
// input.
type sourceError struct {
	source string
	err    error
}

func (e *sourceError) Error() string { return e.source + ": " + e.err.Error() }
func (e *sourceError) Unwrap() error { return e.err }

// A boardError says on what size of board a problem is none.
type boardError struct {
	board frame
	err   error
}

func (e *boardError) Error() string { return e.err.Error() }
func (e *boardError) Unwrap() error { return e.err }

// explain returns the exit status for err and the line that says why, which
// may be empty.
func (a *app) explain(err error) (status int, text string) {
	if err == nil {
		return exitDone, ""
	}
	if ended, ok := errors.AsType[*statusError](err); ok {
		return ended.status, ended.text
	}
	if failed, ok := errors.AsType[*writeError](err); ok {
		if isBrokenPipe(err) {
			return exitDone, "" // the reader has seen enough
		}
		return exitIO, a.T("error.write", "Reason", a.cause(failed.err))
	}
	if failed, ok := errors.AsType[*readError](err); ok {
		return exitIO, a.T("error.read", "Name", failed.name, "Reason", a.cause(failed.err))
	}
	if failed, ok := errors.AsType[*fileError](err); ok {
		return exitIO, a.T("error.file.write", "Name", failed.name, "Reason", a.cause(failed.err))
	}
	if failed, ok := errors.AsType[*checkpoint.FileError](err); ok {
		return exitIO, a.checkpointFailure(failed)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return exitInterrupted, a.T("error.interrupted")
	case errors.Is(err, queens.ErrNoSolution):
		return exitNo, a.T("error.nosolution")
	}
	if status, text := a.explainCluster(err); text != "" {
		return status, text
	}
	return exitBadInput, a.explainInput(err)
}
