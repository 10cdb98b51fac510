package bitboard

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.org/queens"
	"example.org/queens/backtrack"
	"example.org/queens/construct"
	"example.org/queens/internal/golden"
)

// engines are the forms of the search that are tested, by name.
var engines = []struct {
	name string
	queens.Engine
}{
	{"sequential", Engine{}},
	{"two threads", Engine{Threads: 2}},
	{"five threads", Engine{Threads: 5}},
	{"clear", clear{}},
}

func goOn(queens.Placement) bool { return true }

// collect returns at most limit solutions of p.
func collect(t testing.TB, e queens.Engine, p queens.Problem, limit int) ([]queens.Placement, queens.Stats) {
	t.Helper()
	var all []queens.Placement
	stats, err := e.Search(context.Background(), p, func(found queens.Placement) bool {
		all = append(all, found.Clone())
		return len(all) < limit
	})
	if len(all) == limit != errors.Is(err, queens.ErrStopped) || len(all) < limit && err != nil {
		t.Fatalf("%d solutions of %+v, error %v", len(all), p, err)
	}
	return all, stats
}

const unlimited = 1 << 40

// TestCounts enumerates whole boards and holds counts, order and first rows
// against published values.
func TestCounts(t *testing.T) {
	counts := golden.Sequence(t, "A000170")
	firstRow := golden.Table(t, "first_row.tsv")
	profile := golden.Table(t, "backtrack_profile.tsv")
	largest := 14
	if testing.Short() {
		largest = 12
	}
	for _, e := range engines {
		for n := 1; n <= largest; n++ {
			t.Run(fmt.Sprint(e.name, "/", n), func(t *testing.T) {
				inRow := make([]uint64, n)
				last := make(queens.Placement, 0, n)
				stats, err := e.Search(t.Context(), queens.Problem{Size: n}, func(p queens.Placement) bool {
					if n <= 9 && !queens.Check(n, p.Squares()).Valid() {
						t.Fatalf("%v is no solution", p)
					}
					if slices.Compare(last, p) >= 0 {
						t.Fatalf("%v comes after %v", p, last)
					}
					last = append(last[:0], p...)
					inRow[p[0]]++
					return true
				})
				if err != nil || stats.Solutions != counts[n] {
					t.Errorf("%d solutions, error %v, want %d", stats.Solutions, err, counts[n])
				}
				for c, got := range inRow {
					if want := firstRow[[3]int{n, c}]; got != want {
						t.Errorf("%d solutions with the first queen in column %d, want %d", got, c, want)
					}
				}
				for row, got := range stats.Levels {
					if want := profile[[3]int{n, row + 1}]; got != want {
						t.Errorf("%d nodes in row %d, want %d", got, row, want)
					}
				}
			})
		}
	}
}

// TestFirst holds the first solution, and the nodes visited until then, against
// published values.
func TestFirst(t *testing.T) {
	largest := 25
	if testing.Short() {
		largest = 21
	}
	for _, row := range golden.Rows(t, "lexfirst.tsv") {
		n := int(golden.Number(t, row[0]))
		if n > largest || row[1] == "none" {
			continue
		}
		for _, e := range engines {
			all, stats := collect(t, e, queens.Problem{Size: n}, 1)
			if got := fromOne(all[0]); got != row[1] {
				t.Errorf("%s: first solution of size %d is %s, want %s", e.name, n, got, row[1])
			}
			nodes := golden.Number(t, row[2])
			if e.Engine == (Engine{}) && stats.Nodes != nodes || stats.Nodes < nodes {
				t.Errorf("%s: %d nodes until the first solution of size %d, want %d", e.name, stats.Nodes, n, nodes)
			}
		}
	}
}

// fromOne writes the columns counted from 1, separated by spaces.
func fromOne(p queens.Placement) string {
	var text []string
	for _, col := range p {
		text = append(text, strconv.Itoa(col+1))
	}
	return strings.Join(text, " ")
}

// squares reads squares as row.column.
func squares(text string, base int) []queens.Square {
	var list []queens.Square
	for field := range strings.FieldsSeq(text) {
		row, col, _ := strings.Cut(field, ".")
		r, _ := strconv.Atoi(row)
		c, _ := strconv.Atoi(col)
		list = append(list, queens.Square{Row: r - base, Col: c - base})
	}
	return list
}

