//go:build !unix

package count

import (
	"testing"
	"time"
)

var processStart = time.Now()

// processorTime is the wall time where user time is not at hand.
func processorTime(testing.TB) time.Duration { return time.Since(processStart) }
