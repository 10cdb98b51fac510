//go:build !windows

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/queens/cluster/nats"
)

// exitOf returns the exit status of a program that has ended.
func exitOf(t *testing.T, err error) int {
	t.Helper()
	if err == nil {
		return 0
	}
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		t.Fatal(err)
	}
	return exit.ExitCode()
}

// TestClusterStandsStill asks a coordinator that was stopped: nobody waits for it for long, and what was given up is not done when it goes on.
func TestClusterStandsStill(t *testing.T) {
	r := newChaosRig(t, 20)
	dir := r.path("run")
	up := r.command("queens", "cluster", "up", "20", "--dir", dir, "--no-work")
	if err := up.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { up.Process.Kill(); up.Wait() }()
	within(t, 30*time.Second, "it answers", func() bool {
		_, active, err := clusterStatusOf(t.Context(), dir)
		return err == nil && active
	})
	if err := up.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	type asked struct {
		args []string
		cmd  *exec.Cmd
		said *bytes.Buffer
	}
	ask := func(args ...string) asked {
		cmd := r.command("queens", append([]string{"cluster"}, args...)...)
		said := &bytes.Buffer{}
		cmd.Stdout, cmd.Stderr = said, said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return asked{args, cmd, said}
	}
	begin := time.Now()
	var all []asked
	for _, args := range [][]string{{"status", "20"}, {"audit", "20"}, {"result", "20"}, {"up", "20"}, {"pause", "20"},
		{"ledger", "export", "20", "--unsigned"}, {"ledger", "backup", "20", "--out", r.path("copy")}} {
		all = append(all, ask(append(args, "--dir", dir)...))
	}
	killed := ask("pause", "20", "--dir", dir)
	interrupted := ask("pause", "20", "--dir", dir)
	time.Sleep(time.Second)
	killed.cmd.Process.Kill()
	killed.cmd.Wait()
	interrupted.cmd.Process.Signal(os.Interrupt)
	if got := exitOf(t, interrupted.cmd.Wait()); got != exitInterrupted || time.Since(begin) > 3*time.Second {
		t.Errorf("interrupted, it ends with %d after %v: %s", got, time.Since(begin), interrupted.said)
	}
	for _, a := range all {
		if got := exitOf(t, a.cmd.Wait()); got != exitIO || !strings.Contains(a.said.String(), "does not answer") {
			t.Errorf("%v: %d: %s", a.args, got, a.said)
		}
	}
	if waited := time.Since(begin); waited > 9*time.Second {
		t.Errorf("they waited %v", waited)
	}
	if err := up.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	within(t, 30*time.Second, "it answers again", func() bool {
		st, active, err := clusterStatusOf(t.Context(), dir)
		if st.Paused {
			t.Error("it is paused")
		}
		return err == nil && active
	})
	if _, err := os.Stat(r.path("copy")); err == nil {
		t.Error("there is a copy")
	}
}

// TestClusterBackup copies the ledger of a run that goes on: not over its own files nor over what is no file, and through a link.
func TestClusterBackup(t *testing.T) {
	r := newChaosRig(t, 20)
	dir := r.path("run")
	up := r.command("queens", "cluster", "up", "20", "--dir", dir, "--no-work")
	if err := up.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { up.Process.Kill(); up.Wait() }()
	within(t, 30*time.Second, "it answers", func() bool {
		_, active, err := clusterStatusOf(t.Context(), dir)
		return err == nil && active
	})
	ledger := nats.LedgerPath(dir)
	if err := os.Link(ledger, r.path("hardlink")); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"link": ledger, "good": "target", "nowhere": "nothing", "folder": dir} {
		if err := os.Symlink(target, r.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"target", "target.part"} {
		if err := os.WriteFile(r.path(name), []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(r.path("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(ledger)
	if err != nil {
		t.Fatal(err)
	}
	backup := func(out string) int {
		return exitOf(t, r.command("queens", "cluster", "ledger", "backup", "20", "--dir", dir, "--out", out).Run())
	}
	for out, want := range map[string]int{ledger: exitBadInput, r.path("hardlink"): exitBadInput, r.path("link"): exitBadInput,
		r.path("folder/new"): exitBadInput, dir + "/new": exitBadInput, dir + "/server/new": exitBadInput, r.path("nowhere"): exitBadInput,
		r.path("pipe"): exitIO, r.dir: exitIO, dir: exitIO, r.path("good"): 0, r.path("new"): 0} {
		if got := backup(out); got != want {
			t.Errorf("--out %s: %d, not %d", out, got, want)
		}
	}
	after, err := os.Stat(ledger)
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the ledger is another: %v", err)
	}
	for name, mode := range map[string]os.FileMode{"link": os.ModeSymlink, "good": os.ModeSymlink, "nowhere": os.ModeSymlink, "pipe": os.ModeNamedPipe, "target": 0, "new": 0} {
		if info, err := os.Lstat(r.path(name)); err != nil || info.Mode().Type() != mode {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if text, err := os.ReadFile(r.path("target.part")); err != nil || string(text) != "old" {
		t.Errorf("target.part: %q, %v", text, err)
	}
	entries, err := os.ReadDir(r.dir)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".queens-") {
			t.Errorf("%s is left", entry.Name())
		}
	}
	if err != nil {
		t.Error(err)
	}
	for _, name := range []string{"target", "new"} {
		copied := r.path(name + "-run")
		if err := os.Mkdir(copied, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(r.path(name), nats.LedgerPath(copied)); err != nil {
			t.Fatal(err)
		}
		if st, active, err := clusterStatusOf(t.Context(), copied); err != nil || active || st.N != 20 {
			t.Errorf("%s: %+v, %v", name, st, err)
		}
	}
}
