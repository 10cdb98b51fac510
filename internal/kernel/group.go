package kernel

import "math/bits"

// group is the table of up to 256 patterns, one to a lane, for comparing them with one word at a time.
// masks[c][v] has the lanes whose bits of chunk c are disjoint from v; lanes without a pattern are in no mask of chunk 0.
type group struct {
	chunks int
	masks  [maxChunks][chunkSize][genericWords]uint64
}

// build fills the group with 1..256 patterns, of which the lowest planes bits count.
func (g *group) build(patterns []uint32, planes int) {
	g.chunks = Chunks(planes)
	for w := range genericWords {
		lanes := patterns[min(len(patterns), w*64):min(len(patterns), w*64+64)]
		g.buildWord(w, lanes, planes)
	}
}

func (g *group) buildWord(w int, lanes []uint32, planes int) {
	bit := transpose(lanes)
	valid := uint64(1)<<len(lanes) - 1
	for c := range g.chunks {
		g.masks[c][0][w] = valid
		for i := range chunkBits {
			var plane uint64
			if c*chunkBits+i < planes {
				plane = bit[c*chunkBits+i]
			}
			for v := range 1 << i {
				g.masks[c][1<<i|v][w] = g.masks[c][v][w] &^ plane
			}
		}
	}
}

// count returns the number of disjoint pairs of a word and a pattern of the group.
func (g *group) count(words []uint32) uint64 {
	n := 0
	for _, w := range words {
		v := g.masks[0][w%chunkSize]
		for c := 1; c < g.chunks; c++ {
			w >>= chunkBits
			m := &g.masks[c][w%chunkSize]
			v[0] &= m[0]
			v[1] &= m[1]
			v[2] &= m[2]
			v[3] &= m[3]
		}
		n += bits.OnesCount64(v[0]) + bits.OnesCount64(v[1]) + bits.OnesCount64(v[2]) + bits.OnesCount64(v[3])
	}
	return uint64(n)
}

// transpose turns up to 64 words of 32 bits into 32 planes: bit l of plane i is bit i of word l.
func transpose(words []uint32) (planes [maxChunks * chunkBits]uint64) {
	// Rows i and i+32 of a 32 x 32 bit matrix pair share one 64-bit word, so that five exchanges
	// of blocks transpose both halves at once.
	var m [32]uint64
	for i, w := range words {
		m[i%32] |= uint64(w) << (i &^ 31)
	}
	mask := uint64(0x0000FFFF_0000FFFF)
	for j := 16; j != 0; j >>= 1 {
		for k := 0; k < 32; k = (k + j + 1) &^ j {
			t := (m[k]>>j ^ m[k+j]) & mask
			m[k] ^= t << j
			m[k+j] ^= t
		}
		mask ^= mask << (j >> 1)
	}
	copy(planes[:], m[:])
	return planes
}
