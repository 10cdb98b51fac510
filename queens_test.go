package queens_test

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.org/queens"
	"example.org/queens/internal/golden"
)

// promptly is the time within which a search must have stopped. The promise is
// 50 ms; a busy machine may be late.
const promptly = 500 * time.Millisecond

// endless is a problem that no search by backtracking gets through.
var endless = queens.Problem{Size: 30}

func largest(short, full int) int {
	if testing.Short() {
		return short
	}
	return full
}

// digits writes a placement of at most ten queens without spaces.
func digits(p queens.Placement) string {
	return strings.ReplaceAll(p.String(), " ", "")
}

// collect returns all solutions of p, each of which passes Check.
func collect(t testing.TB, p queens.Problem) []queens.Placement {
	t.Helper()
	var all []queens.Placement
	for found, err := range p.Solutions(context.Background()) {
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		if v := p.Check(found.Squares()); !v.Valid() {
			t.Fatalf("%+v: %v is no solution: %+v", p, found, v)
		}
		all = append(all, found)
	}
	return all
}

func TestSolutionsAndCount(t *testing.T) {
	want := golden.Sequence(t, "A000170")
	for n := 1; n <= largest(9, 12); n++ {
		count := uint64(0)
		var last queens.Placement
		for p := range queens.Solutions(n) {
			count++
			if v := queens.Check(n, p.Squares()); !v.Valid() {
				t.Fatalf("n=%d: %v is no solution: %+v", n, p, v)
			}
			if last != nil && slices.Compare(last, p) >= 0 {
				t.Fatalf("n=%d: %v comes after %v", n, p, last)
			}
			last = p
		}
		if count != want[n] {
			t.Errorf("n=%d: %d solutions, want %d", n, count, want[n])
		}
		if got := queens.Count(n); got != want[n] {
			t.Errorf("n=%d: count %d, want %d", n, got, want[n])
		}
	}
}

func TestFirst(t *testing.T) {
	for n := 1; n <= 12; n++ {
		all := slices.Collect(queens.Solutions(n))
		first, ok := queens.First(n)
		if ok != (len(all) > 0) || ok && !slices.Equal(first, all[0]) {
			t.Errorf("n=%d: first %v, %v", n, first, ok)
		}
		if n >= 9 && len(all) == 0 {
			t.Errorf("n=%d: no solution", n)
		}
		first, err := queens.Problem{Size: n}.First(t.Context())
		switch {
		case len(all) == 0 && (!errors.Is(err, queens.ErrNoSolution) || first != nil):
			t.Errorf("n=%d: %v, error %v", n, first, err)
		case len(all) > 0 && (err != nil || !slices.Equal(first, all[0])):
			t.Errorf("n=%d: %v, error %v", n, first, err)
		}
	}
}

// TestSizesNotSearched checks that each function says in its own way that a
// size is not searched.
func TestSizesNotSearched(t *testing.T) {
	for _, n := range []int{-1 << 62, -3, -1, 0, 1001, 1 << 62} {
		for p := range queens.Solutions(n) {
			t.Errorf("n=%d: yielded %v", n, p)
		}
		if count := queens.Count(n); count != 0 {
			t.Errorf("n=%d: count %d", n, count)
		}
		if p, ok := queens.First(n); ok || p != nil {
			t.Errorf("n=%d: first %v, %v", n, p, ok)
		}
		problem := queens.Problem{Size: n}
		_, countErr := problem.Count(t.Context())
		_, firstErr := problem.First(t.Context())
		for _, err := range []error{countErr, firstErr, lastError(t, problem.Solutions(t.Context()))} {
			var sizeErr *queens.SizeError
			if !errors.As(err, &sizeErr) || sizeErr.Size != n {
				t.Errorf("n=%d: error %v", n, err)
			}
		}
	}
}

// lastError ranges to the end and returns the error that came last, if any.
func lastError(t *testing.T, solutions iter.Seq2[queens.Placement, error]) error {
	t.Helper()
	var last error
	for p, err := range solutions {
		if last != nil {
			t.Errorf("%v, %v after error %v", p, err, last)
		}
		if (err == nil) != (p != nil) {
			t.Errorf("yielded %v with error %v", p, err)
		}
		last = err
	}
	return last
}

