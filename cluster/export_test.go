package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nkeys"

	"example.org/queens/count"
	"example.org/queens/count/verify"
)

// finished returns the ledger of a finished run of N = 10, done by one worker.
func finished(t *testing.T, path string) *Ledger {
	t.Helper()
	return finishedRun(t, path, 10, 5)
}

// finishedRun returns the ledger of a finished run of size n, in jobs of so many units.
func finishedRun(t *testing.T, path string, n, units int) *Ledger {
	t.Helper()
	c, err := count.New(context.Background(), n, count.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1e9, 0)
	l, err := OpenLedger(path, c.Splitting(), now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := NewScheduler(WorkOf(c), Params{Run: l.identity.Run, Units: units}, now)
	s.Hello(WorkerInfo{Name: "w", Cores: 1}, now)
	w := c.Worker()
	for !s.Finished() {
		s.Tick(now)
		o := s.Take()
		if err := l.Apply(o.Records, Position{}, 0); err != nil {
			t.Fatal(err)
		}
		for _, a := range o.Assign {
			tally := &Tally{Run: l.identity.Run, Task: a.Task, First: a.Job.First, Fingerprint: c.Splitting().String(), Worker: "w", Kernel: "my kernel", Elapsed: 1}
			for u := a.Job.First; u < a.Job.End(); u++ {
				r, err := w.Count(t.Context(), c.Unit(int(u)))
				if err != nil {
					t.Fatal(err)
				}
				tally.Results = append(tally.Results, r)
			}
			s.Tally(tally, tally.Encode(), "w", now)
		}
	}
	if err := l.Apply(s.Take().Records, Position{}, 0); err != nil {
		t.Fatal(err)
	}
	return l
}

func TestExport(t *testing.T) {
	l := finished(t, filepath.Join(t.TempDir(), "ledger"))
	key, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := l.Export(&out, key); err != nil {
		t.Fatal(err)
	}
	e, err := ReadExport(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, out.String())
	}
	if public, _ := key.PublicKey(); e.Total.Int64() != 724 || e.Key != public || e.Workers["w"] != len(e.Units) {
		t.Errorf("%+v", e)
	}
	if _, err := e.Recount(t.Context(), verify.Options{Share: 1}); err != nil {
		t.Error(err)
	}
	// any line changed, dropped or doubled is found
	lines := strings.SplitAfter(out.String(), "\n")
	for i := range lines[:len(lines)-1] {
		if strings.HasPrefix(lines[i], "# ledger") {
			continue
		}
		for name, bad := range map[string][]string{
			"dropped": append(append([]string{}, lines[:i]...), lines[i+1:]...),
			"doubled": append(append(append([]string{}, lines[:i+1]...), lines[i]), lines[i+1:]...),
			"changed": append(append(append([]string{}, lines[:i]...), strings.Replace(lines[i], " 0 ", " 1 ", 1)), lines[i+1:]...),
		} {
			text := strings.Join(bad, "")
			if got, err := ReadExport(strings.NewReader(text)); err == nil && text != out.String() && got.Key == e.Key && lines[i][0] != '#' {
				t.Errorf("line %d %s: it is accepted", i+1, name)
			}
		}
	}
}

