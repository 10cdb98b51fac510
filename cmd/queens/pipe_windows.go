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

// isDiskFull reports whether err says that there is no space left.
func isDiskFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}

// endOfInput is the key that ends what is typed.
const endOfInput = "Ctrl-Z"
