package shuffle

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"example.org/queens"
)

func goOn(queens.Placement) bool { return true }

// deliver returns the first solutions of a search.
func deliver(t testing.TB, e Engine, p queens.Problem, limit int) []string {
	t.Helper()
	var list []string
	_, err := e.Search(t.Context(), p, func(found queens.Placement) bool {
		if !p.Check(found.Squares()).Valid() {
			t.Fatalf("%v is no solution of %+v", found, p)
		}
		list = append(list, found.String())
		return len(list) < limit
	})
	if !errors.Is(err, queens.ErrStopped) {
		t.Fatal(err)
	}
	return list
}

// TestPinned holds what seeds give, in every version.
func TestPinned(t *testing.T) {
	for _, test := range []struct {
		seed uint64
		size int
		want string
	}{
		{0, 8, "[2 5 7 0 3 6 4 1 5 2 6 1 3 7 0 4]"},
		{1, 8, "[1 6 2 5 7 4 0 3 4 2 0 6 1 7 5 3]"},
		{1<<64 - 1, 10, "[0 3 6 9 7 4 1 8 2 5 7 3 8 6 2 0 5 1 4 9]"},
	} {
		if got := fmt.Sprint(deliver(t, Engine{Seed: test.seed}, queens.Problem{Size: test.size}, 2)); got != test.want {
			t.Errorf("seed %d gives %s, want %s", test.seed, got, test.want)
		}
	}
}

// TestOneSquareGivenOften wants a queen that is named two million times to cost
// no more than one: nothing looks at the context meanwhile.
func TestOneSquareGivenOften(t *testing.T) {
	p := queens.Problem{Size: 1000, Given: make([]queens.Square, 2_000_000)}
	begin := time.Now()
	newTrier(p, 0)
	if elapsed := time.Since(begin); elapsed > 5*time.Second {
		t.Errorf("it took %v", elapsed)
	}
}

func TestClassicPinned(t *testing.T) {
	for seed, want := range []string{"3 6 4 2 0 5 7 1 after 182", "4 2 7 3 6 0 5 1 after 358", "4 2 7 3 6 0 5 1 after 178"} {
		p, tries, err := Classic(t.Context(), 8, uint64(seed))
		if got := fmt.Sprintf("%v after %d", p, tries); got != want || err != nil {
			t.Errorf("seed %d gives %s, error %v, want %s", seed, got, err, want)
		}
	}
}

func TestMaxTries(t *testing.T) {
	for _, limit := range []uint64{1, 1000, 5000} {
		stats, err := Engine{MaxTries: limit}.Search(t.Context(), queens.Problem{Size: 8}, goOn)
		end, ok := errors.AsType[*TriesError](err)
		if !ok || end.Tries != limit || stats.Tries != limit || stats.Permutations != limit {
			t.Errorf("limit %d: %+v, error %v", limit, stats, err)
		}
	}
	// The first solution of this seed takes as many tries as are allowed.
	alone, _ := Engine{Seed: 4}.Search(t.Context(), queens.Problem{Size: 8}, func(queens.Placement) bool { return false })
	stats, err := Engine{Seed: 4, MaxTries: alone.Tries}.Search(t.Context(), queens.Problem{Size: 8}, func(queens.Placement) bool { return false })
	if stats.Solutions != 1 || !errors.Is(err, queens.ErrStopped) {
		t.Errorf("%d solutions, error %v", stats.Solutions, err)
	}
}

func squares(pairs ...[2]int) []queens.Square {
	var list []queens.Square
	for _, s := range pairs {
		list = append(list, queens.Square{Row: s[0], Col: s[1]})
	}
	return list
}

// row returns the squares of a row, or of a column.
func row(n, r int, turned bool) []queens.Square {
	var list []queens.Square
	for c := range n {
		s := queens.Square{Row: r, Col: c}
		if turned {
			s.Row, s.Col = c, r
		}
		list = append(list, s)
	}
	return list
}

// TestProvesNone has problems without solution: the engine must say so without
// a single try.
func TestProvesNone(t *testing.T) {
	problems := map[string]queens.Problem{
		"size 2":               {Size: 2},
		"size 3":               {Size: 3},
		"a row blocked":        {Size: 8, Blocked: row(8, 3, false)},
		"a column blocked":     {Size: 20, Blocked: row(20, 3, true)},
		"a large row blocked":  {Size: 100, Blocked: row(100, 3, false)},
		"no completion":        {Size: 6, Given: squares([2]int{0, 0})},
		"all but one diagonal": {Size: 5, Blocked: offDiagonal(5)},
	}
	for name, p := range problems {
		t.Run(name, func(t *testing.T) {
			stats, err := Engine{}.Search(t.Context(), p, goOn)
			if err != nil || stats.Solutions != 0 || stats.Tries != 0 {
				t.Errorf("%+v, error %v", stats, err)
			}
		})
	}
}

// offDiagonal returns all squares but those of the main diagonal.
func offDiagonal(n int) []queens.Square {
	var list []queens.Square
	for i := range n * n {
		if i/n != i%n {
			list = append(list, queens.Square{Row: i / n, Col: i % n})
		}
	}
	return list
}

