package cluster

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
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