// TestExportFaults wants every fault of an exported ledger found, also under a hash that is right, and the line named.
func TestExportFaults(t *testing.T) {
	l := finished(t, filepath.Join(t.TempDir(), "ledger"))
	key, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := l.Export(&out, key); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(out.String(), "\n"), "\n")
	lines[len(lines)-1] += "\n"
	last := len(lines) // numbers of lines begin with 1
	first := len(exportHead) + 1
	units := lines[:last-3]
	hashed := func(lines ...string) string { // unsigned, and as it should be but for what is wrong
		text := strings.Join(lines, "")
		return fmt.Sprintf("%s%s%x\n", text, exportHash, sha256.Sum256([]byte(text)))
	}
	with := func(lines []string, at int, more ...string) []string {
		return slices.Insert(slices.Clone(lines), at-1, more...)
	}
	without := func(lines []string, at int) []string { return slices.Delete(slices.Clone(lines), at-1, at) }
	changed := func(lines []string, at int, text string) []string { return with(without(lines, at), at, text) }
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"whole":            {hashed(units...), -1},
		"signed":           {strings.Join(lines, ""), -1},
		"empty":            {"", 0},
		"no ledger":        {"# A title\n\ntext\n", 1},
		"no lines":         {strings.Repeat("x", 1<<17), 1},
		"cut in the head":  {exportHead[0][:9], 1},
		"cut off":          {out.String()[:out.Len()/2], strings.Count(out.String()[:out.Len()/2], "\n") + 1},
		"no hash":          {strings.Join(units, ""), 0},
		"no signature":     {strings.Join(lines[:last-1], ""), 0},
		"doubled":          {hashed(with(units, first, units[first-1])...), first + 1},
		"missing":          {hashed(without(units, first+3)...), first + 3},
		"last missing":     {hashed(without(units, last-3)...), last - 3},
		"one too many":     {hashed(with(units, last-2, "1023 0 0 w k\n")...), last - 2},
		"swapped":          {hashed(changed(changed(units, first, units[first]), first+1, units[first-1])...), first},
		"no unit":          {hashed(changed(units, first, "1 4 0 w k\n")...), first},
		"words":            {hashed(changed(units, first, strings.TrimSpace(units[first-1])+" more\n")...), first},
		"long line":        {hashed(changed(units, 2, "# run "+strings.Repeat("x", 1<<17)+"\n")...), 2},
		"another total":    {hashed(changed(units, 6, "# total 725\n")...), 6},
		"another size":     {hashed(changed(units, 3, "# n 11\n")...), first + 1},
		"absurd size":      {hashed(changed(units, 3, "# n 1000\n")...), 3},
		"definition":       {hashed(changed(units, 4, "# definition 77\n")...), 4},
		"two runs":         {hashed(with(units, 3, "# run FORGED\n")...), 3},
		"comment":          {hashed(with(units, first+2, "# run FORGED\n")...), first + 2},
		"after signature":  {strings.Join(lines, "") + "# run FORGED\n", last + 1},
		"after hash":       {hashed(units...) + "# run FORGED\n", last - 1},
		"second hash":      {hashed(units...) + lines[last-3], last - 1},
		"key of none":      {strings.Join(changed(lines, last-1, "# key UXXX\n"), ""), last - 1},
		"wrong signature":  {strings.Join(changed(lines, last, "# signature AAAA\n"), ""), last},
		"signature of old": {hashed(changed(units, 2, "# run FORGED\n")...) + lines[last-2] + lines[last-1], last},
		"signature alone":  {hashed(units...) + lines[last-1], last - 1},
		"two keys":         {strings.Join(with(lines, last, lines[last-2]), ""), last},
		"blank line":       {strings.Join(lines, "") + "\n", last + 1},
	} {
		_, err := ReadExport(strings.NewReader(c.text))
		fault, ok := errors.AsType[*ExportError](err)
		switch {
		case c.line < 0:
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case !ok || fault.Line != c.line:
			t.Errorf("%s: %v, not about line %d", name, err, c.line)
		case exportTexts[fault.Reason] == "" || strings.Contains(err.Error(), "%!") || (fault.Value != "") != strings.Contains(exportTexts[fault.Reason], "%s"):
			t.Errorf("%s: the reason %s with %q says %v", name, fault.Reason, fault.Value, err)
		case (fault.Reason == ExportForeign) != (name == "no ledger" || name == "no lines"):
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadExport(strings.NewReader("")); !errors.Is(err, ErrEmptyExport) {
		t.Errorf("empty: %v", err)
	}
}

// TestLedgerRefuses wants a ledger of another board refused and one that is in use, and a total only of a whole one.
func TestLedgerRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	l, err := OpenLedger(path, count.SplittingOf(12), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Total(); err == nil {
		t.Error("an empty ledger has a total")
	}
	if _, err := OpenLedger(path, count.SplittingOf(12), time.Now()); !isLocked(err) {
		t.Errorf("in use: %v", err)
	}
	copied := path + ".copy"
	if err := l.Backup(copied); err != nil {
		t.Fatal(err)
	}
	l.Close()
	if _, err := OpenLedger(path, count.SplittingOf(13), time.Now()); err == nil || isLocked(err) {
		t.Errorf("another board: %v", err)
	}
	again, err := OpenLedger(copied, count.SplittingOf(12), time.Now())
	if err != nil || again.Identity().Run != l.Identity().Run {
		t.Errorf("the copy: %v", err)
	}
	again.Close()
}

func isLocked(err error) bool {
	var ledger *LedgerError
	return errors.As(err, &ledger) && ledger.Locked
}
