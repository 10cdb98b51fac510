package count

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestErrors(t *testing.T) {
	for _, n := range []int{0, -1, MaxN + 1, 1_000_000_000} {
		var size *SizeError
		if _, err := New(t.Context(), n, Options{}); !errors.As(err, &size) || size.N != n {
			t.Errorf("New(t.Context(), %d): %v", n, err)
		}
	}
	var kernel *KernelError
	if _, err := New(t.Context(), 8, Options{Kernel: "abacus"}); !errors.As(err, &kernel) || kernel.Name != "abacus" {
		t.Errorf("kernel abacus: %v", err)
	}
	t.Setenv(KernelVariable, "slide rule")
	if _, err := New(t.Context(), 8, Options{}); !errors.As(err, &kernel) || kernel.Name != "slide rule" {
		t.Errorf("kernel from the environment: %v", err)
	}
	t.Setenv(KernelVariable, "generic")
	if c := counter(t, 8, Options{}); c.Kernel() != "generic" {
		t.Errorf("kernel from the environment: %s", c.Kernel())
	}
}

func TestMemoryRefused(t *testing.T) {
	var memory *MemoryError
	_, err := New(t.Context(), 22, Options{Memory: 10 << 20, Threads: 1})
	if !errors.As(err, &memory) || memory.Bound != 10<<20 || memory.Need <= memory.Bound {
		t.Fatalf("%v", err)
	}
	if !strings.Contains(err.Error(), "more than the bound of 11 MB") {
		t.Errorf("unclear: %v", err)
	}
}

// TestMemoryOfManyThreads needs more than can be multiplied in 64 bits, but never more than for every unit.
func TestMemoryOfManyThreads(t *testing.T) {
	var memory *MemoryError
	if _, err := New(t.Context(), 18, Options{Memory: 1 << 30, Threads: math.MaxInt}); !errors.As(err, &memory) || memory.Need < 1<<34 {
		t.Errorf("%v", err)
	}
	if r, err := counter(t, 8, Options{Memory: 1 << 30, Threads: math.MaxInt}).Run(t.Context()); err != nil || r.Count.Lo != 92 {
		t.Errorf("%v, %v", r, err)
	}
}

// TestMemoryRefusedEarly is refused before its millions of units are listed.
func TestMemoryRefusedEarly(t *testing.T) {
	var memory *MemoryError
	start := processorTime(t)
	if _, err := New(t.Context(), 28, Options{Memory: 100 << 20}); !errors.As(err, &memory) || processorTime(t)-start > time.Second {
		t.Errorf("%v after %v", err, processorTime(t)-start)
	}
}

// TestNeed holds a run against the need stated before it, with quarters kept and made anew.
func TestNeed(t *testing.T) {
	for _, n := range []int{16, 17} {
		kept := counter(t, n, Options{Threads: 1})
		scarce := counter(t, n, Options{Threads: 1, Memory: kept.Need() - 1})
		if !scarce.transient || scarce.Need() >= kept.Need() {
			t.Errorf("n=%d: the quarters are kept within %d of %d bytes", n, scarce.Need(), kept.Need())
		}
		for _, c := range []*Counter{kept, scarce} {
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			w := c.Worker()
			for i := 0; i < c.Units(); i += 10 {
				if _, err := w.Count(t.Context(), c.Unit(i)); err != nil {
					t.Fatal(err)
				}
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			if used := int64(after.HeapAlloc) - int64(before.HeapAlloc); used > int64(c.Need()) {
				t.Errorf("n=%d: %d bytes in use, more than the need of %d", n, used, c.Need())
			}
			runtime.KeepAlive(w)
		}
	}
}

func TestTransientQuarters(t *testing.T) {
	for _, n := range []int{12, 13} {
		c := counter(t, n, Options{Threads: 2})
		c.transient = true
		c.quarters = newQuarters(c.board, true)
		if r, err := c.Run(t.Context()); err != nil || r.Count.Lo != published(t)[n] {
			t.Errorf("n=%d: %v, %v", n, r, err)
		}
	}
}

// atOnce calls what a context ends after a while. It must return within a tenth of a second of that, of the clock's or, on a machine with
// more to do, of the processor's; the best of ten calls counts.
func atOnce(t *testing.T, after time.Duration, call func(context.Context) error) {
	t.Helper()
	cause := errors.New("enough")
	best := time.Hour
	for run := 0; run < 10 && best > 100*time.Millisecond; run++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		var at time.Time
		var spent time.Duration
		time.AfterFunc(after, func() { at, spent = time.Now(), processorTime(t); cancel(cause) })
		if err := call(ctx); !errors.Is(err, cause) {
			t.Fatalf("error %v", err)
		}
		best = min(best, time.Since(at), processorTime(t)-spent)
	}
	if best > 100*time.Millisecond {
		t.Errorf("it returned %v after the end", best)
	}
}

