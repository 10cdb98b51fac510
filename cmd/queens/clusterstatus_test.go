package main

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"

	"example.org/queens/cluster"
	"example.org/queens/internal/lang"
)

// TestClusterStatusText wants the status of a large run in lines that fit, in both languages, and the coordinator's own
// answers under no worker's name.
func TestClusterStatusText(t *testing.T) {
	st := cluster.Status{
		Run: "n28-0123abcd", N: 28, Units: math.MaxInt32, Cut: 999_999_999, Jobs: 4_433_457, Done: 4_433_400, Share: 0.123, Out: 50_000,
		Waiting: 50_000, Window: 50_000, Cores: 100_000, Rate: 123_456, BusyCores: 99_999.9, JobTime: 30 * time.Second, Stretch: 4.8,
		ToGo: 500 * time.Hour, Paused: true, Workers: []cluster.WorkerInfo{
			{Name: cluster.SelfBacktrack, Jobs: 2}, {Name: cluster.SelfKernel, Jobs: 1}, {Name: "lab1", Cores: 8, Kernel: "avx512", Live: true, Jobs: 3},
		},
	}
	for tag, want := range map[string]string{
		lang.English: "coordinator (by another kernel): 1 job computed again\n",
		lang.Chinese: "协调者（用另一内核）：重算了 1 个任务\n",
	} {
		text := (&app{Printer: lang.New(tag)}).clusterStatusText(st, true)
		if !strings.Contains(text, want) || strings.Contains(text, "coordinator:") {
			t.Errorf("%s: the coordinator's own answers: %s", tag, text)
		}
		for line := range strings.Lines(text) {
			if w := runewidth.StringWidth(strings.TrimSpace(line)); w > 72 {
				t.Errorf("%s: %d columns: %s", tag, w, line)
			}
		}
	}
}