func TestInvalidProblemYieldsItsError(t *testing.T) {
	p := queens.Problem{Size: 8, Given: squares(0, 0, 1, 1)}
	_, countErr := p.Count(t.Context())
	_, firstErr := p.First(t.Context())
	for _, err := range []error{countErr, firstErr, lastError(t, p.Solutions(t.Context()))} {
		if !reflect.DeepEqual(err, p.Validate()) {
			t.Errorf("error %v", err)
		}
	}
}

func TestBreakAnywhere(t *testing.T) {
	all := slices.Collect(queens.Solutions(6))
	for limit := 1; limit <= len(all); limit++ {
		var got []queens.Placement
		for p, err := range (queens.Problem{Size: 6}).Solutions(t.Context()) {
			if err != nil {
				t.Fatalf("limit %d: %v", limit, err)
			}
			if got = append(got, p); len(got) == limit {
				break
			}
		}
		if !reflect.DeepEqual(got, all[:limit]) {
			t.Errorf("limit %d: %v", limit, got)
		}
	}
}

// TestIteratorsStartAgain checks that a sequence may be ranged over again,
// inside itself, and pulled from.
func TestIteratorsStartAgain(t *testing.T) {
	solutions := queens.Solutions(6)
	pairs := 0
	for range solutions {
		for range solutions {
			pairs++
		}
	}
	if pairs != 16 {
		t.Errorf("%d pairs, want 16", pairs)
	}
	next, stop := iter.Pull2(queens.Problem{Size: 6}.Solutions(t.Context()))
	if _, err, ok := next(); err != nil || !ok {
		t.Errorf("first pull: %v, %v", err, ok)
	}
	stop()
	if p, err, ok := next(); p != nil || err != nil || ok {
		t.Errorf("pulled %v, %v, %v after the stop", p, err, ok)
	}
}

// TestPlacementsMayBeKept changes each yielded placement and finds the others
// and the rest of the search untouched.
func TestPlacementsMayBeKept(t *testing.T) {
	want := slices.Collect(queens.Solutions(7))
	var got []queens.Placement
	for p, err := range queens.All(t.Context(), overwriting{}, queens.Problem{Size: 7}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, p.Clone())
		clear(p)
		_ = append(p, 99)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%d placements differ from the %d solutions", len(got), len(want))
	}
	if kept := slices.Collect(queens.Solutions(7)); !reflect.DeepEqual(kept, want) {
		t.Error("collected placements differ")
	}
}

// overwriting is an engine that spoils the placement it yielded, as an engine
// may that goes on with its own slice.
type overwriting struct{}

func (overwriting) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	var stats queens.Stats
	buffer := make(queens.Placement, p.Size)
	for found, err := range p.Solutions(ctx) {
		if err != nil {
			return stats, err
		}
		stats.Solutions++
		copy(buffer, found)
		if !yield(buffer) {
			return stats, queens.ErrStopped
		}
		clear(buffer)
	}
	return stats, nil
}

// failing is an engine that yields one placement and fails.
type failing struct{ err error }

func (e failing) Search(_ context.Context, _ queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	if !yield(queens.Placement{0}) {
		return queens.Stats{Solutions: 1}, queens.ErrStopped
	}
	return queens.Stats{Solutions: 1}, e.err
}

func TestEngineFails(t *testing.T) {
	broken := errors.New("broken")
	if err := lastError(t, queens.All(t.Context(), failing{broken}, queens.Problem{Size: 1})); err != broken {
		t.Errorf("All: error %v", err)
	}
	if p, err := queens.FirstOf(t.Context(), failing{broken}, queens.Problem{Size: 1}); p == nil || err != nil {
		t.Errorf("FirstOf: %v, %v", p, err)
	}
	if count, err := queens.CountOf(t.Context(), failing{broken}, queens.Problem{Size: 1}); count != 1 || err != broken {
		t.Errorf("CountOf: %d, %v", count, err)
	}
}

