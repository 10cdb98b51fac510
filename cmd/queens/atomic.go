package main

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// writeFile writes data to the file of that name, whole or not at all: to a
// temporary file in the same folder, which takes the place of the file once it
// is on the disk. When anything fails, or ctx ends, the file is as before and
// the temporary one is gone. A link is followed; what is no regular file, such
// as a device or a pipe, is written to as it is, until ctx ends.
func writeFile(ctx context.Context, name string, data []byte) error {
	if err := replaceFile(ctx, name, data); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &fileError{name, err}
	}
	return nil
}

func replaceFile(ctx context.Context, name string, data []byte) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return replace(ctx, name, data, nil)
	case info.IsDir():
		return syscall.EISDIR
	case !info.Mode().IsRegular():
		return writeInto(ctx, name, data)
	}
	old, err := os.OpenFile(name, os.O_WRONLY, 0) // a file that must not be written stays
	if err != nil {
		return err
	}
	old.Close()
	return replace(ctx, name, data, info)
}

// checkWritable finds out whether a file can be written under name, before the
// work whose result it is to hold. An empty name is no file.
func checkWritable(name string) error {
	if name == "" {
		return nil
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return &fileError{name, syscall.EISDIR}
	case err == nil && !info.Mode().IsRegular():
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return &fileError{name, err}
	}
	file, err := createBeside(name)
	if err != nil {
		return &fileError{name, err}
	}
	file.Close()
	os.Remove(file.Name())
	return nil
}

// sameFile reports whether two names, if there are two, are those of one file,
// which need not be there.
func sameFile(name, other string) bool {
	if name == "" || other == "" {
		return false
	}
	one, err := os.Stat(name)
	two, failed := os.Stat(other)
	if err == nil && failed == nil {
		return os.SameFile(one, two)
	}
	path, err := filepath.Abs(name)
	otherPath, failed := filepath.Abs(other)
	return err == nil && failed == nil && path == otherPath
}

// writeInto writes to a device or a pipe, which may wait for its reader for
// ever, and stops waiting when ctx ends.
func writeInto(ctx context.Context, name string, data []byte) error {
	written := make(chan error, 1)
	go func() { written <- pour(name, data) }()
	select {
	case err := <-written:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func pour(name string, data []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// replace puts a new file in the place of the old one, which may not be there,
// and keeps its permissions.
func replace(ctx context.Context, name string, data []byte, old fs.FileInfo) error {
	temporary, err := createBeside(name)
	if err != nil {
		return err
	}
	err = fillFile(ctx, temporary, data)
	if err == nil && old != nil {
		err = temporary.Chmod(old.Mode().Perm())
	}
	if closed := temporary.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = os.Rename(temporary.Name(), name)
	}
	if err != nil {
		os.Remove(temporary.Name())
		return err
	}
	syncFolder(filepath.Dir(name))
	return nil
}

// createBeside creates a new file in the folder of name, with the permissions
// that a new file has.
func createBeside(name string) (*os.File, error) {
	return os.OpenFile(filepath.Join(filepath.Dir(name), ".queens-"+rand.Text()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// fillFile writes data to a file and the file to the disk, and looks between
// its pieces whether it should stop.
func fillFile(ctx context.Context, file *os.File, data []byte) error {
	const piece = 1 << 20
	for len(data) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := file.Write(data[:min(piece, len(data))])
		if err != nil {
			return err
		}
		data = data[n:]
	}
	return file.Sync()
}

// syncFolder writes a folder to the disk where that is possible; where it is
// not, the file is there all the same.
func syncFolder(dir string) {
	if folder, err := os.Open(dir); err == nil {
		folder.Sync()
		folder.Close()
	}
}
