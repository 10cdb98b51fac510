package trace

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.org/queens"
	"example.org/queens/internal/golden"
	"example.org/queens/methods"
)

func everyMethod(t *testing.T, test func(*testing.T, methods.Method)) {
	for _, m := range methods.Table() {
		t.Run(m.Name, func(t *testing.T) { test(t, m) })
	}
}

// record records or fails the test.
func record(t testing.TB, method string, p queens.Problem, l Limits) *Trace {
	t.Helper()
	m, _ := methods.Find(method)
	if m.Delivers == methods.Stream && l.Solutions == 0 {
		l.Solutions = 3
	}
	recorded, err := Record(context.Background(), m, p, methods.Options{Seed: 1}, l)
	if err != nil {
		t.Fatal(err)
	}
	return recorded
}

func squares(numbers ...int) []queens.Square {
	var list []queens.Square
	for pair := range slices.Chunk(numbers, 2) {
		list = append(list, queens.Square{Row: pair[0], Col: pair[1]})
	}
	return list
}

// problems are searched with every method that takes them.
var problems = map[string]queens.Problem{
	"size 1":      {Size: 1},
	"no solution": {Size: 3},
	"size 5":      {Size: 5},
	"size 6":      {Size: 6},
	"given":       {Size: 6, Given: squares(0, 1, 4, 2)},
	"given twice": {Size: 6, Given: squares(4, 2, 0, 1, 4, 2)},
	"hopeless":    {Size: 6, Given: squares(0, 0)},
	"blocked":     {Size: 5, Blocked: squares(0, 0, 3, 3, 3, 1, 0, 0)},
	"both":        {Size: 6, Given: squares(2, 5), Blocked: squares(0, 2, 5, 0)},
	"all given":   {Size: 4, Given: squares(0, 1, 1, 3, 2, 0, 3, 2)},
	"no row":      {Size: 4, Blocked: squares(1, 0, 1, 1, 1, 2, 1, 3)},
}

// plain is what an engine does that nobody watches.
func plain(m methods.Method, p queens.Problem, limit uint64) (queens.Stats, []string, error) {
	var found []string
	stats, err := m.New(methods.Options{Seed: 1}).Search(context.Background(), p, func(s queens.Placement) bool {
		found = append(found, s.String())
		return uint64(len(found)) != limit
	})
	if stats.Levels == nil {
		stats.Levels = make([]uint64, p.Size)
	}
	return stats, found, err
}

// TestSameAsUntraced compares what an engine does when it is traced with what it
// does alone: statistics, nodes in each row, solutions in order; also when it is
// stopped after some solutions.
func TestSameAsUntraced(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		for name, p := range problems {
			if p.Constraints()&^m.Honours != 0 {
				continue
			}
			for _, limit := range []uint64{0, 1, 2, 7} {
				if limit == 0 && m.Delivers == methods.Stream {
					continue
				}
				same(t, name, m, p, limit)
			}
		}
	})
}

// TestSameOnLargeBoards does the same up to size 8.
func TestSameOnLargeBoards(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		n := 8
		if m.Name == "odometer" {
			n = 6
		}
		same(t, "empty", m, queens.Problem{Size: n}, 20)
		if m.Delivers != methods.Stream {
			same(t, "empty", m, queens.Problem{Size: n - 1}, 0)
		}
	})
}

func same(t *testing.T, name string, m methods.Method, p queens.Problem, limit uint64) {
	t.Helper()
	want, wantFound, err := plain(m, p, limit)
	recorded, failed := Record(t.Context(), m, p, methods.Options{Seed: 1}, Limits{Events: 4_000_000, Bytes: 1 << 30, Solutions: limit})
	if failed != nil {
		t.Fatalf("%s: %v", name, failed)
	}
	if got := recorded.Stats; !reflect.DeepEqual(got, want) {
		t.Errorf("%s, limit %d: %+v traced, %+v alone", name, limit, got, want)
	}
	if recorded.Complete() != (err == nil) || !recorded.Complete() && recorded.Cut != BySolutions {
		t.Errorf("%s, limit %d: cut by %q, alone it ends with %v", name, limit, recorded.Cut, err)
	}
	var found []string
	player := NewPlayer(recorded)
	for player.Forward() {
		if e, _ := player.Event(); e.Kind == queens.EventSolution {
			found = append(found, player.Queens().String())
			if last := player.LastSolution().String(); last != found[len(found)-1] {
				t.Errorf("%s: the last solution is %s while %s stands", name, last, player.Queens())
			}
		}
	}
	if !slices.Equal(found, wantFound) {
		t.Errorf("%s, limit %d: solutions %v traced, %v alone", name, limit, found, wantFound)
	}
	if err := recorded.check(); err != nil {
		t.Errorf("%s, limit %d: %v", name, limit, err)
	}
}