func TestConstraints(t *testing.T) {
	problems := map[string]queens.Problem{
		"given":              {Size: 8, Given: squares([2]int{1, 1}, [2]int{3, 0}, [2]int{7, 5})},
		"given twice":        {Size: 8, Given: squares([2]int{0, 6}, [2]int{1, 1}, [2]int{0, 6})},
		"all given":          {Size: 4, Given: squares([2]int{0, 1}, [2]int{1, 3}, [2]int{2, 0}, [2]int{3, 2})},
		"blocked":            {Size: 8, Blocked: append(row(8, 0, false)[:7], row(8, 5, true)[1:4]...)},
		"given and blocked":  {Size: 6, Given: squares([2]int{0, 1}), Blocked: squares([2]int{3, 3})},
		"single free square": {Size: 10, Blocked: row(10, 0, false)[1:]},
	}
	for name, p := range problems {
		t.Run(name, func(t *testing.T) { deliver(t, Engine{Seed: 2}, p, 30) })
	}
}

// TestLargeGiven gives nine tenths of a board of a hundred rows: the ten rows
// that are left are soon shuffled.
func TestLargeGiven(t *testing.T) {
	p := queens.Problem{Size: 100}
	for row := range 50 { // the stairs of package construct
		p.Given = append(p.Given, squares([2]int{row, 2*row + 1}, [2]int{50 + row, 2 * row})...)
	}
	p.Given = p.Given[:90]
	deliver(t, Engine{}, p, 1)
}

func TestHopeless(t *testing.T) {
	// Sixteen rows, far apart, share fifteen columns: that takes long to prove.
	pigeons := queens.Problem{Size: 70}
	for r := 0; r < 64; r += 4 {
		pigeons.Blocked = append(pigeons.Blocked, row(70, r, false)[15:]...)
	}
	if testing.Short() {
		pigeons = queens.Problem{Size: 25}
	}
	for name, p := range map[string]queens.Problem{
		"size 24": {Size: 24}, "size 500": {Size: 500}, "size 100000000": {Size: 100_000_000},
		"22 rows free": {Size: 23, Given: squares([2]int{11, 11})}, "no solution met": pigeons,
	} {
		t.Run(name, func(t *testing.T) {
			stats, err := Engine{}.Search(t.Context(), p, goOn)
			refusal, ok := errors.AsType[*HopelessError](err)
			if !ok || refusal.Size != p.Size || refusal.Expected <= MaxExpected || stats.Tries != 0 {
				t.Errorf("%+v, error %v", stats, err)
			}
		})
	}
}

func TestClassicRefuses(t *testing.T) {
	for _, n := range []int{2, 3} {
		if _, _, err := Classic(t.Context(), n, 0); !errors.Is(err, queens.ErrNoSolution) {
			t.Errorf("size %d: error %v", n, err)
		}
	}
	if _, _, err := Classic(t.Context(), 0, 0); err == nil {
		t.Error("takes size 0")
	}
	_, _, err := Classic(t.Context(), MaxSize+1, 0)
	if refusal, ok := errors.AsType[*HopelessError](err); !ok || refusal.Size != MaxSize+1 {
		t.Errorf("size %d: error %v", MaxSize+1, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, tries, err := Classic(ctx, MaxSize, 0); !errors.Is(err, context.DeadlineExceeded) || tries == 0 {
		t.Errorf("%d tries, error %v", tries, err)
	}
}

func TestClassicSolves(t *testing.T) {
	for _, n := range []int{1, 4, 5, 6, 7, 8, 9, 10} {
		p, tries, err := Classic(t.Context(), n, 3)
		if err != nil || tries == 0 || !queens.Check(n, p.Squares()).Valid() {
			t.Errorf("size %d: %v after %d tries, error %v", n, p, tries, err)
		}
	}
}

func ExampleEngine() {
	found := 0
	stats, err := Engine{Seed: 1}.Search(context.Background(), queens.Problem{Size: 8}, func(p queens.Placement) bool {
		found++
		fmt.Println(p)
		return found < 3
	})
	fmt.Println(stats.Tries, "tries;", err)
	// Output:
	// 1 6 2 5 7 4 0 3
	// 4 2 0 6 1 7 5 3
	// 5 2 4 6 0 3 1 7
	// 2549 tries; queens: search stopped by its consumer
}

func ExampleClassic() {
	p, tries, err := Classic(context.Background(), 8, 1)
	fmt.Println(p, "after", tries, "tries; error", err)
	// Output: 4 2 7 3 6 0 5 1 after 358 tries; error <nil>
}

func ExampleExpected() {
	fmt.Printf("%.2f\n", Expected(8))
	// Output: 438.26
}

func BenchmarkTries(b *testing.B) {
	for _, n := range []int{8, 16, MaxSize} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			stats, _ := Engine{MaxTries: uint64(b.N)}.Search(b.Context(), queens.Problem{Size: n}, goOn)
			b.ReportMetric(float64(stats.Tries)/b.Elapsed().Seconds(), "tries/s")
		})
	}
}

func BenchmarkClassic(b *testing.B) {
	total := uint64(0)
	for seed := uint64(0); b.Loop(); seed++ {
		_, tries, _ := Classic(b.Context(), 8, seed)
		total += tries
	}
	b.ReportMetric(float64(total)/b.Elapsed().Seconds(), "tries/s")
}
