package checkpoint

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

const fileSizeLimit = 1 // RLIMIT_FSIZE

func init() {
	children["small"] = func(path string) error { return limited(path, 256<<10) }
	children["none"] = func(path string) error { return limited(path, 100) }
}

// limited saves until the file reaches the limit, and says how many records are durable then.
func limited(path string, limit uint64) error {
	if err := syscall.Setrlimit(fileSizeLimit, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		return err
	}
	st, err := Open(path, splitting20, "limited")
	if err != nil {
		return err
	}
	for i := st.Loaded(); i < splitting20.Units; i++ {
		u, result := unit(i)
		if st.Save(u, result) != nil {
			break
		}
		if i%100 == 99 && st.Flush() != nil {
			break
		}
	}
	if st.Durable() == 0 {
		return errors.New("nothing fitted")
	}
	fmt.Println(st.Durable())
	if err := st.Close(); !errors.Is(err, syscall.EFBIG) {
		return fmt.Errorf("Close: got %v, want a file too large", err)
	}
	return nil
}

// TestNoSpace runs into a limit of the file's size: what was durable stays, and the next process goes on from it.
func TestNoSpace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	durable := 0
	for range 2 {
		var out bytes.Buffer
		if err := startChild(t, "small", path, &out).Wait(); err != nil {
			t.Fatalf("%v: %s", err, out.String())
		}
		said, _ := strconv.Atoi(strings.TrimSpace(out.String()))
		if said == 0 || said < durable {
			t.Fatalf("%d durable after %d: %s", said, durable, out.String())
		}
		durable = said
		st := open(t, path, splitting20)
		if got := load(t, st, splitting20); st.Loaded() != durable || !maps.Equal(got, want(0, durable)) {
			t.Errorf("%d records, want %d", st.Loaded(), durable)
		}
		save(t, st, durable, durable+10)
		durable += 10
		shut(t, st)
	}
}

// TestNoSpaceAtAll cannot even create the file, and leaves nothing behind.
func TestNoSpaceAtAll(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	err := startChild(t, "none", filepath.Join(dir, "file"), &out).Wait()
	if err == nil || !strings.Contains(out.String(), "cannot create checkpoint") || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("got %v: %s", err, out.String())
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
}
