//go:build unix

package count

import (
	"syscall"
	"testing"
	"time"
)

// processorTime is the user time of the process.
func processorTime(t testing.TB) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano())
}
