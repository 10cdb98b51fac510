package main

import (
	"errors"
	"strconv"
)

// parseSize reads the one argument of a command that takes a size.
func parseSize(args []string) (int, error) {
	if len(args) == 0 || len(args) == 1 && args[0] == "" {
		return 0, badInput("error.size.missing")
	}
	if len(args) > 1 {
		return 0, badInput("error.size.many", "Args", quoted(args))
	}
	return sizeOf(args[0])
}

// sizeOf reads a size of at least 1; each method has its own upper bound.
func sizeOf(text string) (int, error) {
	n, err := strconv.Atoi(text)
	switch {
	case errors.Is(err, strconv.ErrRange) && text[0] != '-':
		return 0, badInput("error.size.absurd", "Size", text)
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, badInput("error.size.number", "Size", text)
	case n < 1:
		return 0, badInput("error.size.small", "Size", text)
	}
	return n, nil
}