// TestCancel ends a run of hours, and a single unit, within a tenth of a second.
func TestCancel(t *testing.T) {
	c := counter(t, 19, Options{Kernel: "generic", Threads: 2})
	atOnce(t, 200*time.Millisecond, func(ctx context.Context) error {
		r, err := c.Run(ctx)
		if r.Finished {
			t.Errorf("%+v, %v", r, err)
		}
		return err
	})
	if testing.Short() {
		return
	}
	w := counter(t, 24, Options{Threads: 1}).Worker()
	costliest := w.c.units[w.c.byCost(len(w.c.units))[0]]
	atOnce(t, 50*time.Millisecond, func(ctx context.Context) error {
		_, err := w.Count(ctx, costliest)
		if errors.Is(err, context.Canceled) {
			return context.Cause(ctx)
		}
		return err
	})
	if v, err := w.Count(t.Context(), Unit{Rows: 0b111111111111}); err != nil || v != 0 {
		t.Errorf("after the end: %v, %v", v, err)
	}
}

// memory is a store in memory.
type memory struct {
	mu    sync.Mutex
	units map[int]uint64
	fail  error
}

func (m *memory) Load(s Splitting, yield func(int, uint64) error) error {
	for u, v := range m.units {
		if err := yield(u, v); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) Save(u Unit, v uint64) error {
	if !m.mu.TryLock() {
		panic("Save is called by two goroutines")
	}
	defer m.mu.Unlock()
	if m.fail != nil && len(m.units) > 100 {
		return m.fail
	}
	m.units[u.Index] = v
	return nil
}

func TestStore(t *testing.T) {
	s := &memory{units: map[int]uint64{}, fail: errors.New("disk full")}
	c := counter(t, 12, Options{Threads: 4, Store: s})
	r, err := c.Run(t.Context())
	if !errors.Is(err, s.fail) || r.Finished {
		t.Errorf("failing store: %+v, %v", r, err)
	}
	s.fail = nil
	half := len(s.units)
	r, err = c.Run(t.Context())
	if err != nil || r.Loaded != half || r.Count.Lo != 14200 || len(s.units) != c.Units() {
		t.Errorf("resumed: %+v, %v", r, err)
	}
	r, err = c.Run(t.Context())
	if err != nil || r.Loaded != c.Units() || r.Count.Lo != 14200 {
		t.Errorf("all from the store: %+v, %v", r, err)
	}
	s.units[c.Units()] = 1
	var unit *UnitError
	if _, err := c.Run(t.Context()); !errors.As(err, &unit) || unit.Unit != c.Units() {
		t.Errorf("a unit beyond the last: %v", err)
	}
}

func TestSplitting(t *testing.T) {
	seen := map[string]int{}
	for n := 1; n <= 16; n++ {
		s := SplittingOf(n)
		if s != counter(t, n, Options{}).Splitting() {
			t.Errorf("n=%d: SplittingOf differs from Splitting", n)
		}
		if other, ok := seen[s.String()]; ok {
			t.Errorf("n=%d and n=%d have the fingerprint %s", n, other, s)
		}
		seen[s.String()] = n
	}
	for _, n := range []int{math.MinInt, -1, 0, MaxN + 1, math.MaxInt} {
		if s := SplittingOf(n); s != (Splitting{N: n}) {
			t.Errorf("n=%d: %+v", n, s)
		}
	}
	if got, want := SplittingOf(16).String(), "n16-u3299-b87b0b0f039b5a53"; got != want {
		t.Errorf("fingerprint %s, want %s: change Definition if the units changed", got, want)
	}
}

func TestBlockOrder(t *testing.T) {
	for _, units := range []int{1, 63, 64, 65, 128, 1000, 3299, 46508, 100_000} {
		seen, order := make([]bool, units), newBlockOrder(units)
		for i := range units {
			u := order.unit(i)
			if seen[u] {
				t.Fatalf("of %d units number %d comes twice", units, u)
			}
			seen[u] = true
		}
	}
}

func TestOrder(t *testing.T) {
	c := counter(t, 15, Options{})
	for i := range c.Units() {
		if u := c.Unit(i); u.Index != i || i > 0 && u.Rows <= c.Unit(i-1).Rows {
			t.Fatalf("unit %d is %+v", i, u)
		}
	}
}

func TestProgress(t *testing.T) {
	var all []Progress
	report := Reporter{Every: 5 * time.Millisecond, Tell: func(p Progress) { all = append(all, p) }}
	c := counter(t, 16, Options{Kernel: "generic", Report: report})
	if _, err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if last := all[len(all)-1]; last.Share != 1 || last.Done != 3299 || last.ToGo != 0 {
		t.Errorf("at the end: %+v", last)
	}
	for i, p := range all[1:] {
		if p.Share < all[i].Share || p.Share > 1+1e-9 || p.Done < all[i].Done {
			t.Errorf("%+v after %+v", p, all[i])
		}
	}
}

// TestTimeToGo holds the time to go, from the first tenth on, against what it was, in processor time. Other
// programs disturb even that: one good run of five will do.
func TestTimeToGo(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	worst := 0.0
	for range 5 {
		if worst = worstPrediction(t, 17); worst < 0.15 {
			return
		}
	}
	t.Errorf("the time to go is %.0f %% wrong", 100*worst)
}

func worstPrediction(t *testing.T, n int) (worst float64) {
	c := counter(t, n, Options{Kernel: "generic", Threads: 1})
	r := &run{c: c, start: time.Now()}
	w := c.Worker()
	type prediction struct{ at, toGo time.Duration }
	var all []prediction
	start := processorTime(t)
	order := newBlockOrder(len(c.units))
	for i := range c.units {
		u := c.units[order.unit(i)]
		if _, err := w.Count(t.Context(), u); err != nil {
			t.Fatal(err)
		}
		r.cost += u.Cost
		r.done++
		spent := processorTime(t) - start
		r.start = time.Now().Add(-spent)
		if p := r.progress(); p.Share > 0.1 && p.Share < 0.9 {
			all = append(all, prediction{spent, p.ToGo})
		}
	}
	end := processorTime(t) - start
	for _, p := range all {
		wrong := float64(p.toGo-(end-p.at)) / float64(end-p.at)
		worst = max(worst, wrong, -wrong)
	}
	return worst
}

// TestEstimate wants an estimate of the right order: the run takes some seconds. A busy machine really is slower, so the best of five counts.
func TestEstimate(t *testing.T) {
	c := counter(t, 18, Options{Kernel: "generic", Threads: 1})
	most := 5 * time.Minute
	if raceEnabled {
		most *= 20
	}
	best := most + 1
	for run := 0; run < 5 && best > most; run++ {
		d, err := c.Estimate(t.Context())
		if err != nil || d < time.Second/2 {
			t.Fatalf("%v, %v", d, err)
		}
		best = min(best, d)
	}
	if best > most {
		t.Errorf("%v", best)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Estimate(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

func TestTotal(t *testing.T) {
	sum := Total{Lo: ^uint64(0)}.Add(1).Plus(Total{Lo: 5})
	if sum != (Total{Hi: 1, Lo: 5}) || sum.String() != "18446744073709551621" {
		t.Errorf("%v %s", sum, sum)
	}
}