// TestMetInTheField solves problems whose answers were published.
func TestMetInTheField(t *testing.T) {
	tests := []struct {
		size  int
		given string
		want  []string // from one, without the spaces
	}{
		{8, "1.1 3.0 7.5", []string{"52814736", "72418536", "82417536"}},
		{8, "0.1 1.6 4.7 6.0", []string{"27368514"}},
		{8, "0.6 1.1", []string{"72418536", "72631485"}},
		{4, "0.1 3.2", []string{"2413"}},
	}
	for _, test := range tests {
		for _, e := range engines {
			all, _ := collect(t, e, queens.Problem{Size: test.size, Given: squares(test.given, 0)}, unlimited)
			var got []string
			for _, p := range all {
				got = append(got, strings.ReplaceAll(fromOne(p), " ", ""))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s: %s gives %v, want %v", e.name, test.given, got, test.want)
			}
		}
	}
	blocked := squares("1.5 1.10 2.1 2.7 3.1 4.7 4.8 4.9 5.5 6.1 6.2 6.4 7.6 7.7 9.2 9.5 10.1 10.7", 1)
	for _, e := range engines {
		if all, _ := collect(t, e, queens.Problem{Size: 10, Blocked: blocked}, unlimited); len(all) != 96 {
			t.Errorf("%s: %d solutions with blocked squares, want 96", e.name, len(all))
		}
	}
}

// TestProblems compares with package backtrack, which shares no search with
// this one, on random problems: placements, order and statistics, of complete
// searches and of searches that were stopped.
func TestProblems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := draw(t)
		limit := rapid.SampledFrom([]int{1, 2, 7, unlimited}).Draw(t, "limit")
		want, wantStats := gather(backtrack.Engine{}, p, limit)
		wantStats.Tests, wantStats.Marks = 0, 0
		for _, e := range engines {
			got, stats := gather(e.Engine, p, limit)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %v, want %v", e.name, got, want)
			}
			parallel := e.Engine != Engine{} && e.Engine != clear{}
			if parallel && len(want) == limit {
				continue // counts work done ahead
			}
			if !reflect.DeepEqual(stats, wantStats) {
				t.Fatalf("%s: %+v, want %+v", e.name, stats, wantStats)
			}
		}
	})
}

// draw draws a problem with given queens that agree and blocked squares.
func draw(t *rapid.T) queens.Problem {
	p := queens.Problem{Size: rapid.IntRange(1, 9).Draw(t, "size")}
	square := rapid.Custom(func(t *rapid.T) queens.Square {
		return queens.Square{
			Row: rapid.IntRange(0, p.Size-1).Draw(t, "row"),
			Col: rapid.IntRange(0, p.Size-1).Draw(t, "col"),
		}
	})
	for _, s := range rapid.SliceOfN(square, 0, 4).Draw(t, "given") {
		p.Given = append(p.Given, s)
		if p.Validate() != nil {
			p.Given = p.Given[:len(p.Given)-1]
		}
	}
	for _, s := range rapid.SliceOfN(square, 0, 2*p.Size).Draw(t, "blocked") {
		if !slices.Contains(p.Given, s) {
			p.Blocked = append(p.Blocked, s)
		}
	}
	return p
}

// gather is collect without a judgement of the error.
func gather(e queens.Engine, p queens.Problem, limit int) (all []queens.Placement, stats queens.Stats) {
	stats, _ = e.Search(context.Background(), p, func(found queens.Placement) bool {
		all = append(all, found.Clone())
		return len(all) < limit
	})
	return all, stats
}

// TestWideBoards takes queens out of solutions of the largest boards, so that
// every bit of the masks is at work, and searches them again.
func TestWideBoards(t *testing.T) {
	for _, n := range []int{31, 32, 33, 62, 63, 64} {
		solution, _ := construct.Placement(n)
		if !queens.Check(n, solution.Squares()).Valid() {
			t.Fatalf("%v is no solution", solution)
		}
		for name, removed := range map[string][]int{
			"none":   nil,
			"top":    {0, 1, 2, 3, 4, 5, 6},
			"bottom": {n - 6, n - 5, n - 4, n - 3, n - 2, n - 1},
			"both":   {0, 1, 2, n - 3, n - 2, n - 1},
			"spread": {0, 5, 11, n/2 - 1, n / 2, n - 9, n - 4, n - 1},
			"edges":  {slices.Index(solution, 0), slices.Index(solution, 1), slices.Index(solution, n-2), slices.Index(solution, n-1), 0, n - 1},
		} {
			p := queens.Problem{Size: n}
			for _, s := range solution.Squares() {
				if !slices.Contains(removed, s.Row) {
					p.Given = append(p.Given, s)
				}
			}
			want, wantStats := collect(t, backtrack.Engine{}, p, unlimited)
			wantStats.Tests, wantStats.Marks = 0, 0
			for _, e := range engines {
				got, stats := collect(t, e, p, unlimited)
				if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(stats, wantStats) {
					t.Errorf("%s, size %d without %s: %v %+v, want %v %+v", e.name, n, name, got, stats, want, wantStats)
				}
			}
		}
	}
}

