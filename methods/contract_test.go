package methods_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"example.org/queens"
	"example.org/queens/methods"
	"example.org/queens/odometer"
	"example.org/queens/shuffle"
)

// late is how long a search may go on after its context ended.
const late = 50 * time.Millisecond

func goOn(queens.Placement) bool { return true }

// everyMethod runs a test for each row of the table.
func everyMethod(t *testing.T, test func(*testing.T, methods.Method)) {
	for _, m := range methods.Table() {
		t.Run(m.Name, func(t *testing.T) { test(t, m) })
	}
}

// long returns a problem that keeps the method busy for seconds at least.
func long(m methods.Method) queens.Problem {
	switch m.Name {
	case "odometer":
		return queens.Problem{Size: 9}
	case "restarts":
		return pigeons()
	}
	return queens.Problem{Size: 20}
}

// pigeons has 16 rows, far apart, whose queens share 15 columns: no line is
// short of squares until most of them stand.
func pigeons() queens.Problem {
	p := queens.Problem{Size: 70}
	for row := 0; row < 64; row += 4 {
		for col := 15; col < p.Size; col++ {
			p.Blocked = append(p.Blocked, queens.Square{Row: row, Col: col})
		}
	}
	return p
}

func TestContextEndsBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	everyMethod(t, func(t *testing.T, m methods.Method) {
		stats, err := m.New(methods.Options{}).Search(ctx, queens.Problem{Size: 8}, goOn)
		if !errors.Is(err, context.Canceled) || stats.Solutions != 0 {
			t.Errorf("%d solutions, error %v", stats.Solutions, err)
		}
	})
}

// TestContextEndsDuring lets the context end in the middle. A busy machine may
// stop a whole process for longer than a search may go on, so the best of ten
// runs counts.
func TestContextEndsDuring(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		if m.Name == "construct" {
			t.Skip("is done before any context ends")
		}
		for _, threads := range threads(m) {
			best := time.Hour
			for run := 0; run < 10 && best > late; run++ {
				best = min(best, overrun(t, m.New(methods.Options{Threads: threads}), long(m)))
			}
			if best > late {
				t.Errorf("with %d threads it goes on for %v", threads, best)
			}
		}
	})
}

// overrun returns how long a search goes on after its context ended.
func overrun(t *testing.T, e queens.Engine, p queens.Problem) time.Duration {
	const after = 20 * time.Millisecond
	ctx, cancel := context.WithTimeout(t.Context(), after)
	defer cancel()
	begin := time.Now()
	if _, err := e.Search(ctx, p, goOn); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	return time.Since(begin) - after
}

// TestContextEndsInYield checks that nothing is delivered afterwards.
func TestContextEndsInYield(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		stats, err := m.New(methods.Options{}).Search(ctx, queens.Problem{Size: 8}, func(queens.Placement) bool {
			cancel()
			return true
		})
		if stats.Solutions != 1 {
			t.Errorf("%d solutions", stats.Solutions)
		}
		if complete := err == nil; complete != (m.Delivers == methods.One) || !complete && !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}

// stopper is an observer that ends the context at the fourth event.
type stopper struct {
	events int
	tried  bool // a square was tried afterwards
	end    context.CancelFunc
}

func (s *stopper) Observe(e queens.Event) {
	if s.events++; s.events == 4 {
		s.end()
	} else if s.events > 4 && e.Kind == queens.EventTry {
		s.tried = true
	}
}

// TestContextEndsInObserver checks that nothing is tried afterwards, and that the
// search ends within a row: an observer may take its time.
func TestContextEndsInObserver(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		e := m.New(methods.Options{}).(queens.Observable)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s := &stopper{end: cancel}
		if _, err := e.Observed(s).Search(ctx, queens.Problem{Size: 8}, goOn); !errors.Is(err, context.Canceled) || s.tried || s.events > 4+8 {
			t.Errorf("%d events, a square tried is %v, error %v", s.events, s.tried, err)
		}
	})
}

