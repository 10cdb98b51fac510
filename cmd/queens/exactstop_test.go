//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/queens/count"
)

// generic returns queens as a process of its own that counts with the slowest
// kernel.
func generic(args ...string) *exec.Cmd {
	cmd := command(args...)
	cmd.Env = append(cmd.Env, count.KernelVariable+"=generic")
	return cmd
}

var (
	keptShare = regexp.MustCompile(`^queens: not counted to the end: (.*); ([0-9.e-]+)% of the work is done and kept in (.*)\n$`)
	resumed   = regexp.MustCompile(`(?m)^from the checkpoint: (\d+) of \d+ units, ([0-9.e-]+)% of the work$`)
	announced = regexp.MustCompile(`^size 20: about [0-9hms.]+ \(kernel generic, threads 1, memory \d+ MB\)$`)
)

// TestStopExact stops a long count by Ctrl-C and by --timeout: it says how
// long it would take and how far it came, and goes on from there.
func TestStopExact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoint")
	var said bytes.Buffer
	cmd := generic("count", "20", "--threads", "1", "--checkpoint", path)
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitForUnits(t, path)
	if status := interrupted(t, cmd, os.Interrupt); status != exitInterrupted {
		t.Errorf("status %d, want %d", status, exitInterrupted)
	}
	plan, last, _ := strings.Cut(said.String(), "\n")
	kept := keptShare.FindStringSubmatch(last)
	if !announced.MatchString(plan) || kept == nil || kept[1] != "interrupted" || kept[3] != path || kept[2] == "0" {
		t.Fatalf("it says %q", said.String())
	}

	cmd = generic("count", "20", "--threads", "1", "--checkpoint", path, "--timeout", "500ms")
	out, _ := cmd.CombinedOutput()
	if match := resumed.FindSubmatch(out); match == nil || string(match[2]) != kept[2] {
		t.Errorf("%s%% was kept, and then it says %q", kept[2], out)
	}
	if status := cmd.ProcessState.ExitCode(); status != exitStopped || !strings.Contains(string(out), "; stopped by --timeout") && !strings.Contains(string(out), ": stopped by --timeout; ") {
		t.Errorf("status %d, it says %q", status, out)
	}
}

// waitForUnits waits until a checkpoint has grown, which is when it holds some.
func waitForUnits(t *testing.T, path string) {
	t.Helper()
	first := int64(0)
	for begin := time.Now(); time.Since(begin) < 30*time.Second; time.Sleep(20 * time.Millisecond) {
		info, err := os.Stat(path)
		switch {
		case err != nil:
		case first == 0:
			first = info.ModTime().UnixNano()
		case info.ModTime().UnixNano() > first:
			return
		}
	}
	t.Fatal("no unit became durable")
}

// TestCheckpointFull lets the file grow no further: one line, and what was
// durable is there for the next run.
func TestCheckpointFull(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "checkpoint")
	limited := func(blocks string) (stderr string, status int) {
		cmd := exec.Command(sh, "-c", "ulimit -f "+blocks+"; exec queens count 18 --threads 1 --checkpoint "+path)
		cmd.Env = append(os.Environ(), "LC_ALL=C", count.KernelVariable+"=generic")
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	if said, status := limited("1"); status != exitIO || said != "queens: the checkpoint "+path+" cannot be made: the limit on the size of files is reached\n" {
		t.Errorf("without any room: status %d, it says %q", status, said)
	}
	said, status := limited("128") // 512 bytes each, for 12283 units in some ten batches
	if want := "queens: the checkpoint " + path + " cannot be written: the limit on the size of files is reached; what it held is still there\n"; status != exitIO || !strings.HasSuffix(said, want) {
		t.Errorf("with little room: status %d, it says %q", status, said)
	}
	stdout, _, status := here(t, "count", "18", "--checkpoint", path, "--format", "json")
	var report exactReport
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || status != exitDone {
		t.Fatal(status, err)
	}
	if report.Count != "666090624" || report.Loaded == 0 {
		t.Errorf("then it counts %s from %d units", report.Count, report.Loaded)
	}
}

// TestCheckpointTaken removes the checkpoint during the count, which must not
// say that it is kept.
func TestCheckpointTaken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoint")
	var said bytes.Buffer
	cmd := generic("count", "20", "--threads", "1", "--checkpoint", path)
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitForUnits(t, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	status := interrupted(t, cmd, os.Interrupt)
	want := "\nqueens: the checkpoint " + path + " was removed or replaced during the count; what was counted since is not in it\n"
	if status != exitIO || !strings.HasSuffix(said.String(), want) {
		t.Errorf("status %d, it says %q", status, said.String())
	}
}

// TestUnitsPipe writes the units to a pipe: to its reader, or until it is
// stopped, and the number is there in either case.
func TestUnitsPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	cmd := command("count", "10", "--units", pipe, "--timeout", "500ms")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, _ := cmd.Output()
	if status := cmd.ProcessState.ExitCode(); status != exitStopped || string(out) != "724\n" ||
		said.String() != "queens: the units were not written to "+pipe+": stopped by --timeout\n" {
		t.Errorf("without a reader: status %d, it prints %q and says %q", status, out, said.String())
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(pipe)
		read <- string(text)
	}()
	prints(t, "724\n", exitDone, nil, "count", "10", "--units", pipe)
	if text := <-read; !strings.Contains(text, "\n# sha256 ") {
		t.Errorf("the reader gets %q", text)
	}
}

// TestKillExact kills a count of at least twenty seconds at random times,
// twenty times: each run starts with what was durable, and the end is exact.
func TestKillExact(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("this takes half a minute")
	}
	const kills = 20
	path := filepath.Join(t.TempDir(), "checkpoint")
	begin := time.Now()
	durable, above := 0.0, 0
	for range kills {
		share := killed(t, path, 200*time.Millisecond+time.Duration(rand.Int64N(int64(2*time.Second))))
		if share < 0 {
			continue // before it said anything
		}
		if share < durable {
			t.Fatalf("it starts with %v%%, after %v%%", share, durable)
		}
		durable = share
		if share > 0 {
			above++
		}
	}
	if above < kills*3/4 {
		t.Errorf("%d of %d runs started above zero", above, kills)
	}
	cmd := generic("count", "19", "--checkpoint", path, "--threads", "1")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil || string(out) != "4968057848\n" {
		t.Errorf("it ends with %v and prints %q", err, out)
	}
	if match := resumed.FindStringSubmatch(said.String()); match == nil {
		t.Errorf("the last run says %q", said.String())
	} else if share, _ := strconv.ParseFloat(match[2], 64); share < durable {
		t.Errorf("the last run starts with %v%%, after %v%%", share, durable)
	}
	t.Logf("%d kills in %v, %d of them above zero, the last run from %v%%", kills, time.Since(begin), above, durable)
}

// killed runs a count and kills it some time after it has begun; it returns
// the share that it says it began with, -1 if it did not come to say it.
func killed(t *testing.T, path string, after time.Duration) (share float64) {
	t.Helper()
	var stderr bytes.Buffer
	cmd := generic("count", "19", "--checkpoint", path, "--threads", "1")
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if cmd.Wait() == nil {
		t.Fatal("the count is too short to be killed")
	}
	if match := resumed.FindStringSubmatch(stderr.String()); match != nil {
		share, _ = strconv.ParseFloat(match[2], 64)
		return share
	}
	if strings.Contains(stderr.String(), "size 19: about") {
		return 0
	}
	return -1
}
