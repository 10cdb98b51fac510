package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// writeAtomically writes a file that appears under its name only when it is
// whole and durable: until then, and after a failure, what stood there stays.
// A device or a pipe is written to as it is.
func writeAtomically(name string, write func(io.Writer) error) error {
	if err := writeFile(name, write); err != nil {
		return &fileError{name, err}
	}
	return nil
}

func writeFile(name string, write func(io.Writer) error) error {
	if isDevice(name) {
		return writeDevice(name, write)
	}
	file, err := temporaryFor(name)
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // fails once it is renamed
	err = write(file)
	if err == nil {
		err = file.Chmod(0o644)
	}
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
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
	case isDevice(name):
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return &fileError{name, err}
	}
	file, err := temporaryFor(name)
	if err != nil {
		return &fileError{name, err}
	}
	file.Close()
	os.Remove(file.Name())
	return nil
}

// temporaryFor makes a file in the folder of name.
func temporaryFor(name string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
}

// isDevice reports whether something stands under name that is neither a file
// nor a folder.
func isDevice(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir() && !info.Mode().IsRegular()
}

func writeDevice(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = write(file)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
