package main

import (
	"context"
	"io"
	"os"
	"syscall"
)

// openFile opens a file that is no folder for reading.
func openFile(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		err = syscall.EISDIR // said here because not every system says so itself
	}
	if err != nil {
		return nil, &readError{name, err}
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, &readError{name, err}
	}
	return file, nil
}

// interruptible reads from r until ctx ends, also while r keeps it waiting, as
// a terminal or a pipe may for ever.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	type outcome struct {
		n   int
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		n, err := i.r.Read(p)
		done <- outcome{n, err}
	}()
	select {
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	case o := <-done:
		return o.n, o.err
	}
}
