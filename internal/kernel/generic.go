package kernel

import "math/bits"

// generic is the reference: plain Go, lanes of one group in four 64-bit words.
type generic struct{}

const genericWords = 4

func (generic) Name() string { return "generic" }
func (generic) Lanes() int   { return genericWords * 64 }
func (generic) Costs() Costs {
	return Costs{Leaf: 3000, Group: 30000, GroupChunk: 3000, Item: 250, ItemChunk: 130, Bucket: 600, Gather: 64}
}

func (generic) Join(dst []uint64, north, south Slice, subsets []uint16, mid uint64) int {
	n := 0
	full := len(north.Start) - 2
	for _, c := range subsets {
		rest := full &^ int(c)
		ys := south.Words[south.Start[rest]:south.Start[rest+1]]
		for _, x := range north.Words[north.Start[c]:north.Start[c+1]] {
			if x&mid != 0 {
				continue
			}
			if n+len(ys) > len(dst) {
				return -1
			}
			n += joinOne(dst[n:], x|mid, ys)
		}
	}
	return n
}

func joinOne(dst []uint64, x uint64, ys []uint64) int {
	n := 0
	for _, y := range ys {
		if x&y == 0 {
			dst[n] = x | y
			n++
		}
	}
	return n
}

func (generic) Or(words []uint64) uint64 {
	var all uint64
	for _, w := range words {
		all |= w
	}
	return all
}

func (generic) Histogram(counts, keys []uint32, words []uint64, s Selector) {
	key := newCompressor(s.Key)
	swap := s.rotation()
	for i, w := range words {
		k := uint32(key.do(bits.RotateLeft64(w, swap)))
		keys[i] = k
		counts[k]++
	}
}

func (generic) Scatter(dst []uint32, slots []uint64, keys []uint32, words []uint64, s Selector) {
	rest := newCompressor(s.Rest)
	swap := s.rotation()
	for i, w := range words {
		slot := &slots[keys[i]]
		dst[uint32(*slot)] = uint32(rest.do(bits.RotateLeft64(w, swap))) | uint32(*slot>>32)
		*slot++
	}
}

func (s Selector) rotation() int {
	if s.Swap {
		return 32
	}
	return 0
}

func (generic) Match(a *Arena, table Buckets, keys Keys, planes int, stream []uint32, runs []Run) {
	union := gather(a.union, table, keys.merged())
	for len(union) > 0 {
		n := min(len(union), genericWords*64)
		var g group
		g.build(union[:n], planes)
		for _, r := range runs {
			a.sums[r.Class*8] += g.count(stream[r.Start:r.End])
		}
		union = union[n:]
	}
}

// gather copies the union of the buckets to dst and returns it.
func gather(dst []uint32, table Buckets, keys Keys) []uint32 {
	n := 0
	for free := keys.Free; ; free = (free - 1) & keys.Free {
		k := free | keys.Fixed
		n += copy(dst[n:], table.Items[table.Start[k<<keys.Shift]:table.Start[(k+1)<<keys.Shift]])
		if free == 0 {
			return dst[:n]
		}
	}
}
