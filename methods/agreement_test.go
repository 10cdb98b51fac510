package methods_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.org/queens"
	"example.org/queens/internal/golden"
	"example.org/queens/methods"
	"example.org/queens/shuffle"
)

// deliverAll returns the methods that deliver every solution.
func deliverAll() []methods.Method {
	return slices.DeleteFunc(methods.Table(), func(m methods.Method) bool { return m.Delivers != methods.All })
}

// reach returns the largest size to enumerate with a method in a test.
func reach(m methods.Method) int {
	short, full := 9, 12
	switch m.Name {
	case "odometer":
		short, full = 7, 9 // 8 in its own tests
	case "bitboard":
		short, full = 11, 13 // and further in its own tests
	}
	if testing.Short() {
		return short
	}
	return full
}

// TestCounts enumerates with every method that can, and holds counts, order,
// first rows and nodes per row against published values.
func TestCounts(t *testing.T) {
	counts := golden.Sequence(t, "A000170")
	firstRow := golden.Table(t, "first_row.tsv")
	profile := golden.Table(t, "backtrack_profile.tsv")
	for _, m := range deliverAll() {
		for n := 1; n <= reach(m); n++ {
			t.Run(fmt.Sprint(m.Name, "/", n), func(t *testing.T) {
				inRow := make([]uint64, n)
				last := make(queens.Placement, 0, n)
				stats, err := m.New(methods.Options{}).Search(t.Context(), queens.Problem{Size: n}, func(p queens.Placement) bool {
					if n <= 10 && !queens.Check(n, p.Squares()).Valid() {
						t.Fatalf("%v is no solution", p)
					}
					if m.Order == methods.Lexicographic && slices.Compare(last, p) >= 0 {
						t.Fatalf("%v comes after %v", p, last)
					}
					last = append(last[:0], p...)
					inRow[p[0]]++
					return true
				})
				if err != nil || stats.Solutions != counts[n] {
					t.Errorf("%d solutions, error %v, want %d", stats.Solutions, err, counts[n])
				}
				for col, count := range inRow {
					if want := firstRow[[3]int{n, col}]; count != want {
						t.Errorf("%d solutions with the first queen in column %d, want %d", count, col, want)
					}
				}
				for row, nodes := range stats.Levels {
					if want := profile[[3]int{n, row + 1}]; nodes != want {
						t.Errorf("%d nodes in row %d, want %d", nodes, row, want)
					}
				}
			})
		}
	}
}

// TestFirst compares the first solution, and the nodes until it where the
// method visits nodes in the order of the reference.
func TestFirst(t *testing.T) {
	limit := 24
	if testing.Short() {
		limit = 19
	}
	for _, m := range deliverAll() {
		for _, row := range golden.Rows(t, "lexfirst.tsv") {
			n := int(golden.Number(t, row[0]))
			if n > min(limit, m.MaxSize) || n > 8 && m.Name == "odometer" {
				continue
			}
			found := "none"
			stats, _ := m.New(methods.Options{}).Search(t.Context(), queens.Problem{Size: n}, func(p queens.Placement) bool {
				found = fromOne(p)
				return false
			})
			if found != row[1] {
				t.Errorf("%s %d: first solution %s, want %s", m.Name, n, found, row[1])
			}
			if nodes := golden.Number(t, row[2]); m.Name != "odometer" && stats.Nodes != nodes {
				t.Errorf("%s %d: %d nodes, want %d", m.Name, n, stats.Nodes, nodes)
			}
		}
	}
}

// fromOne writes columns counted from 1.
func fromOne(p queens.Placement) string {
	q := p.Clone()
	for row := range q {
		q[row]++
	}
	return q.String()
}

// TestMetInTheField solves problems that were met elsewhere with every method
// that delivers all solutions.
func TestMetInTheField(t *testing.T) {
	tests := []struct {
		problem queens.Problem
		want    string
	}{
		{queens.Problem{Size: 8, Given: squares(1, 1, 3, 0, 7, 5)}, "41703625 61307425 71306425"},
		{queens.Problem{Size: 8, Given: squares(0, 1, 1, 6, 4, 7, 6, 0)}, "16257403"},
		{queens.Problem{Size: 8, Given: squares(0, 6, 1, 1)}, "61307425 61520374"},
		{queens.Problem{Size: 4, Given: squares(0, 1, 3, 2)}, "1302"},
	}
	for _, m := range deliverAll() {
		for _, test := range tests {
			if test.problem.Size > reach(m) {
				continue
			}
			var got []string
			for p, err := range queens.All(t.Context(), m.New(methods.Options{}), test.problem) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, strings.ReplaceAll(p.String(), " ", ""))
			}
			if text := strings.Join(got, " "); text != test.want {
				t.Errorf("%s: %v completes to %s, want %s", m.Name, test.problem.Given, text, test.want)
			}
		}
	}
}

