package checkpoint

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/queens/count"
)

func init() { children["counting"] = counting }

var splitting18 = count.SplittingOf(18)

// counting counts Q(18) on one thread in plain Go, which takes 20 s or more, and says all the time how many units are durable.
func counting(path string) error {
	st, err := Open(path, splitting18, "generic")
	if err != nil {
		return err
	}
	go func() {
		for ; ; time.Sleep(5 * time.Millisecond) {
			fmt.Println(st.Durable())
		}
	}()
	c, err := count.New(context.Background(), 18, count.Options{Threads: 1, Kernel: "generic", Store: st})
	if err != nil {
		return err
	}
	r, err := c.Run(context.Background())
	if err != nil {
		return err
	}
	if err := st.Close(); err != nil {
		return err
	}
	fmt.Println("total", r.Count)
	return nil
}

// TestKillCount kills a count twenty times; each resumed run starts with at least what was durable, nearly always more than nothing, and
// the end is exact.
func TestKillCount(t *testing.T) {
	if os.Getenv("QUEENS_THOROUGH") == "" {
		t.Skip("takes a minute: set QUEENS_THOROUGH=1")
	}
	path := filepath.Join(t.TempDir(), "file")
	aboveZero := 0
	for round := range 20 {
		var out bytes.Buffer
		cmd := startChild(t, "counting", path, &out)
		time.Sleep(time.Duration(rand.Int64N(int64(1500 * time.Millisecond))))
		cmd.Process.Kill()
		cmd.Wait()
		said := lastNumber(out.String())
		st := open(t, path, splitting18)
		if st.Loaded() < said {
			t.Errorf("round %d: %d units, %d were durable", round, st.Loaded(), said)
		}
		if st.Loaded() > 0 {
			aboveZero++
		}
		t.Logf("round %d: killed with %d durable, resumes with %d of %d", round, said, st.Loaded(), splitting18.Units)
		shut(t, st)
	}
	if aboveZero < 15 {
		t.Errorf("only %d of 20 runs resumed with more than nothing", aboveZero)
	}
	var out bytes.Buffer
	if err := startChild(t, "counting", path, &out).Wait(); err != nil || !strings.HasSuffix(out.String(), "total 666090624\n") {
		t.Errorf("the last run: %v, %s", err, out.String())
	}
}
