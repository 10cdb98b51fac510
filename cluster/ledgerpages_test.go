//go:build unix

package cluster

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/queens/count"
)

// TestDamagedLedger cuts a ledger off and flips bits in it: what is read is right, or the ledger is found damaged.
func TestDamagedLedger(t *testing.T) {
	const n, total = 13, 73712
	path := filepath.Join(t.TempDir(), "ledger")
	finishedRun(t, path, n, 1).Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := checkPages(path); err != nil {
		t.Fatal("the whole one: ", err)
	}
	found := 0
	try := func(what string, at int, data []byte) {
		t.Helper()
		for _, open := range []func() (*Ledger, error){
			func() (*Ledger, error) { return ReadLedger(path) },
			func() (*Ledger, error) { return OpenLedger(path, count.SplittingOf(n), time.Now()) },
		} {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			l, err := open()
			if err == nil {
				var sum count.Total
				if sum, _, err = l.Total(); err == nil && sum.Big().Int64() != total {
					t.Errorf("%s %d: the total is %v", what, at, sum)
				}
				if _, _, err := l.Snapshot(); err != nil && !strings.Contains(err.Error(), "damaged") {
					t.Errorf("%s %d: %v", what, at, err)
				}
				l.Close()
			}
			if err == nil {
				continue
			}
			found++
			if what == "bit" && at/8 < 2*os.Getpagesize() && strings.Contains(err.Error(), "does not count yet") {
				continue // it is as before the last transaction
			}
			if ledger, ok := errors.AsType[*LedgerError](err); !ok || !ledger.Damaged &&
				!strings.Contains(ledger.Reason, "it is of") {
				t.Errorf("%s %d: %v", what, at, err)
			}
		}
	}
	t.Logf("%d bytes", len(whole))
	for size := 1; size < len(whole); size += 1 + rand.IntN(len(whole)/60) {
		try("cut off at", size, whole[:size])
	}
	for _, size := range []int{4096, 8192, 16384, 20000, 30000, len(whole) / 2} {
		try("cut off at", size, whole[:size])
	}
	if found == 0 {
		t.Error("no cut was found")
	}
	flip := func(bit int) {
		data := bytes.Clone(whole)
		data[bit/8] ^= 1 << (bit % 8)
		try("bit", bit, data)
	}
	for range 150 {
		flip(rand.IntN(len(whole) * 8))
	}
	for page := 0; page < len(whole); page += os.Getpagesize() { // where a bit does the most harm
		for range 2 {
			flip(page*8 + rand.IntN(200*8))
		}
	}
	for bit := range 100 * 8 / 4 {
		flip(bit * 4)
	}
	t.Logf("%d of all were found", found)
}

// TestLedgerNoFile wants what is no regular file refused without a wait for it.
func TestLedgerNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, pipe} {
		if _, err := ReadLedger(path); err == nil {
			t.Errorf("%s is read", path)
		}
		if _, err := OpenLedger(path, count.SplittingOf(8), time.Now()); err == nil {
			t.Errorf("%s is opened", path)
		}
	}
}

// TestBackupNotOver wants a copy not to be written over the ledger.
func TestBackupNotOver(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "ledger"), filepath.Join(dir, "link")
	l := finished(t, path)
	if err := os.Link(path, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		if err := l.Backup(name); err == nil {
			t.Errorf("%s is overwritten", name)
		}
	}
	if total, _, err := l.Total(); err != nil || total.Big().Int64() != 724 {
		t.Errorf("%v, %v", total, err)
	}
}
