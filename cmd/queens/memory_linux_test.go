package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
	"time"
)

var peak = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

// TestListMemory holds a list of 14,772,512 lines to 50 MB. It looks while the
// process runs: what the system says at its end is no less than what the test
// itself had when it started it.
func TestListMemory(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("this takes seconds; the race detector has its own memory")
	}
	cmd := exec.Command("queens", "all", "16")
	cmd.Stdout = io.Discard
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	used, looks := 0, 0
	for running := true; running; {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			running = false
		case <-time.After(10 * time.Millisecond):
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
			if found := peak.FindSubmatch(status); found != nil {
				used, _ = strconv.Atoi(string(found[1]))
				looks++
			}
		}
	}
	const most = 50 << 10 // kilobytes
	if used > most || looks < 10 {
		t.Errorf("it took %d kB, more than %d, at the last of %d looks", used, most, looks)
	}
}