// TestWholeWords compares boards of 63 and 64 columns on which all squares but
// one of most rows are blocked, so that no queen is given and the masks are
// shifted through all rows.
func TestWholeWords(t *testing.T) {
	for _, n := range []int{63, 64} {
		solution, _ := construct.Placement(n)
		p := queens.Problem{Size: n}
		for row := 2; row < n-3; row++ {
			for col := range n {
				if col != solution[row] {
					p.Blocked = append(p.Blocked, queens.Square{Row: row, Col: col})
				}
			}
		}
		want, wantStats := collect(t, backtrack.Engine{}, p, unlimited)
		wantStats.Tests, wantStats.Marks = 0, 0
		for _, e := range engines {
			got, stats := collect(t, e, p, unlimited)
			if len(got) == 0 || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(stats, wantStats) {
				t.Errorf("%s, size %d: %v, want %v", e.name, n, stats, wantStats)
			}
		}
	}
}

func TestRefuses(t *testing.T) {
	tests := []struct {
		name string
		p    queens.Problem
		want any
	}{
		{"size 0", queens.Problem{}, new(*queens.SizeError)},
		{"size 65", queens.Problem{Size: 65}, new(*queens.SizeError)},
		{"off the board", queens.Problem{Size: 64, Blocked: squares("0.64", 0)}, new(*queens.SquareError)},
		{"given attack", queens.Problem{Size: 8, Given: squares("0.0 7.7", 0)}, new(*queens.GivenConflictError)},
	}
	for _, test := range tests {
		for _, e := range []Engine{{}, {Threads: 3}} {
			if _, err := e.Search(t.Context(), test.p, goOn); !errors.As(err, test.want) {
				t.Errorf("%s: error %v", test.name, err)
			}
		}
	}
}

// TestExpandLeavesInput expands every block of a full level and compares with
// the nodes one by one.
func TestExpandLeavesInput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in, out level
		size := rapid.IntRange(1, 60).Draw(t, "nodes")
		edgy := rapid.Custom(func(t *rapid.T) uint64 {
			return rapid.SampledFrom([]uint64{1, 1 << 63, 1<<63 | 1, 1 << 31, 3 << 62, 0xff}).Draw(t, "mask") |
				1<<rapid.IntRange(0, 63).Draw(t, "bit")
		})
		for i := range size + 1 {
			in.nodes[i] = node{edgy.Draw(t, "cols"), edgy.Draw(t, "diags"), edgy.Draw(t, "antis"), edgy.Draw(t, "next")}
		}
		pos := rapid.IntRange(0, size-1).Draw(t, "pos")
		free := edgy.Draw(t, "free") | 0xf0f0f0f0f0f0f0f0
		gap := uint8(rapid.IntRange(1, 63).Draw(t, "gap"))
		before := in
		placed, stored := expand(&in, &out, pos, size, free, gap)
		if in != before {
			t.Fatal("the input has changed")
		}
		wantPlaced, wantStored := 0, 0
		for i := pos; i < size; i++ {
			from := in.nodes[i]
			for col := range 64 {
				bit := uint64(1) << col
				if from.next&bit == 0 {
					continue
				}
				wantPlaced++
				want := node{cols: from.cols | bit, diags: (from.diags | bit) << gap, antis: (from.antis | bit) >> gap}
				want.next = free &^ (want.cols | want.diags | want.antis)
				if want.next == 0 {
					continue
				}
				if out.nodes[wantStored] != want || int(out.parent[wantStored]) != i {
					t.Fatalf("node %d is %+v, want %+v", wantStored, out.nodes[wantStored], want)
				}
				wantStored++
			}
		}
		if placed != wantPlaced || stored != wantStored {
			t.Fatalf("placed %d and stored %d, want %d and %d", placed, stored, wantPlaced, wantStored)
		}
	})
}

func ExampleEngine() {
	p := queens.Problem{Size: 8, Given: []queens.Square{{Row: 1, Col: 1}, {Row: 3, Col: 0}, {Row: 7, Col: 5}}}
	for found, err := range queens.All(context.Background(), Engine{Threads: 2}, p) {
		fmt.Println(found, err)
	}
	// Output:
	// 4 1 7 0 3 6 2 5 <nil>
	// 6 1 3 0 7 4 2 5 <nil>
	// 7 1 3 0 6 4 2 5 <nil>
}
