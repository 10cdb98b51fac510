package hint

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/queens"
)

func sq(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }

func give(t *testing.T, p queens.Problem, limit uint64) Hint {
	t.Helper()
	h, err := Give(context.Background(), p, limit)
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	return h
}

func TestGive(t *testing.T) {
	for _, test := range []struct {
		name string
		p    queens.Problem
		want Hint // without Nodes
	}{
		{"solved", queens.Problem{Size: 4, Given: []queens.Square{sq(0, 1), sq(1, 3), sq(2, 0), sq(3, 2)}},
			Hint{State: Solved, Reason: Done}},
		{"conflict", queens.Problem{Size: 4, Given: []queens.Square{sq(0, 1), sq(1, 2)}},
			Hint{State: Hopeless, Reason: Conflict, Conflict: queens.Conflict{A: sq(0, 1), B: sq(1, 2), Line: queens.Diagonal}}},
		{"two in a row", queens.Problem{Size: 4, Given: []queens.Square{sq(0, 1), sq(0, 3)}},
			Hint{State: Hopeless, Reason: Conflict, Conflict: queens.Conflict{A: sq(0, 1), B: sq(0, 3), Line: queens.Row}}},
		{"no square left in a row", queens.Problem{Size: 4, Given: []queens.Square{sq(0, 0), sq(1, 2)}},
			Hint{State: Hopeless, Reason: Empty, Line: queens.Row, Index: 2}},
		{"no square left in a column", queens.Problem{Size: 5, Blocked: []queens.Square{sq(0, 2), sq(1, 2), sq(2, 2), sq(3, 2), sq(4, 2)}},
			Hint{State: Hopeless, Reason: Empty, Line: queens.Column, Index: 2}},
		{"no solution", queens.Problem{Size: 3},
			Hint{State: Hopeless, Reason: Refuted, Line: queens.Row, Index: 0, Free: 3}},
		{"corner of 4", queens.Problem{Size: 4, Given: []queens.Square{sq(0, 0)}},
			Hint{State: Hopeless, Reason: Refuted, Line: queens.Row, Index: 1, Free: 2}},
		{"only square of a row", queens.Problem{Size: 4, Given: []queens.Square{sq(0, 1)}},
			Hint{State: Solvable, Reason: Only, Must: true, Line: queens.Row, Index: 1, Square: sq(1, 3), Free: 1}},
		{"only square of a column", queens.Problem{Size: 5, Blocked: []queens.Square{sq(0, 2), sq(1, 2), sq(2, 2), sq(3, 2)}},
			Hint{State: Solvable, Reason: Only, Must: true, Line: queens.Column, Index: 2, Square: sq(4, 2), Free: 1}},
		{"not forced", queens.Problem{Size: 4},
			Hint{State: Solvable, Reason: Found, Line: queens.Row, Index: 0, Square: sq(0, 1), Free: 4}},
		{"given twice", queens.Problem{Size: 1, Given: []queens.Square{sq(0, 0), sq(0, 0)}},
			Hint{State: Solved, Reason: Done}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := give(t, test.p, DefaultNodes)
			got.Nodes = 0
			if got != test.want {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

// TestRefuted finds a square that only a search shows to be forced.
func TestRefuted(t *testing.T) {
	p := queens.Problem{Size: 6, Given: []queens.Square{sq(0, 1)}}
	got := give(t, p, DefaultNodes)
	if got.State != Solvable || got.Reason != Refuted || !got.Must || got.Free < 2 || got.Nodes == 0 {
		t.Errorf("got %+v", got)
	}
}

func TestBound(t *testing.T) {
	p := queens.Problem{Size: 20}
	if got := give(t, p, 3); got.State != Unknown || got.Reason != Bound || got.Nodes != 3 {
		t.Errorf("got %+v", got)
	}
}

func TestErrors(t *testing.T) {
	for _, p := range []queens.Problem{
		{Size: 0}, {Size: MaxSize + 1},
		{Size: 4, Given: []queens.Square{sq(4, 0)}},
		{Size: 4, Blocked: []queens.Square{sq(0, -1)}},
		{Size: 4, Given: []queens.Square{sq(0, 0)}, Blocked: []queens.Square{sq(0, 0)}},
	} {
		if h, err := Give(context.Background(), p, DefaultNodes); err == nil {
			t.Errorf("%v: %+v without error", p, h)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Give(ctx, queens.Problem{Size: 8}, DefaultNodes); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context gives %v", err)
	}
}

// TestTrue compares what hints say of random problems with all completions.
func TestTrue(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(4000) {
		p := random(rand.New(rand.NewPCG(seed, 4)))
		h := give(t, p, DefaultNodes)
		seen[fmt.Sprintf("%v %v %v", h.State, h.Reason, h.Line)]++
		if err := compare(p, h); err != nil {
			t.Fatalf("%+v\n%+v\n%v", p, h, err)
		}
	}
	for _, want := range []string{
		"hopeless conflict no line", "hopeless empty row", "hopeless empty column", "hopeless refuted row", "hopeless refuted column",
		"solvable only row", "solvable only column", "solvable refuted row", "solvable refuted column", "solvable found row", "solvable found column",
	} {
		if seen[want] == 0 {
			t.Errorf("no random problem was %s: %v", want, seen)
		}
	}
}

// random returns a problem with some queens, mostly without a conflict, and
// some blocked squares.
func random(r *rand.Rand) queens.Problem {
	n := 4 + r.IntN(5)
	p := queens.Problem{Size: n}
	wanted, careful := r.IntN(n), r.IntN(8) > 0
	for try := 0; len(p.Given) < wanted && try < 30; try++ {
		q := queens.Problem{Size: n, Given: append(slices.Clone(p.Given), sq(r.IntN(n), r.IntN(n)))}
		if !careful || q.Validate() == nil {
			p = q
		}
	}
	for range r.IntN(n) * r.IntN(3) {
		if q := sq(r.IntN(n), r.IntN(n)); !slices.Contains(p.Given, q) {
			p.Blocked = append(p.Blocked, q)
		}
	}
	return p
}

// compare says what is wrong with a hint.
func compare(p queens.Problem, h Hint) error {
	var completions []queens.Placement
	if p.Validate() == nil {
		for s, err := range p.Solutions(context.Background()) {
			if err != nil {
				return err
			}
			completions = append(completions, s)
		}
	}
	if (h.State == Hopeless) != (len(completions) == 0) {
		return fmt.Errorf("%d completions", len(completions))
	}
	free := 0
	if h.Line != queens.NoLine {
		for i := range p.Size {
			q := sq(h.Index, i)
			if h.Line == queens.Column {
				q = sq(i, h.Index)
			}
			with := queens.Problem{Size: p.Size, Given: append(slices.Clone(p.Given), q), Blocked: p.Blocked}
			if slices.Contains(p.Given, q) {
				return errors.New("the line has a queen")
			}
			if with.Validate() == nil {
				free++
			}
		}
		if free != h.Free {
			return fmt.Errorf("%d squares are free", free)
		}
	}
	if h.State != Solvable {
		return nil
	}
	inLine := h.Line == queens.Row && h.Square.Row == h.Index || h.Line == queens.Column && h.Square.Col == h.Index
	uses := 0
	for _, s := range completions {
		if s[h.Square.Row] == h.Square.Col {
			uses++
		}
	}
	switch {
	case !inLine:
		return errors.New("the square is not in the line")
	case uses == 0:
		return errors.New("no completion has the square")
	case h.Must != (uses == len(completions)):
		return fmt.Errorf("%d of %d completions have the square", uses, len(completions))
	case h.Must != (h.Reason == Only || h.Reason == Refuted), h.Reason == Only && free != 1:
		return errors.New("the reason is wrong")
	}
	return nil
}

// TestFast gives hints on the boards that people play on: no search may come
// near its bound.
func TestFast(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := queens.Problem{Size: 12 + r.IntN(5)}
		for range r.IntN(12) {
			q := queens.Problem{Size: p.Size, Given: append(slices.Clone(p.Given), sq(r.IntN(p.Size), r.IntN(p.Size)))}
			if q.Validate() == nil {
				p = q
			}
		}
		if h := give(t, p, DefaultNodes); h.State == Unknown || h.Nodes > DefaultNodes/10 {
			t.Errorf("%v: %+v", p, h)
		}
	}
}

func ExampleGive() {
	h, _ := Give(context.Background(), queens.Problem{Size: 4, Given: []queens.Square{{Row: 0, Col: 1}}}, DefaultNodes)
	fmt.Println(h.State, h.Reason, h.Line, h.Index, h.Square)
	// Output: solvable only row 1 1.3
}

func BenchmarkGive(b *testing.B) {
	for b.Loop() {
		Give(context.Background(), queens.Problem{Size: 16}, DefaultNodes)
	}
}