func TestConsumerStops(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		want := uint64(3)
		if m.Delivers == methods.One {
			want = 1
		}
		for _, threads := range threads(m) {
			seen := uint64(0)
			stats, err := m.New(methods.Options{Threads: threads}).Search(t.Context(), queens.Problem{Size: 8}, func(queens.Placement) bool {
				seen++
				return seen < want
			})
			if !errors.Is(err, queens.ErrStopped) || seen != want || stats.Solutions != want {
				t.Errorf("%d solutions delivered, %d counted, error %v", seen, stats.Solutions, err)
			}
		}
	})
}

// threads returns the numbers of threads to try a method with.
func threads(m methods.Method) []int {
	if m.Parallel {
		return []int{1, 2, 3}
	}
	return []int{1}
}

func TestSizesWithoutSolution(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	everyMethod(t, func(t *testing.T, m methods.Method) {
		for _, n := range []int{2, 3} {
			stats, err := m.New(methods.Options{}).Search(ctx, queens.Problem{Size: n}, goOn)
			if err != nil || stats.Solutions != 0 {
				t.Errorf("size %d: %d solutions, error %v", n, stats.Solutions, err)
			}
		}
	})
}

func TestSizeOne(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		found, err := queens.FirstOf(t.Context(), m.New(methods.Options{}), queens.Problem{Size: 1})
		if err != nil || !slices.Equal(found, queens.Placement{0}) {
			t.Errorf("finds %v, error %v", found, err)
		}
	})
}

func TestSizesRefused(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		for _, n := range []int{-3, 0} {
			_, err := m.New(methods.Options{}).Search(t.Context(), queens.Problem{Size: n}, goOn)
			if refusal, ok := errors.AsType[*queens.SizeError](err); !ok || refusal.Size != n || refusal.Engine != "" {
				t.Errorf("size %d: error %v", n, err)
			}
		}
		for _, n := range []int{m.MaxSize + 1, 1 << 30} {
			_, err := m.New(methods.Options{}).Search(t.Context(), queens.Problem{Size: n}, goOn)
			if _, ok := errors.AsType[*shuffle.HopelessError](err); ok && m.Name == "shuffle" {
				continue
			}
			if refusal, ok := errors.AsType[*queens.SizeError](err); !ok || refusal.Max != m.MaxSize || refusal.Engine != m.Name {
				t.Errorf("size %d: error %v", n, err)
			}
			if _, ok := errors.AsType[*odometer.TooManyError](err); ok != (m.Name == "odometer") {
				t.Errorf("size %d: error %v", n, err)
			}
		}
	})
}

// TestLargestSize checks that a search of the largest size begins.
func TestLargestSize(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		_, err := m.New(methods.Options{}).Search(ctx, queens.Problem{Size: m.MaxSize}, goOn)
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("size %d: error %v", m.MaxSize, err)
		}
	})
}

// TestProblemsRefused gives every method problems that are none.
func TestProblemsRefused(t *testing.T) {
	square := func(row, col int) []queens.Square { return []queens.Square{{Row: row, Col: col}} }
	problems := map[string]queens.Problem{
		"*queens.SquareError":        {Size: 8, Given: square(0, 8)},
		"*queens.GivenConflictError": {Size: 8, Given: append(square(0, 0), square(5, 5)...)},
		"*queens.GivenBlockedError":  {Size: 8, Given: square(0, 0), Blocked: square(0, 0)},
	}
	everyMethod(t, func(t *testing.T, m methods.Method) {
		for want, p := range problems {
			if _, err := m.New(methods.Options{}).Search(t.Context(), p, goOn); fmt.Sprintf("%T", err) != want {
				t.Errorf("error %T %v, want %s", err, err, want)
			}
		}
	})
}

// TestMemory checks that the memory of a run does not grow with the number of
// solutions.
func TestMemory(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		if m.Delivers == methods.One {
			t.Skip("delivers one solution")
		}
		allocations := func(solutions int) float64 {
			return testing.AllocsPerRun(3, func() {
				left := solutions
				_, _ = m.New(methods.Options{}).Search(context.Background(), queens.Problem{Size: 7}, func(queens.Placement) bool {
					left--
					return left > 0
				})
			})
		}
		if few, many := allocations(1), allocations(40); many > few+2 {
			t.Errorf("%v allocations for 1 solution, %v for 40", few, many)
		}
	})
}
