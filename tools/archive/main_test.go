package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// layOut makes the same small folder below root, with the time of its files
// and the order in which they are made as given.
func layOut(t *testing.T, at time.Time, names ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "queens-1.0")
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o644)
		if name == "queens" {
			mode = 0o755
		}
		if err := os.WriteFile(path, []byte("content of "+name), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func pack(t *testing.T, name, dir string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), name)
	if err := run([]string{"1700000000", out, dir}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSameFilesSameBytes(t *testing.T) {
	first := layOut(t, time.Unix(1, 0), "queens", "LICENSE", "man/queens.1")
	second := layOut(t, time.Unix(2e9, 0), "man/queens.1", "LICENSE", "queens")
	for _, name := range []string{"a.tar.gz", "a.zip"} {
		if !bytes.Equal(pack(t, name, first), pack(t, name, second)) {
			t.Errorf("%s: two packings of the same files differ", name)
		}
	}
}

const want = `queens-1.0/LICENSE -rw-r--r-- 1700000000 content of LICENSE
queens-1.0/man/queens.1 -rw-r--r-- 1700000000 content of man/queens.1
queens-1.0/queens -rwxr-xr-x 1700000000 content of queens
`

func TestTar(t *testing.T) {
	dir := layOut(t, time.Unix(1, 0), "queens", "LICENSE", "man/queens.1")
	zipped, err := gzip.NewReader(bytes.NewReader(pack(t, "a.tar.gz", dir)))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for archive := tar.NewReader(zipped); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s %v %d %s\n", header.Name, header.FileInfo().Mode(), header.ModTime.Unix(), content)
	}
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

func TestZip(t *testing.T) {
	dir := layOut(t, time.Unix(1, 0), "queens", "LICENSE", "man/queens.1")
	data := pack(t, "a.zip", dir)
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for _, file := range archive.File {
		content, err := archive.Open(file.Name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s %v %d %s\n", file.Name, file.Mode(), file.Modified.Unix(), text)
	}
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

func TestBadArguments(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a.zip")
	for name, args := range map[string][]string{
		"none":           nil,
		"no number":      {"now", out, "."},
		"no such folder": {"0", out, filepath.Join(t.TempDir(), "missing")},
	} {
		if run(args) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
