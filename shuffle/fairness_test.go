package shuffle

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/queens"
	"example.org/queens/internal/golden"
	"example.org/queens/internal/random"
)

// chiSquare returns the sum of (observed-expected)^2/expected over equally
// likely outcomes, of which there are as many as given, seen or not.
func chiSquare(seen map[string]int, outcomes int) float64 {
	total := 0
	for _, count := range seen {
		total += count
	}
	expected := float64(total) / float64(outcomes)
	sum := float64(outcomes-len(seen)) * expected
	for _, count := range seen {
		sum += (float64(count) - expected) * (float64(count) - expected) / expected
	}
	return sum
}

// Values that a fair process exceeds once in a thousand runs, with 23 and 91
// degrees of freedom.
const (
	limit24 = 49.73
	limit92 = 137.21
)

// permutations shuffles four columns by a shuffle that starts from the identity
// each time.
func permutations(seed uint64, times int, shuffle func(*random.Source, []int)) map[string]int {
	source := random.New(seed)
	seen := make(map[string]int)
	for range times {
		deck := []int{0, 1, 2, 3}
		shuffle(source, deck)
		seen[fmt.Sprint(deck)]++
	}
	return seen
}

func TestPermutationsOfFour(t *testing.T) {
	for seed := range uint64(3) {
		seen := permutations(seed, 24_000, random.Shuffle[int])
		if x := chiSquare(seen, 24); x > limit24 {
			t.Errorf("seed %d: chi-square %.1f over %d permutations, want at most %.1f", seed, x, len(seen), limit24)
		}
	}
}

// TestBiasedPermutationsOfFour shows that the test above can fail: 4^4 equally
// likely sequences of swaps do not come out even over 4! permutations.
func TestBiasedPermutationsOfFour(t *testing.T) {
	for seed := range uint64(3) {
		if x := chiSquare(permutations(seed, 24_000, swapWithAny), 24); x < 10*limit24 {
			t.Errorf("seed %d: chi-square %.1f, too small to tell that the shuffle is biased", seed, x)
		}
	}
}

func TestPlacementsOfEight(t *testing.T) {
	solutions := 9200
	if testing.Short() {
		solutions = 1840
	}
	for seed := range uint64(2) {
		seen := make(map[string]int)
		left := solutions
		stats, err := Engine{Seed: seed}.Search(t.Context(), queens.Problem{Size: 8}, func(p queens.Placement) bool {
			seen[p.String()]++
			left--
			return left > 0
		})
		if !errors.Is(err, queens.ErrStopped) {
			t.Fatal(err)
		}
		if x := chiSquare(seen, 92); x > limit92 || len(seen) != 92 {
			t.Errorf("seed %d: chi-square %.1f over %d placements, want at most %.1f", seed, x, len(seen), limit92)
		}
		within(t, float64(stats.Tries)/float64(solutions), Expected(8), solutions)
	}
}

