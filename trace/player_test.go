package trace

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.org/queens"
	"example.org/queens/methods"
)

// snapshot is everything that a player says of its position.
func snapshot(p *Player) string {
	e, ok := p.Event()
	refused, isRefused := p.Refused()
	var counts, next, previous []int
	for k := range queens.EventKind(maxKind + 1) {
		after, _ := p.Next(k)
		before, _ := p.Previous(k)
		counts, next, previous = append(counts, p.Count(k)), append(next, after), append(previous, before)
	}
	return fmt.Sprint(p.At(), e, ok, p.Queens(), p.Stats(), p.Depth(), p.LastSolution(), refused, isRefused, counts, next, previous, p.Message(1))
}

// walks are the traces that the tests below walk through.
func walks(t *testing.T) []*Trace {
	var traces []*Trace
	for _, m := range methods.Table() {
		for _, name := range []string{"size 5", "given", "both", "all given", "hopeless"} {
			if p := problems[name]; p.Constraints()&^m.Honours == 0 {
				traces = append(traces, record(t, m.Name, p, Limits{Events: 700}))
			}
		}
	}
	return traces
}

// TestBackAndForth compares each position reached backward, from any later one,
// with the same position reached from the beginning.
func TestBackAndForth(t *testing.T) {
	for _, recorded := range walks(t) {
		want := make([]string, 0, recorded.Len()+1)
		player := NewPlayer(recorded)
		for more := true; more; more = player.Forward() {
			want = append(want, snapshot(player))
		}
		for i := recorded.Len(); i >= 0; i-- {
			if got := snapshot(player); got != want[i] {
				t.Fatalf("%s: position %d is %s backward, %s forward", recorded.Method, i, got, want[i])
			}
			if player.Back() != (i > 0) {
				t.Fatalf("%s: Back at position %d", recorded.Method, i)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			for range 20 {
				i := rapid.IntRange(0, recorded.Len()).Draw(t, "position")
				player.Seek(i)
				if got := snapshot(player); got != want[i] {
					t.Fatalf("%s: position %d is %s, %s from the beginning", recorded.Method, i, got, want[i])
				}
			}
		})
	}
}

// TestPrefixes checks that a shorter trace of the same search is the beginning of
// the longer one, and counts what it holds.
func TestPrefixes(t *testing.T) {
	for _, m := range methods.Table() {
		whole := record(t, m.Name, queens.Problem{Size: 5}, Limits{Events: 300})
		player := NewPlayer(whole)
		for i := 1; i < whole.Len(); i++ {
			player.Seek(i)
			prefix := record(t, m.Name, queens.Problem{Size: 5}, Limits{Events: i})
			if !slices.Equal(prefix.words, whole.words[:i]) || fmt.Sprint(prefix.Stats) != fmt.Sprint(player.Stats()) || prefix.Cut != ByEvents {
				t.Fatalf("%s: the first %d events differ: %+v, not %+v", m.Name, i, prefix.Stats, player.Stats())
			}
		}
	}
}

func TestSeekBeyond(t *testing.T) {
	player := NewPlayer(record(t, "backtrack", queens.Problem{Size: 4}, Limits{}))
	if player.Seek(1 << 40); player.At() != player.Len() || player.Forward() {
		t.Errorf("at %d of %d", player.At(), player.Len())
	}
	if player.Seek(-1); player.At() != 0 || player.Back() {
		t.Errorf("at %d", player.At())
	}
}

// TestJumps goes from solution to solution.
func TestJumps(t *testing.T) {
	player := NewPlayer(record(t, "backtrack", queens.Problem{Size: 6}, Limits{}))
	var found []string
	for i, ok := player.Next(queens.EventSolution); ok; i, ok = player.Next(queens.EventSolution) {
		player.Seek(i)
		found = append(found, player.Queens().String())
	}
	if want := []string{"1 3 5 0 2 4", "2 5 1 4 0 3", "3 0 4 1 5 2", "4 2 0 5 3 1"}; !slices.Equal(found, want) {
		t.Errorf("%v", found)
	}
	for i, ok := player.Previous(queens.EventSolution); ok; i, ok = player.Previous(queens.EventSolution) {
		player.Seek(i)
		found = found[:len(found)-1]
		if got := player.Queens().String(); got != found[len(found)-1] {
			t.Errorf("%s, want %s", got, found[len(found)-1])
		}
	}
	if len(found) != 1 {
		t.Errorf("%v", found)
	}
}

func BenchmarkForward(b *testing.B) {
	m, _ := methods.Find("backtrack")
	recorded, err := Record(b.Context(), m, queens.Problem{Size: 10}, methods.Options{}, Limits{})
	if err != nil {
		b.Fatal(err)
	}
	player := NewPlayer(recorded)
	for b.Loop() {
		if !player.Forward() {
			player = NewPlayer(recorded)
		}
	}
}

// BenchmarkSeek goes through a million events and back.
func BenchmarkSeek(b *testing.B) {
	m, _ := methods.Find("backtrack")
	recorded, err := Record(b.Context(), m, queens.Problem{Size: 12}, methods.Options{}, Limits{})
	if err != nil {
		b.Fatal(err)
	}
	player := NewPlayer(recorded)
	for b.Loop() {
		player.Seek(recorded.Len())
		player.Seek(0)
	}
}
