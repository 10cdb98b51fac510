package checkpoint

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestKill kills a process that saves, at random times, and looks each time at what it leaves: all that was durable, in order
// and without a gap. The next process goes on from there.
func TestKill(t *testing.T) {
	rounds, atMost := 20, 400*time.Millisecond
	if testing.Short() {
		rounds, atMost = 5, 150*time.Millisecond
	}
	path := filepath.Join(t.TempDir(), "file")
	progress := 0
	for round := range rounds {
		var out bytes.Buffer
		cmd := startChild(t, "saving", path, &out)
		time.Sleep(time.Duration(rand.Int64N(int64(atMost))))
		cmd.Process.Kill()
		cmd.Wait()
		said := lastNumber(out.String())
		if _, err := os.Stat(path); err != nil && said == 0 {
			continue // killed before there was a file
		}
		st := open(t, path, splitting20)
		if st.Loaded() < said || st.Loaded() < progress {
			t.Fatalf("round %d: %d records, %d were durable, %d in the round before", round, st.Loaded(), said, progress)
		}
		if got := load(t, st, splitting20); !maps.Equal(got, want(0, st.Loaded())) {
			t.Fatalf("round %d: wrong records", round)
		}
		if st.Loaded() == progress && said > progress {
			t.Errorf("round %d: no progress", round)
		}
		progress = st.Loaded()
		shut(t, st)
	}
	t.Logf("%d records after %d kills", progress, rounds)
	if progress == 0 {
		t.Error("nothing became durable in any round")
	}
}

// lastNumber returns the number in the last complete line, 0 if there is none.
func lastNumber(out string) int {
	lines := strings.Split(out, "\n")
	if len(lines) < 2 {
		return 0
	}
	n, _ := strconv.Atoi(lines[len(lines)-2])
	return n
}

// TestTwoProcesses starts a second process on a file in use.
func TestTwoProcesses(t *testing.T) {
	path := sample(t, splitting20, 2, 5)
	st := open(t, path, splitting20)
	defer st.Close()
	var out bytes.Buffer
	if err := startChild(t, "saving", path, &out).Wait(); err == nil || !strings.Contains(out.String(), "in use by another process") {
		t.Errorf("the second process: %v, %s", err, out.String())
	}
}
