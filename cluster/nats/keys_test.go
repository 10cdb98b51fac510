//go:build unix

package nats

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestKeysIncomplete wants a folder of keys that lacks a file left as it is.
func TestKeysIncomplete(t *testing.T) {
	for _, missing := range append([][]string{files, files[1:], files[:len(files)-1]}, [][]string{{caFile}, {caKeyFile}, {certFile}, {certKeyFile}, {workersFile}, {coordinatorFile}}...) {
		dir := filepath.Join(t.TempDir(), "keys")
		k, err := OpenKeys(dir, time.Hour)
		if err != nil || !k.Made() {
			t.Fatal(err)
		}
		if _, err := k.AddWorker("w"); err != nil {
			t.Fatal(err)
		}
		if k, err := OpenKeys(dir, time.Hour); err != nil || k.Made() {
			t.Fatal(err)
		}
		for _, name := range missing {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		_, err = OpenKeys(dir, time.Hour)
		if key, ok := errors.AsType[*KeyError](err); !ok || key.Reason != KeyIncomplete || key.Missing == "" {
			t.Errorf("without %v: %v", missing, err)
		}
		for _, name := range missing {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				t.Errorf("%s is made again", name)
			}
		}
	}
}

// TestKeysForeign wants a folder with other files filled.
func TestKeysForeign(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tls.key"), []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	if k, err := OpenKeys(dir, time.Hour); err != nil || !k.Made() {
		t.Error(err)
	}
}

// TestKeysNoFile wants no pipe waited for and no folder read in the place of a file.
func TestKeysNoFile(t *testing.T) {
	for _, name := range files {
		for what, make := range map[string]func(string) error{
			"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
			"folder": func(path string) error { return os.Mkdir(path, 0o700) },
		} {
			dir := filepath.Join(t.TempDir(), "keys")
			if _, err := OpenKeys(dir, time.Hour); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, name)
			if err := errors.Join(os.Remove(path), make(path)); err != nil {
				t.Fatal(err)
			}
			k, err := OpenKeys(dir, time.Hour)
			if err == nil {
				_, err = k.serverTLS()
			}
			if err == nil {
				err = k.Renew(time.Hour)
			}
			if key, ok := errors.AsType[*KeyError](err); !ok || key.Reason != KeyDamaged {
				t.Errorf("%s as a %s: %v", name, what, err)
			}
		}
	}
}
