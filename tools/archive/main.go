// Command archive packs a folder so that the same files give the same bytes:
// entries in order of name, one time, no owner.
//
//	archive SECONDS OUT.tar.gz|OUT.zip DIR
//
// SECONDS is the time of every entry, counted from 1970. Entries are named from
// the last element of DIR on. Files that their owner may execute stay so.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "archive:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return errors.New("usage: archive SECONDS OUT.tar.gz|OUT.zip DIR")
	}
	seconds, err := strconv.ParseInt(args[0], 10, 64)
	if err != nil {
		return err
	}
	out, err := os.Create(args[1])
	if err != nil {
		return err
	}
	pack := packTar
	if strings.HasSuffix(args[1], ".zip") {
		pack = packZip
	}
	return errors.Join(pack(out, args[2], time.Unix(seconds, 0).UTC()), out.Close())
}

// An adder starts the entry of that name and returns where its content goes.
type adder func(name string, size int64, mode fs.FileMode) (io.Writer, error)

func packTar(out io.Writer, dir string, at time.Time) error {
	zipped := gzip.NewWriter(out)
	archive := tar.NewWriter(zipped)
	err := addFiles(dir, func(name string, size int64, mode fs.FileMode) (io.Writer, error) {
		return archive, archive.WriteHeader(&tar.Header{Name: name, Size: size, Mode: int64(mode), ModTime: at})
	})
	return errors.Join(err, archive.Close(), zipped.Close())
}

func packZip(out io.Writer, dir string, at time.Time) error {
	archive := zip.NewWriter(out)
	err := addFiles(dir, func(name string, _ int64, mode fs.FileMode) (io.Writer, error) {
		header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at}
		header.SetMode(mode)
		return archive.CreateHeader(header)
	})
	return errors.Join(err, archive.Close())
}

// addFiles adds every regular file below dir, in order of name.
func addFiles(dir string, add adder) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(filepath.Dir(filepath.Clean(dir)), path)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		content, err := os.Open(path)
		if err != nil {
			return err
		}
		defer content.Close()
		entryOut, err := add(filepath.ToSlash(name), info.Size(), mode)
		if err != nil {
			return err
		}
		_, err = io.Copy(entryOut, content)
		return err
	})
}