func TestContextEndedBefore(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancelLate := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancelLate()
	tests := []struct {
		name string
		ctx  context.Context
		want error
	}{
		{"cancelled", cancelled, context.Canceled},
		{"deadline passed", late, context.DeadlineExceeded},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := queens.Problem{Size: 1}
			seen := 0
			for found, err := range p.Solutions(test.ctx) {
				seen++
				if found != nil || !errors.Is(err, test.want) {
					t.Errorf("Solutions: %v, %v", found, err)
				}
			}
			if seen != 1 {
				t.Errorf("Solutions: %d pairs", seen)
			}
			if count, err := p.Count(test.ctx); count != 0 || !errors.Is(err, test.want) {
				t.Errorf("Count: %d, %v", count, err)
			}
			if found, err := p.First(test.ctx); found != nil || !errors.Is(err, test.want) {
				t.Errorf("First: %v, %v", found, err)
			}
		})
	}
}

// TestContextEndsDuring ends a search that would go on for ever.
func TestContextEndsDuring(t *testing.T) {
	searches := []struct {
		name string
		run  func(context.Context) error
	}{
		{"Count", func(ctx context.Context) error {
			_, err := endless.Count(ctx)
			return err
		}},
		{"First", func(ctx context.Context) error {
			_, err := queens.Problem{Size: 200}.First(ctx)
			return err
		}},
		{"Solutions", func(ctx context.Context) error {
			return lastError(t, queens.Problem{Size: 20}.Solutions(ctx))
		}},
	}
	for _, search := range searches {
		t.Run(search.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			var ended time.Time // written before cancel, read after the search saw it
			timer := time.AfterFunc(5*time.Millisecond, func() {
				ended = time.Now()
				cancel()
			})
			defer timer.Stop()
			if err := search.run(ctx); !errors.Is(err, context.Canceled) {
				t.Fatalf("cancelled: error %v", err)
			}
			if took := time.Since(ended); took > promptly {
				t.Errorf("cancelled: stopped after %v", took)
			}

			start := time.Now()
			ctx, cancel = context.WithTimeout(t.Context(), 5*time.Millisecond)
			defer cancel()
			if err := search.run(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("timeout: error %v", err)
			}
			if took := time.Since(start); took > promptly {
				t.Errorf("timeout: stopped after %v", took)
			}
		})
	}
}

// TestContextEndsInLoop checks that the pair after the end of the context is
// its error, however small the rest of the search.
func TestContextEndsInLoop(t *testing.T) {
	for after := 1; after <= 4; after++ {
		ctx, cancel := context.WithCancel(t.Context())
		seen := 0
		err := lastError(t, func(yield func(queens.Placement, error) bool) {
			for p, err := range (queens.Problem{Size: 6}).Solutions(ctx) {
				if seen++; seen == after {
					cancel()
				}
				if !yield(p, err) {
					return
				}
			}
		})
		if !errors.Is(err, context.Canceled) || seen != after+1 {
			t.Errorf("cancelled in solution %d: %d pairs, error %v", after, seen, err)
		}
		cancel()
	}
}

func TestConcurrentUse(t *testing.T) {
	p := queens.Problem{Size: 8, Given: squares(0, 6), Blocked: squares(1, 0)}
	want := collect(t, p)
	shared := p.Solutions(t.Context())
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			var got []queens.Placement
			for found, err := range shared {
				if err != nil {
					t.Error(err)
				}
				got = append(got, found)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%d solutions, want %d", len(got), len(want))
			}
			if n, err := p.Count(t.Context()); n != uint64(len(want)) || err != nil {
				t.Errorf("count %d, %v", n, err)
			}
		})
	}
	group.Wait()
}

// TestConstraintsAgainstFilter compares the search with a filter: the solutions
// of a problem are those of the empty board that pass its Check.
func TestConstraintsAgainstFilter(t *testing.T) {
	all := make([][]queens.Placement, 8)
	for n := range all {
		all[n] = slices.Collect(queens.Solutions(n))
	}
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(rt, "size")
		p := queens.Problem{
			Size:    n,
			Given:   drawSquares(rt, 0, n-1, 2, "given"),
			Blocked: drawSquares(rt, 0, n-1, n, "blocked"),
		}
		if p.Validate() != nil {
			return
		}
		var want []queens.Placement
		for _, found := range all[n] {
			if p.Check(found.Squares()).Valid() {
				want = append(want, found)
			}
		}
		if got := collect(t, p); !reflect.DeepEqual(got, want) {
			rt.Errorf("%d solutions, want %d", len(got), len(want))
		}
	})
}