// TestRestarts holds a search that gives up attempts, with given queens, against
// one that nobody watches.
func TestRestarts(t *testing.T) {
	m, _ := methods.Find("restarts")
	p := queens.Problem{Size: 40, Given: squares(3, 30, 6, 20)}
	for row := 0; row < 40; row += 5 { // eight rows share seven columns
		for col := 7; col < 40; col++ {
			p.Blocked = append(p.Blocked, queens.Square{Row: row, Col: col})
		}
	}
	recorded := record(t, m.Name, p, Limits{})
	player := NewPlayer(recorded)
	player.Seek(player.Len())
	if player.Count(queens.EventRestart) == 0 {
		t.Error("no restart")
	}
	if err := recorded.check(); err != nil {
		t.Error(err)
	}
	if want, _, _ := plain(m, p, 0); !recorded.Complete() || !reflect.DeepEqual(recorded.Stats, want) {
		t.Errorf("%+v traced, %+v alone, cut by %q", recorded.Stats, want, recorded.Cut)
	}
}

// TestEightQueens holds the whole search for eight queens against published
// values.
func TestEightQueens(t *testing.T) {
	profile := golden.Table(t, "backtrack_profile.tsv")
	for _, method := range []string{"backtrack", "iterative", "marks2d", "bitboard"} {
		recorded := record(t, method, queens.Problem{Size: 8}, Limits{})
		if !recorded.Complete() || recorded.Stats.Solutions != 92 {
			t.Errorf("%s: %d solutions, cut by %q", method, recorded.Stats.Solutions, recorded.Cut)
		}
		inRow := make([]uint64, 8)
		for i := range recorded.Len() {
			if e := recorded.Event(i); e.Kind == queens.EventPlace {
				inRow[e.Square.Row]++
			}
		}
		for row, nodes := range inRow {
			if want := profile[[3]int{8, row + 1}]; nodes != want {
				t.Errorf("%s: %d queens placed in row %d, want %d", method, nodes, row, want)
			}
		}
	}
}

func TestCuts(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		p := queens.Problem{Size: 6}
		tests := []struct {
			limits Limits
			events int
			cut    Cut
		}{
			{Limits{Events: 5}, 5, ByEvents},
			{Limits{Bytes: 47}, 5, ByBytes},
			{Limits{Events: 1}, 1, ByEvents},
			{Limits{Solutions: 1}, -1, BySolutions},
		}
		for _, test := range tests {
			recorded, err := Record(t.Context(), m, p, methods.Options{Seed: 1}, test.limits)
			if err != nil {
				t.Fatal(err)
			}
			if recorded.Cut != test.cut || test.events >= 0 && recorded.Len() != test.events {
				t.Errorf("%+v: %d events, cut by %q", test.limits, recorded.Len(), recorded.Cut)
			}
			if err := recorded.check(); err != nil {
				t.Errorf("%+v: %v", test.limits, err)
			}
		}
		whole := record(t, m.Name, p, Limits{})
		exact := record(t, m.Name, p, Limits{Events: whole.Len()})
		if exact.Cut != whole.Cut || exact.Len() != whole.Len() {
			t.Errorf("cut by %q at its own length, else by %q", exact.Cut, whole.Cut)
		}
	})
}

func TestTriesCut(t *testing.T) {
	m, _ := methods.Find("shuffle")
	recorded, err := Record(t.Context(), m, queens.Problem{Size: 8}, methods.Options{Seed: 1, Tries: 10}, Limits{})
	if err != nil || recorded.Cut != ByTries || recorded.Stats.Tries != 10 {
		t.Errorf("%+v, error %v", recorded, err)
	}
}

