package count

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestForecast holds forecasts to a growth that is possible.
func TestForecast(t *testing.T) {
	last := 0.0
	for n := sampledFrom + 1; n <= MaxN; n++ {
		f, err := ForecastOf(t.Context(), n, Options{Threads: 1, Kernel: "generic"})
		if err != nil {
			t.Fatal(err)
		}
		hours := f.Time.Hours()
		if hours < 2*last || last > 0 && hours > 40*last || f.Memory < 1<<20 {
			t.Errorf("N=%d: %v h after %v h, %d bytes", n, hours, last, f.Memory)
		}
		last = hours
	}
}

// TestForecastSample compares the sample with the plan of all units.
func TestForecastSample(t *testing.T) {
	for _, n := range []int{17, 20, 21} {
		all, err := New(t.Context(), n, Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		some, err := prepare(n, Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		some.sample()
		if ratio := some.work / all.work; ratio < 0.8 || ratio > 1.25 {
			t.Errorf("N=%d: the sample has %.2f of the work", n, ratio)
		}
		if ratio := some.largest.west / all.largest.west; ratio < 0.7 || ratio > 2 {
			t.Errorf("N=%d: the longest list of the sample is %.2f of the longest", n, ratio)
		}
		if ratio := some.board.unitCount() / float64(all.Units()); ratio < 0.9 || ratio > 1.01 {
			t.Errorf("N=%d: %.3f of the units", n, ratio)
		}
	}
}

func TestForecastRefuses(t *testing.T) {
	var size *SizeError
	if _, err := ForecastOf(t.Context(), MaxN+1, Options{}); !errors.As(err, &size) {
		t.Errorf("size: %v", err)
	}
	var memory *MemoryError
	if _, err := ForecastOf(t.Context(), MaxN, Options{Memory: 1 << 20}); !errors.As(err, &memory) {
		t.Errorf("memory: %v", err)
	}
}

// TestPlanEnds cancels the plan of a size whose units take seconds to list.
func TestPlanEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if _, err := New(ctx, 28, Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("error %v", err)
	}
	if took := time.Since(begin); took > 2*time.Second {
		t.Errorf("the plan ended after %v", took)
	}
}

// TestLargestBoard counts one of the smallest units of the largest board: its words have the most diagonals to cut.
func TestLargestBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("thorough: seconds and 200 MB")
	}
	c, err := prepare(MaxN, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	c.sample()
	if err := c.fit(); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Worker().Count(t.Context(), Unit{Rows: 1<<14 - 1}); err != nil || got != 0 {
		t.Errorf("%d, %v: queens on 14 neighbouring rows of one half attack each other", got, err)
	}
}

// TestThreadsBeyondProcessors count no faster.
func TestThreadsBeyondProcessors(t *testing.T) {
	all, err := New(t.Context(), 15, Options{})
	if err != nil {
		t.Fatal(err)
	}
	more, err := New(t.Context(), 15, Options{Threads: 1000})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := all.Estimate(t.Context())
	if got, _ := more.Estimate(t.Context()); got != want {
		t.Errorf("with 1000 goroutines it takes %v, with one on each processor %v", got, want)
	}
}
