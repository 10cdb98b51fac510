package main

import (
	"errors"

	"golang.org/x/sys/windows"
)

// ignoreBrokenPipes does nothing: Windows reports closed pipes as errors.
func ignoreBrokenPipes() {}

// isBrokenPipe reports whether err says that the reader of a pipe has gone.
func isBrokenPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}
