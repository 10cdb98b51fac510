package count

import (
	"math/bits"

	"example.org/queens/internal/kernel"
)

// sorted is a list of packed half boards, class by class, each class in order of the ordered key.
type sorted struct {
	items []uint32
	start [kernel.MaxClasses][]uint32 // class c, key k: items[start[c][k]:start[c][k+1]]
}

// buckets returns the buckets of a class.
func (s *sorted) buckets(class int) kernel.Buckets {
	return kernel.Buckets{Items: s.items, Start: s.start[class]}
}

// reset empties the list and makes room for n words.
func (s *sorted) reset(n int) {
	if cap(s.items) < n+kernel.Slack {
		s.items = make([]uint32, 0, n+kernel.Slack)
	}
	s.items = s.items[:0]
	for c := range s.start {
		s.start[c] = s.start[c][:0]
	}
}

// bucket appends words to s. Their classes start at class and are told apart by split: parts lists, for
// each class, its values of the split bits in the position key.
func (w *Worker) bucket(s *sorted, words []uint64, swap bool, c *cuts, class int, parts [][]uint32) {
	sel := kernel.Selector{Key: c.mask | c.split, Rest: c.rest, Swap: swap}
	buckets := 1 << bits.OnesCount64(sel.Key)
	w.counts, w.slots = resize(w.counts, buckets), resize(w.slots, buckets)
	keys := w.arena.Keys(len(words))
	clear(w.counts)
	w.kernel.Histogram(w.counts, keys, words, sel)
	at := uint32(len(s.items))
	for i, part := range parts {
		start := resize(s.start[class+i], 1<<c.n+1)
		s.start[class+i] = start
		at = w.layOut(start, at, c, part)
	}
	s.items = s.items[:at]
	w.kernel.Scatter(s.items, w.slots, keys, words, sel)
}

// layOut gives each bucket of one class its place from index at, and returns the index after the last.
func (w *Worker) layOut(start []uint32, at uint32, c *cuts, part []uint32) uint32 {
	spare := uint64(1)<<c.spare - 1
	for k, pos := range c.order {
		start[k] = at
		high := uint64(k) & spare << c.restBits << 32
		for _, p := range part {
			w.slots[pos|p] = high | uint64(at)
			at += w.counts[pos|p]
		}
	}
	start[len(c.order)] = at
	return at
}

// resize returns s with length n; what it holds is not kept.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
