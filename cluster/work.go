package cluster

import (
	"sort"

	"example.org/queens/count"
)

// Work is what a run computes: the units of a splitting in canonical order, which is that of their index, and their
// predicted costs.
type Work struct {
	Splitting count.Splitting
	before    []float64 // before[i] is the cost of the units below i
}

// WorkOf returns the work of a planned count.
func WorkOf(c *count.Counter) *Work {
	return NewWork(c.Splitting(), func(i int) float64 { return c.Unit(i).Cost })
}

// NewWork returns a work with the given cost of each unit.
func NewWork(s count.Splitting, cost func(unit int) float64) *Work {
	w := &Work{Splitting: s, before: make([]float64, s.Units+1)}
	for i := range s.Units {
		w.before[i+1] = w.before[i] + cost(i)
	}
	return w
}

// Units returns the number of units.
func (w *Work) Units() int { return w.Splitting.Units }

// Cost returns the predicted cost of n units from first on.
func (w *Work) Cost(first, n int) float64 { return w.before[first+n] - w.before[first] }

// Total returns the predicted cost of all units.
func (w *Work) Total() float64 { return w.before[len(w.before)-1] }

// cut returns how many units from first on cost about as much as wanted, at least one and at most MaxUnits.
func (w *Work) cut(first int, wanted float64) int {
	rest := w.before[first+1:]
	rest = rest[:min(len(rest), MaxUnits)]
	goal := w.before[first] + wanted
	n := sort.Search(len(rest), func(i int) bool { return rest[i] > goal })
	return max(n, 1)
}
