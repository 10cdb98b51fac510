package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// names returns what lies in a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}

func put(t *testing.T, name, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func hold(t *testing.T, name, want string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v, want %q", name, got, err, want)
	}
}

func mode(t *testing.T, name string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

func TestWriteFileAnew(t *testing.T) {
	dir := t.TempDir()
	name, usual := filepath.Join(dir, "new"), filepath.Join(dir, "usual")
	if err := writeFile(t.Context(), name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	hold(t, name, "new")
	file, err := os.Create(usual)
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	if got, want := mode(t, name), mode(t, usual); got != want {
		t.Errorf("permissions %v, want the usual %v", got, want)
	}
	if got := names(t, dir); len(got) != 2 {
		t.Errorf("left behind: %v", got)
	}
}

func TestWriteFileReplaces(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "old")
	put(t, name, "a longer text than the new one", 0o640)
	want := mode(t, name)
	if err := writeFile(t.Context(), name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	hold(t, name, "new")
	if got := mode(t, name); got != want {
		t.Errorf("permissions %v, want %v", got, want)
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
}

func TestWriteFileFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "name"), filepath.Join(dir, "link")
	put(t, name, "old", 0o600)
	if err := os.Symlink(name, link); err != nil {
		t.Skip("no links here: ", err)
	}
	if err := writeFile(t.Context(), link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	hold(t, name, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is one no more: %v, %v", info, err)
	}
}

func TestWriteFileFails(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old")
	put(t, old, "old", 0o600)
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	tests := map[string]struct {
		ctx  context.Context
		name string
		is   func(error) bool
	}{
		"interrupted":      {interrupted, old, func(err error) bool { return err == context.Canceled }},
		"interrupted anew": {interrupted, filepath.Join(dir, "new"), func(err error) bool { return err == context.Canceled }},
		"no folder":        {t.Context(), filepath.Join(dir, "none", "x"), isFileError},
		"a folder":         {t.Context(), dir, isFileError},
		"below a file":     {t.Context(), filepath.Join(old, "x"), isFileError},
	}
	for name, test := range tests {
		if err := writeFile(test.ctx, test.name, []byte("new")); !test.is(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	hold(t, old, "old")
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
}

func isFileError(err error) bool {
	var failed *fileError
	return errors.As(err, &failed)
}

// interruptedAfter is a context that ends once it was asked a number of times.
type interruptedAfter struct {
	context.Context
	times *int
}

func (i interruptedAfter) Err() error {
	if *i.times--; *i.times < 0 {
		return context.Canceled
	}
	return nil
}

// TestWriteFileInterrupted interrupts the writing at every point where it looks.
func TestWriteFileInterrupted(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "old")
	put(t, name, "old", 0o600)
	data := bytes.Repeat([]byte("x"), 3<<20)
	for times := range 4 { // three pieces, and before the old file is replaced
		if err := writeFile(interruptedAfter{t.Context(), new(times)}, name, data); err != context.Canceled {
			t.Errorf("%d: %v", times, err)
		}
		hold(t, name, "old")
		if got := names(t, dir); len(got) != 1 {
			t.Errorf("%d: left behind: %v", times, got)
		}
	}
}

func TestWriteFileProtected(t *testing.T) {
	if runtime.GOOS != "windows" && os.Geteuid() == 0 {
		t.Skip("nothing is protected from the superuser; the scripts write where even they cannot")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "old")
	put(t, name, "old", 0o400)
	if err := writeFile(t.Context(), name, []byte("new")); !errors.Is(err, fs.ErrPermission) {
		t.Error(err)
	}
	hold(t, name, "old")
}
