package count

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkCount counts with one thread, planning and quarters included, with every kernel.
//
//	go test ./count -run - -bench Count/avx512 -benchtime 1x
func BenchmarkCount(b *testing.B) {
	q := published(b)
	for _, kernel := range Kernels() {
		for n := 12; n <= 20; n++ {
			b.Run(fmt.Sprintf("%s/N=%d", kernel, n), func(b *testing.B) {
				for b.Loop() {
					r, err := counter(b, n, Options{Kernel: kernel, Threads: 1}).Run(b.Context())
					if err != nil || r.Count.Lo != q[n] {
						b.Fatal(r, err)
					}
				}
			})
		}
	}
}

// BenchmarkSample counts some units of large boards, cheap ones and costly ones in proportion, and reports user seconds for all of them.
// The larger sizes take minutes.
//
//	go test ./count -run - -bench Sample/avx512/N=26 -benchtime 1x -timeout 1h
func BenchmarkSample(b *testing.B) {
	samples := []int{500, 500, 500, 500, 500, 100, 60, 40, 20, 12} // units of N = 19 to 28
	for _, kernel := range Kernels() {
		for i, units := range samples {
			b.Run(fmt.Sprintf("%s/N=%d", kernel, 19+i), func(b *testing.B) { benchSample(b, 19+i, units, kernel) })
		}
	}
}

func benchSample(b *testing.B, n, units int, kernel string) {
	c := counter(b, n, Options{Kernel: kernel, Threads: 1})
	w := c.Worker()
	order := c.byCost(len(c.units))
	step := max(100, len(order)/units)
	count := func() (cost float64) {
		for i := step / 2; i < len(order); i += step {
			if _, err := w.Count(b.Context(), c.units[order[i]]); err != nil {
				b.Fatal(err)
			}
			cost += c.units[order[i]].Cost
		}
		return cost
	}
	count() // makes the quarters
	for b.Loop() {
		start := processorTime(b)
		cost := count()
		b.ReportMetric((processorTime(b)-start).Seconds()*c.work/cost, "user-s/all")
	}
}

// BenchmarkThreads compares two goroutines with one.
func BenchmarkThreads(b *testing.B) {
	for _, n := range []int{18, 20} {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			for b.Loop() {
				var took [3]time.Duration
				for threads := 1; threads <= 2; threads++ {
					r, err := counter(b, n, Options{Threads: threads}).Run(b.Context())
					if err != nil {
						b.Fatal(err)
					}
					took[threads] = r.Elapsed
				}
				b.ReportMetric(took[1].Seconds()/took[2].Seconds(), "speedup")
			}
		})
	}
}

// BenchmarkAgainstBacktracking compares each kernel with plain backtracking in one run, in user time.
//
//	go test ./count -run - -bench Against -benchtime 1x -timeout 1h
func BenchmarkAgainstBacktracking(b *testing.B) {
	q := published(b)
	for n := 14; n <= 18; n++ {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			for b.Loop() {
				start := processorTime(b)
				if got := mirrorBacktracking(n); got != q[n] {
					b.Fatalf("backtracking: %d", got)
				}
				plain := processorTime(b) - start
				b.ReportMetric(plain.Seconds(), "plain-s")
				for _, kernel := range Kernels() {
					start := processorTime(b)
					if r, err := counter(b, n, Options{Kernel: kernel, Threads: 1}).Run(b.Context()); err != nil || r.Count.Lo != q[n] {
						b.Fatal(r, err)
					}
					took := processorTime(b) - start
					b.ReportMetric(took.Seconds(), kernel+"-s")
					b.ReportMetric(plain.Seconds()/took.Seconds(), kernel+"-ratio")
				}
			}
		})
	}
}

// mirrorBacktracking is the baseline: row by row with bit masks, the first queen in the west half, twice. For
// odd n with the first queen in the middle column, the second queen is in the west half.
func mirrorBacktracking(n int) uint64 {
	full := uint32(1)<<n - 1
	west := uint32(1)<<(n/2) - 1
	count := 2 * place(full, west, 0, 0, 0)
	if middle := uint32(1) << (n / 2); n%2 == 1 {
		if n == 1 {
			return 1
		}
		count += 2 * place(full, west, middle, middle<<1, middle>>1)
	}
	return count
}

// place counts the completions with the next queen among the columns of choice.
func place(full, choice, cols, diags, antis uint32) (n uint64) {
	for free := choice &^ (cols | diags | antis); free != 0; free &= free - 1 {
		c := free & -free
		if cols|c == full {
			return 1
		}
		n += place(full, full, cols|c, (diags|c)<<1, (antis|c)>>1)
	}
	return n
}

func TestMirrorBacktracking(t *testing.T) {
	q := published(t)
	for n := 1; n <= 12; n++ {
		if got := mirrorBacktracking(n); got != q[n] {
			t.Errorf("n=%d: %d, want %d", n, got, q[n])
		}
	}
}
