//go:build !windows

package main

import (
	"errors"
	"os/signal"
	"syscall"
)

// ignoreBrokenPipes makes writing to a closed pipe an error like others
// instead of a signal that kills the process.
func ignoreBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }

// isBrokenPipe reports whether err says that the reader of a pipe has gone.
func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// isDiskFull reports whether err says that there is no space left.
func isDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// endOfInput is the key that ends what is typed.
const endOfInput = "Ctrl-D"
