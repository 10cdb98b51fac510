//go:build !windows

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/queens/cluster"
	"example.org/queens/cluster/nats"
	"example.org/queens/count"
)

// clusterSeen is what the tests read of the API's answer.
type clusterSeen struct {
	Shown, Active, Paused, Finished bool
	Run                             string
	N, Units, Cut, Jobs, Done, Live int
	Share                           float64
	Workers                         []struct{ Name, Kernel, State string }
}

// clusterOf asks the API of a server.
func clusterOf(t *testing.T, place string) (c clusterSeen) {
	t.Helper()
	status, body := answer(t, http.DefaultClient, place+"api/cluster")
	if err := json.Unmarshal([]byte(body), &c); err != nil || status != 200 {
		t.Fatalf("%d %v: %s", status, err, body)
	}
	return c
}

// clusterUntil asks the API of a server until it says what is wanted.
func clusterUntil(t *testing.T, place, want string, is func(clusterSeen) bool) clusterSeen {
	t.Helper()
	var last clusterSeen
	for deadline := time.Now().Add(40 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		response, err := http.Get(place + "api/cluster")
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode == http.StatusServiceUnavailable {
			continue // the coordinator is starting
		}
		if err := json.Unmarshal(body, &last); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		if is(last) {
			return last
		}
	}
	t.Fatalf("the run does not become %s: %+v", want, last)
	return last
}

// coordinating starts a coordinator that leaves the work to others.
func coordinating(t *testing.T, n int, dir string) *exec.Cmd {
	t.Helper()
	cmd, _, stderr := process(t, "cluster", "up", fmt.Sprint(n), "--dir", dir, "--no-work", "--no-estimate")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill() // if the test failed
		cmd.Wait()
		if t.Failed() {
			t.Logf("the coordinator says %s", stderr)
		}
	})
	return cmd
}

// TestServeFinishedCluster shows a run that has ended.
func TestServeFinishedCluster(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if out, err := command("cluster", "up", "12", "--dir", dir, "--no-estimate").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd, place, stderr := serving(t, "--cluster", dir)
	c := clusterOf(t, place)
	if !c.Shown || !c.Finished || c.Active || c.N != 12 || c.Share != 1 || c.Done != c.Jobs || c.Done == 0 || c.Cut != c.Units || c.Live != 0 || !strings.HasPrefix(c.Run, "n12-") {
		t.Errorf("it is shown as %+v", c)
	}
	if len(c.Workers) == 0 || c.Workers[len(c.Workers)-1].Name != nats.LocalName || c.Workers[len(c.Workers)-1].State != "away" {
		t.Errorf("its workers are %+v", c.Workers)
	}
	ends(t, cmd, syscall.SIGTERM)
	if stderr.Len() > 0 {
		t.Errorf("it says %q", stderr)
	}
}

// TestServeCluster shows an empty folder, the run that begins in it, its pause, and that its coordinator went away.
func TestServeCluster(t *testing.T) {
	dir := t.TempDir()
	_, place, _ := serving(t, "--cluster", dir)
	if c := clusterOf(t, place); !c.Shown || c.Run != "" || c.Active {
		t.Errorf("an empty folder is shown as %+v", c)
	}
	coordinator := coordinating(t, 16, dir)
	c := clusterUntil(t, place, "active", func(c clusterSeen) bool { return c.Active })
	if c.N != 16 || c.Paused || c.Finished || c.Done != 0 {
		t.Errorf("it is shown as %+v", c)
	}
	if out, err := command("cluster", "pause", "16", "--dir", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	clusterUntil(t, place, "paused", func(c clusterSeen) bool { return c.Active && c.Paused })
	coordinator.Process.Signal(os.Interrupt)
	coordinator.Wait()
	if gone := clusterUntil(t, place, "left alone", func(c clusterSeen) bool { return !c.Active }); gone.Run != c.Run || !gone.Paused || gone.Live != 0 {
		t.Errorf("without a coordinator it is shown as %+v", gone)
	}
	coordinating(t, 16, dir) // which the reading of the ledger does not keep out
	clusterUntil(t, place, "active again", func(c clusterSeen) bool { return c.Active && c.Paused })
}

// TestShownLedger reads a ledger once for each change, and not soon after its coordinator was heard.
func TestShownLedger(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if out, err := command("cluster", "up", "8", "--dir", dir, "--no-estimate").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	c, now := &shownCluster{dir: dir}, time.Now()
	alone := func(at time.Time) {
		t.Helper()
		if st, err := c.alone(context.Background(), at); err != nil || !st.Finished || st.Active {
			t.Fatalf("%+v, %v", st, err)
		}
	}
	alone(now)
	first := c.tried
	alone(now.Add(time.Hour))
	if c.tried != first {
		t.Error("it reads a ledger again that has not changed")
	}
	if err := os.Chtimes(nats.LedgerPath(dir), now, now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	c.heard = now.Add(time.Hour)
	alone(c.heard.Add(ledgerRest / 2))
	if c.tried != first {
		t.Error("it reads the ledger of a coordinator that was there a moment ago")
	}
	alone(c.heard.Add(ledgerRest))
	if c.tried == first {
		t.Error("it does not read a ledger that has changed")
	}
}

// TestShownLedgerInUse shows a run whose ledger another process has.
func TestShownLedgerInUse(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if out, err := command("cluster", "up", "8", "--dir", dir, "--no-estimate").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	known := &shownCluster{dir: dir}
	if _, err := known.Status(t.Context()); err != nil {
		t.Fatal(err)
	}
	id := known.last.Run
	counter, err := count.New(t.Context(), 8, count.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	ledger, err := cluster.OpenLedger(nats.LedgerPath(dir), counter.Splitting(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer ledger.Close()
	if _, err := showCluster(dir); err != nil {
		t.Errorf("the folder is refused: %v", err)
	}
	if _, err := (&shownCluster{dir: dir}).Status(t.Context()); err == nil {
		t.Error("it knows the status of a ledger that it cannot read")
	}
	known.read, known.tried = ledgerMark{}, time.Time{}
	if st, err := known.Status(t.Context()); err != nil || st.Run != id {
		t.Errorf("what it knew before is lost: %+v, %v", st, err)
	}
}
