//go:build !windows

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/queens/cluster"
	"example.org/queens/cluster/control"
	"example.org/queens/known"
)

// within waits until a condition holds.
func within(t *testing.T, limit time.Duration, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); !condition(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", limit, what)
		}
	}
}

// TestClusterControl pauses a run, changes its audit, copies its ledger, lets it go on, and counts on from the copy elsewhere.
func TestClusterControl(t *testing.T) {
	n := 18
	if raceDetector { // which makes the plain kernel ten times as slow
		n = 17
	}
	r := newChaosRig(t, n)
	r.env = []string{"QUEENS_KERNEL=generic"}
	run := func(args ...string) string {
		t.Helper()
		out, err := r.command("queens", append([]string{"cluster"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("queens cluster %s: %v: %s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	cmd := r.command("queens", "cluster", "up", fmt.Sprint(n), "--dir", r.path("run"), "--threads", "1", "--job-time", "5ms", "--window", "2") // so that a pause comes before the end
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	status := func() cluster.Status {
		st, active, err := clusterStatusOf(t.Context(), r.path("run"))
		if err != nil || !active {
			return cluster.Status{}
		}
		return st
	}
	within(t, 30*time.Second, "first jobs", func() bool { return status().Done > 0 })
	if _, err := control.Call(t.Context(), r.path("run"), control.Request{Do: control.Pause}); err != nil { // at once; a process takes a second to start under the race detector
		t.Fatal(err)
	}
	if said := run("pause", fmt.Sprint(n), "--dir", r.path("run")); !strings.HasPrefix(said, "paused") {
		t.Errorf("pause says %q", said)
	}
	unfinished := func(dir string) {
		t.Helper()
		for _, args := range [][]string{{"result"}, {"ledger", "export"}} {
			args = append(append([]string{"cluster"}, args...), fmt.Sprint(n), "--dir", dir)
			cmd := r.command("queens", args...)
			out, _ := cmd.CombinedOutput()
			if status := cmd.ProcessState.ExitCode(); status != exitIO || !strings.Contains(string(out), "the run is not finished: ") {
				t.Errorf("%v: status %d: %s", args, status, out)
			}
		}
	}
	unfinished(r.path("run"))
	within(t, 30*time.Second, "nothing is out", func() bool { st := status(); return st.Run != "" && st.Out == 0 })
	before := status()
	time.Sleep(300 * time.Millisecond)
	if after := status(); after.Done != before.Done || !after.Paused || after.Finished {
		t.Fatalf("it goes on while it is paused: %+v, then %+v", before, after)
	}
	if said := run("status", fmt.Sprint(n), "--dir", r.path("run")); !strings.Contains(said, "paused") || !strings.Contains(said, "worker local") {
		t.Errorf("the status says %s", said)
	}
	run("audit", fmt.Sprint(n), "--dir", r.path("run"), "--share", "50%")
	if said := run("audit", fmt.Sprint(n), "--dir", r.path("run")); !strings.Contains(said, "50%") {
		t.Errorf("the audit says %s", said)
	}
	copied := r.path("copy")
	if err := os.Mkdir(copied, 0o700); err != nil {
		t.Fatal(err)
	}
	run("ledger", "backup", fmt.Sprint(n), "--dir", r.path("run"), "--out", filepath.Join(copied, "ledger.db"))
	run("resume", fmt.Sprint(n), "--dir", r.path("run"))
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	r.check(&stdout, &stderr)
	ended, _, err := clusterStatusOf(t.Context(), r.path("run"))
	if err != nil || !ended.Finished {
		t.Fatalf("%+v, %v", ended, err)
	}
	for _, w := range ended.Workers {
		if w.Name == "local" && w.Jobs != ended.Jobs {
			t.Errorf("the local worker did %d of %d jobs", w.Jobs, ended.Jobs)
		}
	}
	begun, _, err := clusterStatusOf(t.Context(), copied)
	if err != nil || begun.Done < before.Done || begun.Finished || !begun.Paused {
		t.Fatalf("the copy is at %+v, %v; the run was at %+v", begun, err, before)
	}
	unfinished(copied)
	watching := r.command("queens", "cluster", "status", fmt.Sprint(n), "--dir", copied, "--watch")
	var watched, told bytes.Buffer
	watching.Stdout, watching.Stderr = &watched, &told
	if err := watching.Start(); err != nil {
		t.Fatal(err)
	}
	defer watching.Process.Kill()
	time.Sleep(2500 * time.Millisecond) // so long that it has waited
	again := r.command("queens", "cluster", "up", fmt.Sprint(n), "--dir", copied, "--threads", "1")
	stdout.Reset()
	again.Stdout = &stdout
	if err := again.Start(); err != nil {
		t.Fatal(err)
	}
	defer again.Process.Kill()
	within(t, 30*time.Second, "the copy is open to orders", func() bool {
		return r.command("queens", "cluster", "resume", fmt.Sprint(n), "--dir", copied).Run() == nil
	})
	if err := again.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := watching.Wait(); err != nil {
		t.Errorf("watching: %v", err)
	}
	blocks := strings.Split(watched.String(), "\n\n")
	if last := blocks[len(blocks)-1]; len(blocks) < 2 || !strings.Contains(last, "finished") || !strings.Contains(blocks[0], "no coordinator") ||
		strings.Count(told.String(), "waiting for a coordinator") != 1 {
		t.Errorf("watching says %q and %q", told.String(), watched.String())
	}
	want, _ := known.Q(n)
	if got := strings.TrimSpace(stdout.String()); got != fmt.Sprint(want.Value) {
		t.Errorf("the copy counts %s, not %d", got, want.Value)
	}
}
