package bitboard

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"go.uber.org/goleak"

	"example.org/queens"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// hang is how long a search may go on after its context ended: the contract
// says 50 ms, and a busy machine may take longer.
const hang = 500 * time.Millisecond

var forms = []Engine{{}, {Threads: 2}, {Threads: 8}}

// TestContextStops ends the context of searches that would take very long:
// with many solutions, with the first one far away, and with a slow consumer.
func TestContextStops(t *testing.T) {
	slow := func(queens.Placement) bool {
		time.Sleep(time.Millisecond)
		return true
	}
	tests := []struct {
		name  string
		size  int
		yield func(queens.Placement) bool
	}{{"many", 20, goOn}, {"late", 64, goOn}, {"slow consumer", 18, slow}}
	for _, test := range tests {
		for _, e := range forms {
			t.Run(fmt.Sprint(test.name, "/", e.Threads), func(t *testing.T) {
				defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
				ctx, cancel := context.WithTimeout(t.Context(), 15*time.Millisecond)
				defer cancel()
				start := time.Now()
				stats, err := e.Search(ctx, queens.Problem{Size: test.size}, test.yield)
				if took := time.Since(start); took > hang {
					t.Errorf("took %v", took)
				}
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("error %v", err)
				}
				if stats.Nodes == 0 || stats.Backtracks >= stats.Nodes {
					t.Errorf("statistics %+v", stats)
				}
			})
		}
	}
}

func TestContextEndsBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, e := range forms {
		stats, err := e.Search(ctx, queens.Problem{Size: 8}, goOn)
		if !errors.Is(err, context.Canceled) || stats.Nodes != 0 {
			t.Errorf("%d nodes, error %v", stats.Nodes, err)
		}
	}
}

// TestCancelFromYield ends the context from inside.
func TestCancelFromYield(t *testing.T) {
	for _, e := range forms {
		ctx, cancel := context.WithCancel(t.Context())
		stats, err := e.Search(ctx, queens.Problem{Size: 16}, func(queens.Placement) bool {
			cancel()
			return true
		})
		if !errors.Is(err, context.Canceled) || stats.Solutions == 0 {
			t.Errorf("%d solutions, error %v", stats.Solutions, err)
		}
	}
}

// TestStopped stops after any number of solutions.
func TestStopped(t *testing.T) {
	for _, e := range forms {
		for _, limit := range []uint64{1, 2, 100, 724} {
			seen := uint64(0)
			stats, err := e.Search(t.Context(), queens.Problem{Size: 10}, func(queens.Placement) bool {
				seen++
				return seen < limit
			})
			if !errors.Is(err, queens.ErrStopped) || stats.Solutions != limit || seen != limit {
				t.Errorf("%d threads: %d solutions, %d seen, error %v, want %d", e.Threads, stats.Solutions, seen, err, limit)
			}
		}
	}
}

// TestStoppedBacktracks stops a parallel search whose workers have found
// everything already, so that its statistics must be those of a complete one.
func TestStoppedBacktracks(t *testing.T) {
	p := queens.Problem{Size: 9}
	want, _ := Engine{}.Search(t.Context(), p, goOn)
	want.Solutions = 1
	got, err := Engine{Threads: 3}.Search(t.Context(), p, func(queens.Placement) bool {
		time.Sleep(20 * time.Millisecond)
		return false
	})
	if fmt.Sprint(got) != fmt.Sprint(want) || !errors.Is(err, queens.ErrStopped) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

// TestPanicInYield lets a panic of the consumer through and leaves no worker.
func TestPanicInYield(t *testing.T) {
	for _, e := range forms {
		func() {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			defer func() {
				if got := recover(); got != "enough" {
					t.Errorf("recovered %v", got)
				}
			}()
			_, _ = e.Search(t.Context(), queens.Problem{Size: 18}, func(queens.Placement) bool { panic("enough") })
		}()
	}
}

// TestSearchInsideYield searches again from inside and from several goroutines.
func TestSearchInsideYield(t *testing.T) {
	for _, e := range forms {
		total := uint64(0)
		_, err := e.Search(t.Context(), queens.Problem{Size: 6}, func(queens.Placement) bool {
			n, err := queens.CountOf(t.Context(), e, queens.Problem{Size: 8})
			total += n
			return err == nil
		})
		if err != nil || total != 4*92 {
			t.Errorf("%d threads: %d solutions, error %v", e.Threads, total, err)
		}
	}
}

// TestMemory has a consumer stand still while the workers run ahead, and looks
// at what they have found and at the heap.
func TestMemory(t *testing.T) {
	const threads, size = 4, 15
	before := heap()
	var after uint64
	stats, err := Engine{Threads: threads}.Search(t.Context(), queens.Problem{Size: size}, func(queens.Placement) bool {
		time.Sleep(60 * time.Millisecond)
		after = heap()
		return false
	})
	if !errors.Is(err, queens.ErrStopped) {
		t.Fatal(err)
	}
	most := uint64(threads*(chunksPerThread+1)+chunksInFront+1) * chunkBytes / size
	if found := stats.Levels[size-1]; found > most {
		t.Errorf("%d solutions found ahead, want at most %d", found, most)
	}
	if grown := int64(after) - int64(before); grown > 8<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
}

// TestMemoryWithoutSolutions looks at the heap while the largest board is
// searched, whose first solution is out of reach.
func TestMemoryWithoutSolutions(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	before := heap()
	grown := make(chan int64, 1)
	go func() {
		time.Sleep(100 * time.Millisecond)
		grown <- int64(heap()) - int64(before)
		cancel()
	}()
	_, err := Engine{Threads: 4}.Search(ctx, queens.Problem{Size: 64}, goOn)
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	got := <-grown
	if t.Logf("the heap grew by %d bytes", got); got > 16<<20 {
		t.Errorf("the heap grew by %d bytes", got)
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestAllocations says that a search allocates nothing for a solution.
func TestAllocations(t *testing.T) {
	for _, e := range []Engine{{}, {Threads: 2}} {
		few := testing.AllocsPerRun(3, func() { _, _ = e.Search(t.Context(), queens.Problem{Size: 6}, goOn) })
		many := testing.AllocsPerRun(3, func() { _, _ = e.Search(t.Context(), queens.Problem{Size: 12}, goOn) })
		if many > few+1500 { // of 14,200 solutions
			t.Errorf("%d threads: %v allocations for 4 solutions, %v for 14200", e.Threads, few, many)
		}
	}
}