func TestBlockedMetInTheField(t *testing.T) {
	p := queens.Problem{Size: 10}
	for _, s := range squares(1, 5, 1, 10, 2, 1, 2, 7, 3, 1, 4, 7, 4, 8, 4, 9, 5, 5, 6, 1, 6, 2, 6, 4, 7, 6, 7, 7, 9, 2, 9, 5, 10, 1, 10, 7) {
		p.Blocked = append(p.Blocked, queens.Square{Row: s.Row - 1, Col: s.Col - 1})
	}
	for _, m := range deliverAll() {
		if m.MaxSize < p.Size {
			continue
		}
		if count, err := queens.CountOf(t.Context(), m.New(methods.Options{}), p); count != 96 || err != nil {
			t.Errorf("%s: %d solutions, error %v, want 96", m.Name, count, err)
		}
	}
}

func TestFiftiethSolution(t *testing.T) {
	for _, m := range deliverAll() {
		if reach(m) < 8 {
			continue
		}
		var last string
		left := 50
		_, err := m.New(methods.Options{}).Search(t.Context(), queens.Problem{Size: 8}, func(p queens.Placement) bool {
			last = p.String()
			left--
			return left > 0
		})
		if !errors.Is(err, queens.ErrStopped) || last != "4 1 3 5 7 2 0 6" {
			t.Errorf("%s: the 50th solution is %s, error %v", m.Name, last, err)
		}
	}
}

// squares takes rows and columns in turn.
func squares(numbers ...int) []queens.Square {
	var list []queens.Square
	for pair := range slices.Chunk(numbers, 2) {
		list = append(list, queens.Square{Row: pair[0], Col: pair[1]})
	}
	return list
}

// drawProblem draws a small valid problem, often one without solution.
func drawProblem(t *rapid.T) queens.Problem {
	n := rapid.IntRange(1, 6).Draw(t, "size")
	square := rapid.Custom(func(t *rapid.T) queens.Square {
		return queens.Square{Row: rapid.IntRange(0, n-1).Draw(t, "row"), Col: rapid.IntRange(0, n-1).Draw(t, "col")}
	})
	p := queens.Problem{Size: n, Blocked: rapid.SliceOfN(square, 0, 2*n).Draw(t, "blocked")}
	for _, s := range rapid.SliceOfN(square, 0, 3).Draw(t, "given") {
		q := p
		q.Given = append(slices.Clone(p.Given), s)
		if q.Validate() == nil {
			p = q
		}
	}
	return p
}

// TestAgreement compares every method with the reference on random problems.
func TestAgreement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		var want []string
		for found, err := range p.Solutions(context.Background()) {
			if err != nil || !p.Check(found.Squares()).Valid() {
				t.Fatalf("reference delivers %v, error %v", found, err)
			}
			want = append(want, found.String())
		}
		for _, m := range methods.Table() {
			if p.Constraints()&^m.Honours != 0 {
				continue
			}
			for _, threads := range threads(m) {
				got, err := deliver(m.New(methods.Options{Seed: 1, Threads: threads}), p, 20+len(want))
				compare(t, m, got, want, err)
			}
		}
	})
}

// deliver returns at most limit solutions.
func deliver(e queens.Engine, p queens.Problem, limit int) ([]string, error) {
	var list []string
	_, err := e.Search(context.Background(), p, func(found queens.Placement) bool {
		list = append(list, found.String())
		return len(list) < limit
	})
	return list, err
}

// compare fails the test if the method did not deliver what it should of the
// solutions in want.
func compare(t rapid.TB, m methods.Method, got, want []string, err error) {
	endless := m.Delivers == methods.Stream && len(want) > 0
	if endless != errors.Is(err, queens.ErrStopped) || !endless && err != nil {
		t.Fatalf("%s: error %v", m.Name, err)
	}
	switch m.Delivers {
	case methods.All:
		if !slices.Equal(got, want) {
			t.Fatalf("%s delivers %v, want %v", m.Name, got, want)
		}
	case methods.One:
		if len(got) != min(1, len(want)) {
			t.Fatalf("%s delivers %v of %v", m.Name, got, want)
		}
	}
	for _, found := range got {
		if !slices.Contains(want, found) {
			t.Fatalf("%s delivers %s, not among %v", m.Name, found, want)
		}
	}
}

