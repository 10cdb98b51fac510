package count

import (
	"example.org/queens/internal/kernel"
)

// matching is one list streamed against the table side: all pairs are wanted that are disjoint.
//
// A stream word with ordered key p meets only table words whose key is a subset of the complement of p: the union for p. One leaf of the
// plan takes all stream words whose key begins with the same d bits, and the union for these bits. The
// plan is a binary tree of such beginnings; where it stops is chosen by the exact number of words and table groups.
//
// A leaf may divide its union once more by the next e bits, the sub-cuts: a part of the union meets only the stream words whose next
// bits are disjoint from its own. Nothing is built twice for this, but groups are less full.
type matching struct {
	stream  *sorted
	table   kernel.Buckets
	classes []pick // what to stream
	cuts    *cuts
}

// pick says that a class of the stream is added to a sum of the arena.
type pick struct{ class, sum int }

// match counts the pairs into the sums of the arena.
func (w *Worker) match(m *matching) error {
	if len(m.table.Start) == 0 || len(m.classes) == 0 {
		return nil
	}
	w.plan.measure(m, w.costs, w.kernel.Lanes())
	return w.walk(m, 0, 0)
}

// walk runs the leaves below the beginning prefix of depth bits.
func (w *Worker) walk(m *matching, depth int, prefix uint32) error {
	sub := w.plan.sub[1<<depth|prefix]
	if sub == split {
		if err := w.walk(m, depth+1, prefix<<1); err != nil {
			return err
		}
		return w.walk(m, depth+1, prefix<<1|1)
	}
	if err := w.ended(); err != nil {
		return err
	}
	for key := range uint32(1) << sub {
		w.leaf(m, depth, prefix, int(sub), key)
	}
	return nil
}

// leaf matches the part of the union that has this key of its sub-cuts.
func (w *Worker) leaf(m *matching, depth int, prefix uint32, sub int, key uint32) {
	shift := m.cuts.n - depth - sub
	runs := w.runs[:0]
	for _, c := range m.classes {
		runs = appendRuns(runs, m.stream.start[c.class], prefix<<sub, key, sub, shift, uint32(c.sum))
	}
	if len(runs) == 0 {
		return
	}
	free := (uint32(1)<<depth - 1 ^ prefix) << sub
	planes := max(1, m.cuts.restBits+shift)
	w.kernel.Match(w.arena, m.table, kernel.Keys{Free: free, Fixed: key, Shift: shift}, planes, m.stream.items, runs)
}

// appendRuns adds the parts of a class that begin with prefix and are disjoint from key in the sub-cuts.
func appendRuns(runs []kernel.Run, start []uint32, prefix, key uint32, sub, shift int, sum uint32) []kernel.Run {
	for below := range uint32(1) << sub {
		if below&key != 0 {
			continue
		}
		from, to := start[(prefix|below)<<shift], start[(prefix|below+1)<<shift]
		last := len(runs) - 1
		switch {
		case from == to:
		case last >= 0 && runs[last].End == from && runs[last].Class == sum:
			runs[last].End = to
		default:
			runs = append(runs, kernel.Run{Start: from, End: to, Class: sum})
		}
	}
	return runs
}
