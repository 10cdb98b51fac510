package verify_test

import (
	"math/rand/v2"
	"testing"

	"example.org/queens/count"
	"example.org/queens/count/verify"
)

// TestAgainstCount recounts every unit of a count on small boards, with every kernel, and some on larger ones.
func TestAgainstCount(t *testing.T) {
	for _, kernel := range count.Kernels() {
		t.Run(kernel, func(t *testing.T) {
			for n := 1; n <= upTo(9, 12, 13); n++ {
				list := counted(t, n, kernel)
				sum, err := verify.Complete(n, list)
				if err != nil || sum.Int64() != totals[n] {
					t.Errorf("n=%d: the units sum to %v, %v; want %d", n, sum, err, totals[n])
				}
				if _, err := verify.Recount(t.Context(), n, list, verify.Options{Share: 1}); err != nil {
					t.Errorf("n=%d: %v", n, err)
				}
			}
			for n := 13; n <= upTo(13, 16, 19); n++ {
				report, err := verify.Recount(t.Context(), n, counted(t, n, kernel), verify.Options{Seed: uint64(n)})
				if err != nil || report.Checked != verify.MinUnits {
					t.Errorf("n=%d: %+v, %v", n, report, err)
				}
			}
			few, err := verify.Recount(t.Context(), 13, counted(t, 13, kernel), verify.Options{Share: 1e-9, Least: 1})
			if err != nil || few.Checked != 1 {
				t.Errorf("of a tiny share: %+v, %v", few, err)
			}
		})
	}
}

// TestRecountOfCount falsifies a unit of a count.
func TestRecountOfCount(t *testing.T) {
	list := counted(t, 11, "")
	list[rand.IntN(len(list))].Value += 8
	if _, err := verify.Recount(t.Context(), 11, list, verify.Options{Share: 1}); err == nil {
		t.Error("a wrong unit was not found")
	}
}

// counted returns the unit results of a count of Q(n).
func counted(t *testing.T, n int, kernel string) []verify.Result {
	t.Helper()
	var all collector
	c, err := count.New(t.Context(), n, count.Options{Kernel: kernel, Store: &all})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return all
}

// collector is a count.Store that lists what it is given.
type collector []verify.Result

func (c *collector) Load(count.Splitting, func(int, uint64) error) error { return nil }

func (c *collector) Save(u count.Unit, result uint64) error {
	*c = append(*c, verify.Result{Rows: uint64(u.Rows), Value: result})
	return nil
}