// recorder keeps the events that it is told.
type recorder []queens.Event

func (r *recorder) Observe(e queens.Event) { *r = append(*r, e) }

// TestSameSearch compares the engines that are the same search: statistics and
// every event, but for marks, also when the consumer stops early.
func TestSameSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		limit := rapid.IntRange(1, 8).Draw(t, "limit")
		var wantEvents recorder
		var wantStats queens.Stats
		for _, name := range []string{"backtrack", "iterative", "marks2d"} {
			m, _ := methods.Find(name)
			stats := statsOf(m.New(methods.Options{}), p, limit)
			var events recorder
			observed := statsOf(m.New(methods.Options{}).(queens.Observable).Observed(&events), p, limit)
			if fmt.Sprint(observed) != fmt.Sprint(stats) {
				t.Fatalf("%s: %+v observed, %+v alone", name, observed, stats)
			}
			if name == "backtrack" {
				wantEvents, wantStats = events, stats
			}
			if name == "marks2d" {
				stats.Marks = wantStats.Marks
			}
			if fmt.Sprint(stats) != fmt.Sprint(wantStats) {
				t.Fatalf("%s: %+v, want %+v", name, stats, wantStats)
			}
			if !slices.Equal(withoutMarks(events), withoutMarks(wantEvents)) {
				t.Fatalf("%s: events %v, want %v", name, events, wantEvents)
			}
		}
	})
}

// withoutMarks returns the events as if no mark was counted.
func withoutMarks(events recorder) recorder {
	var list recorder
	for _, e := range events {
		if e.Marks = 0; e.Kind != queens.EventMark {
			list = append(list, e)
		}
	}
	return list
}

// statsOf returns the statistics of a search that stops at a number of
// solutions.
func statsOf(e queens.Engine, p queens.Problem, limit int) queens.Stats {
	stats, _ := e.Search(context.Background(), p, func(queens.Placement) bool {
		limit--
		return limit > 0
	})
	return stats
}

// TestStream checks that random solutions come without order, again and again.
func TestStream(t *testing.T) {
	for _, m := range methods.Table() {
		if m.Delivers != methods.Stream {
			continue
		}
		list, err := deliver(m.New(methods.Options{Seed: 1}), queens.Problem{Size: 6}, 100)
		if m.Order != methods.Random || slices.IsSorted(list) || !errors.Is(err, queens.ErrStopped) {
			t.Errorf("%s delivers in %s order, error %v: %v", m.Name, m.Order, err, list)
		}
		slices.Sort(list)
		if different := slices.Compact(list); len(different) != 4 {
			t.Errorf("%s delivers %v only", m.Name, different)
		}
	}
}

// TestSeeds checks that the methods that take a seed heed it, and are the same
// for the same seed.
func TestSeeds(t *testing.T) {
	p := queens.Problem{Size: 12}
	for _, m := range methods.Table() {
		first := func(seed uint64) string {
			list, _ := deliver(m.New(methods.Options{Seed: seed}), p, 1)
			return strings.Join(list, "")
		}
		if m.MaxSize < p.Size {
			continue
		}
		if one, again := first(1), first(1); one != again {
			t.Errorf("%s finds %s, then %s", m.Name, one, again)
		}
		if heeds := first(1) != first(2) || first(2) != first(3); heeds != m.Seeded {
			t.Errorf("%s: heeds the seed is %v", m.Name, heeds)
		}
	}
}

// TestTries checks that the methods that can be bounded end there, with a typed
// error, and that the others ignore the bound.
func TestTries(t *testing.T) {
	for _, m := range methods.Table() {
		stats, err := m.New(methods.Options{Tries: 10}).Search(t.Context(), queens.Problem{Size: 6}, goOn)
		end, bounded := errors.AsType[*shuffle.TriesError](err)
		if bounded != m.Bounded || bounded && (end.Tries != 10 || stats.Tries != 10) || !bounded && err != nil {
			t.Errorf("%s: %d tries, error %v", m.Name, stats.Tries, err)
		}
	}
}
