package main

import (
	"io"
	"os/exec"
	"syscall"
	"testing"
)

// TestListMemory holds a list of 14,772,512 lines to 50 MB.
func TestListMemory(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("this takes seconds; the race detector has its own memory")
	}
	cmd := exec.Command("queens", "all", "16")
	cmd.Stdout = io.Discard
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	const most = 50 << 10 // kilobytes
	if used := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; used > most {
		t.Errorf("it took %d kB, more than %d", used, most)
	}
}
