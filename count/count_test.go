package count

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// published reads Q(n) from testdata.
func published(t testing.TB) map[int]uint64 {
	f, err := os.Open("testdata/q.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	q := map[int]uint64{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		var n int
		var v uint64
		if _, err := fmt.Sscan(s.Text(), &n, &v); err != nil {
			t.Fatal(err)
		}
		q[n] = v
	}
	return q
}

// counter plans a count or fails the test.
func counter(t testing.TB, n int, o Options) *Counter {
	t.Helper()
	c, err := New(t.Context(), n, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestQ(t *testing.T) {
	q := published(t)
	for _, kernel := range Kernels() {
		limit := 17
		switch {
		case testing.Short():
			limit = 14
		case kernel == "generic":
			limit = 16
		}
		t.Run(kernel, func(t *testing.T) {
			for n := 1; n <= limit; n++ {
				r, err := counter(t, n, Options{Kernel: kernel}).Run(t.Context())
				if err != nil || !r.Finished || r.Count != (Total{Lo: q[n]}) || r.Kernel != kernel {
					t.Errorf("n=%d: %+v, %v, want %d", n, r, err, q[n])
				}
			}
		})
	}
}

// TestLarge counts one N given in the environment, for long checks by hand.
func TestLarge(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("QUEENS_TEST_N"))
	if err != nil {
		t.Skip("QUEENS_TEST_N is not set")
	}
	r, err := counter(t, n, Options{}).Run(t.Context())
	if want := published(t)[n]; err != nil || r.Count != (Total{Lo: want}) {
		t.Errorf("n=%d: %+v, %v, want %d", n, r, err, want)
	}
}

func TestOf(t *testing.T) {
	if got, err := Of(t.Context(), 10); err != nil || got.String() != "724" {
		t.Errorf("Of(10) = %v, %v", got, err)
	}
	if _, err := Of(t.Context(), 0); err == nil {
		t.Error("Of(0): no error")
	}
}

// TestUnits compares every unit result with its definition, counted by plain backtracking.
func TestUnits(t *testing.T) {
	limit := 12
	if testing.Short() {
		limit = 10
	}
	for n := 1; n <= limit; n++ {
		want := unitResults(n)
		for _, kernel := range Kernels() {
			c := counter(t, n, Options{Kernel: kernel})
			w := c.Worker()
			for i := range c.Units() {
				u := c.Unit(i)
				got, err := w.Count(t.Context(), u)
				if err != nil || got != want[u.Rows] {
					t.Errorf("n=%d %s unit %b: %d, %v, want %d", n, kernel, u.Rows, got, err, want[u.Rows])
				}
				delete(want, u.Rows)
			}
			if len(want) != 0 {
				t.Errorf("n=%d: solutions belong to no unit: %v", n, want)
			}
			want = unitResults(n)
		}
	}
}

// unitResults adds up the weights of docs/counting.md over all solutions. It shares nothing with the package.
func unitResults(n int) map[uint32]uint64 {
	results := map[uint32]uint64{}
	column := make([]int, n) // of the queen of each row
	var place func(r int)
	place = func(r int) {
		if r == n {
			if rows, weight := unitOf(column); weight > 0 {
				results[rows] += weight
			}
			return
		}
		for c := range n {
			free := true
			for above := range r {
				d := column[above] - c
				free = free && d != 0 && d != r-above && d != above-r
			}
			if free {
				column[r] = c
				place(r + 1)
			}
		}
	}
	place(0)
	return results
}

// unitOf returns the unit and weight of a solution; weight 0 if it is not counted.
func unitOf(column []int) (rows uint32, weight uint64) {
	n, m := len(column), len(column)/2
	if n%2 == 0 {
		weight = 1
		for r, c := range column {
			if c < m {
				rows |= 1 << r
			}
			if r == c || r+c == n-1 {
				if c >= m {
					return 0, 0
				}
				weight *= 2
			}
		}
		return least(n, rows, (1<<n-1)&^rows), weight
	}
	x, y := column[m], 0
	for r, c := range column {
		if c == m {
			y = r
		}
		if c > m && r != m {
			rows |= 1 << r
		}
	}
	switch {
	case x == m:
		return least(n, rows, (1<<n-1)&^rows&^(1<<m)), 1
	case x < m && m-x < max(y-m, m-y):
		return least(n, rows), 4
	}
	return 0, 0
}

// least returns the least of the row sets and their mirrors.
func least(n int, sets ...uint32) uint32 {
	min := ^uint32(0)
	for _, s := range sets {
		var mirror uint32
		for r := range n {
			mirror |= s >> r & 1 << (n - 1 - r)
		}
		for _, v := range []uint32{s, mirror} {
			if v < min {
				min = v
			}
		}
	}
	return min
}

// TestKernelsAgree compares unit results between kernels: every unit of small boards, some of large ones.
func TestKernelsAgree(t *testing.T) {
	for n := 1; n <= 14; n++ {
		compareKernels(t, n, every)
	}
	if testing.Short() {
		return
	}
	for n := 15; n <= 22; n++ {
		compareKernels(t, n, few(uint64(n), max(1, 30-4*(n-15))))
	}
}

func every(c *Counter) []int {
	all := make([]int, c.Units())
	for i := range all {
		all[i] = i
	}
	return all
}

func few(seed uint64, k int) func(c *Counter) []int {
	return func(c *Counter) []int {
		return rand.New(rand.NewPCG(seed, 1)).Perm(c.Units())[:k]
	}
}

func compareKernels(t *testing.T, n int, choose func(c *Counter) []int) {
	t.Helper()
	// Large boards take the quarters they need and no more.
	reference := counter(t, n, Options{Kernel: "generic", Threads: 1}).Worker()
	for _, kernel := range Kernels() {
		if kernel == "generic" {
			continue
		}
		c := counter(t, n, Options{Kernel: kernel, Threads: 1})
		w := c.Worker()
		for _, i := range choose(c) {
			want, err1 := reference.Count(t.Context(), c.Unit(i))
			got, err2 := w.Count(t.Context(), c.Unit(i))
			if err1 != nil || err2 != nil || got != want {
				t.Errorf("n=%d unit %d: %s says %d, generic %d (%v, %v)", n, i, kernel, got, want, err2, err1)
			}
		}
	}
}

// TestNoAllocations counts units again and again with one worker.
func TestNoAllocations(t *testing.T) {
	for _, n := range []int{13, 14} {
		c := counter(t, n, Options{Threads: 1})
		w := c.Worker()
		ctx := context.Background()
		i := 0
		for range c.Units() { // makes the quarters
			w.Count(ctx, c.Unit(i))
			i = (i + 1) % c.Units()
		}
		if a := testing.AllocsPerRun(2*c.Units(), func() {
			w.Count(ctx, c.Unit(i))
			i = (i + 1) % c.Units()
		}); a != 0 {
			t.Errorf("n=%d: %v allocations a unit", n, a)
		}
	}
}
