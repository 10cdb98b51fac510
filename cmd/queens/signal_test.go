//go:build !windows

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// interruptOnce runs queens and sends it a signal once it is at work. There is
// no sign that it is: one that was killed because it did not listen yet gets
// more time.
func interruptOnce(t *testing.T, signal os.Signal, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	for wait := 100 * time.Millisecond; ; wait *= 4 {
		var out, said bytes.Buffer
		cmd := command(args...)
		cmd.Stdout, cmd.Stderr = &out, &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		status = interrupted(t, cmd, signal)
		if status != -1 || wait > 5*time.Second {
			return out.String(), said.String(), status
		}
	}
}

// process returns queens as a process of its own whose output is read.
func process(t *testing.T, args ...string) (cmd *exec.Cmd, stdout io.Reader, stderr *bytes.Buffer) {
	t.Helper()
	cmd = command(args...)
	stderr = new(bytes.Buffer)
	cmd.Stderr = stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	return cmd, stdout, stderr
}

// interrupted sends the signal to a started process and returns its status.
func interrupted(t *testing.T, cmd *exec.Cmd, signal os.Signal) int {
	t.Helper()
	begin := time.Now()
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	if elapsed := time.Since(begin); elapsed > 5*time.Second {
		t.Errorf("it ended %v after the signal", elapsed)
	}
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		t.Fatalf("it ended with %v, not with a status", err)
	}
	return exit.ExitCode()
}

// TestInterruptList presses Ctrl-C after the first solutions of a long list.
func TestInterruptList(t *testing.T) {
	cmd, stdout, stderr := process(t, "all", "24")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	if _, err := lines.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, lines)
	if status := interrupted(t, cmd, os.Interrupt); status != exitInterrupted {
		t.Errorf("status %d, want %d", status, exitInterrupted)
	}
	if last := stderr.String(); !strings.HasSuffix(last, " solutions, and the list is cut: interrupted\n") {
		t.Errorf("the last line is %q", last)
	}
}

// TestInterruptSilence presses Ctrl-C while there is nothing to read yet.
func TestInterruptSilence(t *testing.T) {
	for _, test := range []struct {
		name   string
		args   []string
		signal os.Signal
		stderr string
	}{
		{"search", []string{"count", "24", "--base", "0"}, os.Interrupt, "queens: partial: "},
		{"search on one thread", []string{"count", "24", "--base", "0", "--threads", "1"}, os.Interrupt, "queens: partial: "},
		{"terminated", []string{"count", "24", "--base", "0"}, syscall.SIGTERM, "queens: partial: "},
		{"by column", []string{"count", "18", "--by-column"}, os.Interrupt, "queens: not counted to the end: interrupted\n"},
		{"estimate", []string{"estimate", "1000"}, os.Interrupt, "queens: no estimate yet: interrupted\n"},
		{"bench", []string{"bench", "--format", "json"}, os.Interrupt, "queens: the benchmark is not complete: interrupted\n"},
		{"solve", []string{"solve", "60", "--method", "backtrack"}, os.Interrupt, "queens: 0 solutions so far; interrupted\n"},
		{"shuffle", []string{"solve", "23", "--method", "shuffle"}, os.Interrupt, "queens: 0 solutions so far; interrupted\n"},
		{"classic backtrack", []string{"classic", "backtrack", "30"}, os.Interrupt, "queens: interrupted\n"},
		{"classic octal", []string{"classic", "octal", "9"}, os.Interrupt, "queens: interrupted\n"},
		{"classic shuffle", []string{"classic", "shuffle", "23"}, os.Interrupt, "queens: interrupted\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			stdout, stderr, status := interruptOnce(t, test.signal, test.args...)
			if status != exitInterrupted {
				t.Errorf("status %d, want %d", status, exitInterrupted)
			}
			if !strings.HasPrefix(stderr, test.stderr) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("it says %q, want %q", stderr, test.stderr)
			}
			if test.args[0] == "count" && stdout != "" {
				t.Errorf("a partial count was written: %q", stdout)
			}
		})
	}
}

// TestInterruptReading presses Ctrl-C while a pipe keeps check waiting.
func TestInterruptReading(t *testing.T) {
	cmd, stdout, stderr := process(t, "check")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, stdout)
	io.WriteString(stdin, "1302\n")
	io.WriteString(stdin, strings.Repeat("1302\n", 1<<16)) // more than a pipe holds: it is reading
	if status := interrupted(t, cmd, os.Interrupt); status != exitInterrupted {
		t.Errorf("status %d, want %d", status, exitInterrupted)
	}
	if stderr.String() != "queens: interrupted\n" {
		t.Errorf("it says %q", stderr.String())
	}
}

// TestInterruptStuck presses Ctrl-C while nobody reads what is written, and
// while nobody writes what is read.
func TestInterruptStuck(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"all", "24"},
		{"classic", "backtrack", "14"},
		{"check", pipe},
		{"all", "8", "--place", "@" + pipe},
	} {
		t.Run(strings.Join(args[:2], " "), func(t *testing.T) {
			t.Parallel()
			status := -1 // it did not listen yet
			for wait := time.Second; status == -1 && wait < 10*time.Second; wait *= 2 {
				cmd, _, _ := process(t, args...)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(wait)
				status = interrupted(t, cmd, syscall.SIGTERM)
			}
			if status != exitInterrupted {
				t.Errorf("status %d, want %d", status, exitInterrupted)
			}
		})
	}
}

// TestClosedPipe reads one line of a list that would never end and goes away.
func TestClosedPipe(t *testing.T) {
	for _, form := range []string{"columns", "json", "board", "list"} {
		cmd, stdout, stderr := process(t, "all", "24", "--format", form)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		stdout.(io.Closer).Close()
		if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
			t.Errorf("%s: ended with %v, said %q", form, err, stderr.String())
		}
	}
}