func TestClassicMean(t *testing.T) {
	runs, total := 1000, uint64(0)
	for seed := range runs {
		_, tries, err := Classic(t.Context(), 8, uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		total += tries
	}
	within(t, float64(total)/float64(runs), 438.20, runs)
}

// within fails the test if a mean of tries, each as likely to succeed as the
// next, is more than three standard errors off.
func within(t *testing.T, mean, want float64, runs int) {
	t.Helper()
	if off := math.Abs(mean - want); off > 3*want/math.Sqrt(float64(runs)) {
		t.Errorf("%.2f tries on average of %d runs, want %.2f", mean, runs, want)
	}
}

// TestClassicExpected works out the expected tries of the post's shuffle, which
// no sample is large enough to tell from those of a fair one. p[i] is the
// probability that the columns lie in the i-th order and that no try before
// was valid.
func TestClassicExpected(t *testing.T) {
	if testing.Short() {
		t.Skip("goes through all orders of eight columns and their swaps")
	}
	orders, swaps := allOrders()
	valid := make([]bool, len(orders))
	for i, order := range orders {
		valid[i] = queens.Check(8, queens.Placement(order[:]).Squares()).Valid()
	}
	p := make([]float64, len(orders))
	p[0] = 1 // the identity
	expected, alive, ratio := 0.0, 1.0, 0.0
	for range 12 {
		expected += alive
		for position := range 8 {
			p = swapStep(p, swaps[position])
		}
		before := alive
		alive = 0
		for i := range p {
			if valid[i] {
				p[i] = 0
			}
			alive += p[i]
		}
		ratio = alive / before
	}
	// From here on each try fails with the same probability.
	if expected += alive / (1 - ratio); math.Abs(expected-438.20) > 0.005 {
		t.Errorf("%.4f tries expected, want 438.20", expected)
	}
}

// allOrders returns all orders of eight columns, the identity first, and for
// each position and order the orders that the eight swaps lead to.
func allOrders() (orders [][8]int, swaps [8][][8]int) {
	index := make(map[[8]int]int)
	var extend func(order []int)
	extend = func(order []int) {
		if len(order) == 8 {
			index[[8]int(order)] = len(orders)
			orders = append(orders, [8]int(order))
			return
		}
		for col := range 8 {
			if !slices.Contains(order, col) {
				extend(append(order, col))
			}
		}
	}
	extend(nil)
	for position := range 8 {
		swaps[position] = make([][8]int, len(orders))
		for i, order := range orders {
			for j := range 8 {
				swapped := order
				swapped[position], swapped[j] = swapped[j], swapped[position]
				swaps[position][i][j] = index[swapped]
			}
		}
	}
	return orders, swaps
}

// swapStep swaps the position with any of the eight.
func swapStep(p []float64, swaps [][8]int) []float64 {
	q := make([]float64, len(p))
	for i, to := range swaps {
		for _, k := range to {
			q[k] += p[i] / 8
		}
	}
	return q
}

func TestExpected(t *testing.T) {
	for n, want := range golden.Sequence(t, "A000170") {
		if n >= len(counts) {
			t.Errorf("Q(%d) is known and not in the table", n)
		} else if counts[n] != float64(want) {
			t.Errorf("Q(%d) = %.0f in the table, want %d", n, counts[n], want)
		}
	}
	if got := Expected(8); math.Abs(got-40320.0/92) > 1e-9 {
		t.Errorf("Expected(8) = %v", got)
	}
	for _, n := range []int{2, 3, 1000} {
		if !math.IsInf(Expected(n), 1) {
			t.Errorf("Expected(%d) = %v", n, Expected(n))
		}
	}
	for n := 7; n < 100; n++ {
		if Expected(n+1) < Expected(n) {
			t.Errorf("Expected(%d) = %g and Expected(%d) = %g", n, Expected(n), n+1, Expected(n+1))
		}
	}
	if Expected(MaxSize) > MaxExpected || Expected(MaxSize+1) <= MaxExpected {
		t.Errorf("the largest size is not where the expected tries pass %g", float64(MaxExpected))
	}
}

// TestEstimate compares the estimate with the expected tries counted out, on
// problems whose solutions can be counted.
func TestEstimate(t *testing.T) {
	for name, p := range map[string]queens.Problem{
		"empty":       {Size: 9},
		"one given":   {Size: 10, Given: squares([2]int{4, 4})},
		"two given":   {Size: 11, Given: squares([2]int{0, 3}, [2]int{6, 7})},
		"row blocked": {Size: 9, Blocked: row(9, 0, false)[:8]},
		"some":        {Size: 10, Blocked: append(row(10, 2, false)[:5], row(10, 7, true)[4:]...)},
	} {
		t.Run(name, func(t *testing.T) {
			count, err := p.Count(t.Context())
			if err != nil || count == 0 {
				t.Fatal(count, err)
			}
			trier := newTrier(p, 0)
			factorial, _ := math.Lgamma(float64(len(trier.rows)) + 1)
			exact := math.Exp(factorial) / float64(count)
			if ratio := trier.estimate() / exact; ratio < 0.2 || ratio > 5 {
				t.Errorf("estimate is %.3g times the exact number %.4g", ratio, exact)
			}
		})
	}
}
