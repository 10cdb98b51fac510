//go:build !windows

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/queens/cluster"
	"example.org/queens/cluster/nats"
)

// TestClusterStopped stops a worker beyond its lease and lets it go on: it does no harm.
func TestClusterStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute")
	}
	r := newChaosRig(t, 19, "a", "b")
	r.env = []string{"QUEENS_KERNEL=generic"} // so long that the other does not end without it
	cmd, stdout, stderr := r.coordinator()
	a := r.worker("queens", "a")
	r.worker("queens", "b")
	time.Sleep(2 * time.Second)
	if err := a.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(8 * time.Second)
	if err := a.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	r.check(stdout, stderr)
}

// TestClusterNoSpace lets the coordinator run into a limit on the size of its files: it stops with the reason, and what it had is there when
// there is space again. The units of N = 19 take more room in the ledger than the limit leaves, however large the jobs are.
func TestClusterNoSpace(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal("this test needs a shell for its limits: ", err)
	}
	r := newChaosRig(t, 19)
	queens, err := exec.LookPath("queens")
	if err != nil {
		t.Fatal(err)
	}
	line := fmt.Sprintf("ulimit -f 256 && exec %s cluster up 19 --dir %s --job-time 1ms --no-estimate", queens, r.path("run"))
	cmd := r.command(shell, "-c", line)
	var said bytes.Buffer
	cmd.Stderr = &said
	begin := time.Now()
	err = cmd.Run()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != exitIO {
		t.Fatalf("it ends with %v: %s", err, said.String())
	}
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	t.Log(lines[len(lines)-1])
	before := doneIn(t, r.path("run"))
	if before == 0 {
		t.Error("nothing was kept")
	}
	again := r.command("queens", "cluster", "up", "19", "--dir", r.path("run"), "--no-estimate")
	var stdout, stderr bytes.Buffer
	again.Stdout, again.Stderr = &stdout, &stderr
	if err := again.Run(); err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	r.check(&stdout, &stderr)
}

// doneIn returns the number of tallies in a ledger.
func doneIn(t *testing.T, dir string) int {
	t.Helper()
	l, err := cluster.ReadLedger(nats.LedgerPath(dir))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	n, err := l.Tallies()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestClusterInterrupt presses Ctrl-C: everything is kept, and the same command goes on.
func TestClusterInterrupt(t *testing.T) {
	r := newChaosRig(t, 18)
	r.env = []string{"QUEENS_KERNEL=generic"}
	if raceDetector {
		r.n = 17
	}
	args := []string{"cluster", "up", fmt.Sprint(r.n), "--dir", r.path("run"), "--job-time", "20ms"}
	cmd := r.command("queens", args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		st, active, err := clusterStatusOf(t.Context(), r.path("run"))
		if err == nil && active && st.Done > 3 {
			break
		}
	}
	if status := interrupted(t, cmd, syscall.SIGINT); status != exitInterrupted || stdout.Len() > 0 {
		t.Fatalf("status %d, out %q, said %s", status, stdout.String(), stderr.String())
	}
	again := r.command("queens", args...)
	stdout.Reset()
	again.Stdout, again.Stderr = &stdout, &stderr
	if err := again.Run(); err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	r.check(&stdout, &stderr)
	if !strings.Contains(stderr.String(), "goes on") {
		t.Errorf("it says %s", stderr.String())
	}
}