// TestStopsAtOnce checks that a search without end ends with its trace.
func TestStopsAtOnce(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		p := queens.Problem{Size: min(20, m.MaxSize)}
		if recorded := record(t, m.Name, p, Limits{Events: 15}); recorded.Len() != 15 {
			t.Errorf("%d events", recorded.Len())
		}
	})
}

func TestRefused(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	everyMethod(t, func(t *testing.T, m methods.Method) {
		if recorded, err := Record(ended, m, queens.Problem{Size: 6}, methods.Options{}, Limits{}); !errors.Is(err, context.Canceled) || recorded != nil {
			t.Errorf("%v, error %v", recorded, err)
		}
		for _, n := range []int{0, 1001, 1 << 40} {
			if recorded, err := Record(t.Context(), m, queens.Problem{Size: n}, methods.Options{}, Limits{}); err == nil || recorded != nil {
				t.Errorf("size %d: %v, error %v", n, recorded, err)
			}
		}
	})
	m, _ := methods.Find("construct")
	_, err := Record(t.Context(), m, queens.Problem{Size: 1001}, methods.Options{}, Limits{})
	if size, ok := errors.AsType[*queens.SizeError](err); !ok || size.Max != MaxSize || size.Engine != "trace" {
		t.Errorf("error %v", err)
	}
}

func TestLargestBoard(t *testing.T) {
	for _, method := range []string{"construct", "restarts"} {
		recorded := record(t, method, queens.Problem{Size: MaxSize}, Limits{})
		if err := recorded.check(); err != nil || recorded.Stats.Solutions != 1 {
			t.Errorf("%s: %d solutions, error %v", method, recorded.Stats.Solutions, err)
		}
	}
	recorded := record(t, "marks2d", queens.Problem{Size: MaxSize, Given: squares(500, 500, 999, 0)}, Limits{Events: 3000})
	if err := recorded.check(); err != nil {
		t.Error(err)
	}
}

// TestExpected checks what a shuffle is told to expect.
func TestExpected(t *testing.T) {
	for want, recorded := range map[string]*Trace{
		"438.26": record(t, "shuffle", queens.Problem{Size: 8}, Limits{Solutions: 1}),
		"0.00":   record(t, "shuffle", queens.Problem{Size: 8, Given: squares(0, 0)}, Limits{Solutions: 1}),
	} {
		if got := fmt.Sprintf("%.2f", recorded.Expected()); got != want {
			t.Errorf("%s tries, want %s", got, want)
		}
	}
	for _, method := range []string{"shuffle", "backtrack"} {
		if got := record(t, method, queens.Problem{Size: 3}, Limits{}).Expected(); got != 0 {
			t.Errorf("%s: %v tries at size 3", method, got)
		}
	}
}

// TestPack checks that every event survives, also at the corners of its fields.
func TestPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := queens.Event{Kind: queens.EventKind(rapid.IntRange(1, maxKind).Draw(t, "kind")), Yes: rapid.Bool().Draw(t, "yes")}
		cell := rapid.IntRange(0, MaxSize-1)
		if e.Kind == queens.EventProof {
			e.Nodes = rapid.Uint64Range(0, 1<<52-1).Draw(t, "nodes")
		}
		if hasSquare(e.Kind) {
			e.Square = queens.Square{Row: cell.Draw(t, "row"), Col: cell.Draw(t, "col")}
			e.Line = queens.Line(rapid.IntRange(0, 4).Draw(t, "line"))
		}
		if hasOther(e.Kind) {
			e.Other = queens.Square{Row: cell.Draw(t, "other row"), Col: cell.Draw(t, "other col")}
		}
		if e.Kind == queens.EventLine {
			e.Free, e.Ties = rapid.IntRange(0, MaxSize).Draw(t, "free"), rapid.IntRange(0, maxCell).Draw(t, "ties")
		}
		if a := amount(&e); a != nil {
			*a = rapid.IntRange(0, maxAmount).Draw(t, "amount")
		}
		if got := unpack(pack(e)); got != e {
			t.Fatalf("%+v becomes %+v", e, got)
		}
	})
}
