package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestForgedLedger changes a result, the total and the hash of an exported ledger to fit: its number is not the published one, or no
// number that a board can have.
func TestForgedLedger(t *testing.T) {
	dir := t.TempDir()
	run, file := filepath.Join(dir, "run"), filepath.Join(dir, "ledger")
	prints(t, "724\n", exitDone, nil, "cluster", "up", "10", "--dir", run)
	prints(t, "", exitDone, nil, "cluster", "ledger", "export", "10", "--dir", run, "--unsigned", "--out", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		add  int
		said string
	}{{0, "equal to the published value"}, {1, "no multiple of 8"}, {8, "724 is published, and 732 was counted"}} {
		body := strings.Replace(string(text[:strings.LastIndex(string(text), "# sha256")]), "# total 724", fmt.Sprintf("# total %d", 724+test.add), 1)
		body = strings.Replace(body, "\n465 4 ", fmt.Sprintf("\n465 %d ", 4+test.add), 1)
		body += fmt.Sprintf("# sha256 %x\n", sha256.Sum256([]byte(body)))
		if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		status := exitDone
		if test.add != 0 {
			status = exitNo
		}
		prints(t, "", status, []string{test.said}, "cluster", "ledger", "check", file, "--seed", "1", "--share", "1%")
	}
}
