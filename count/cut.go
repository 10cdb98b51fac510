package count

import "math/bits"

// cuts are the diagonals that divide the lists of a unit into buckets, and how a word is packed.
//
// The bits of mask and split in a word, moved together in their order, are its position key. The cut bits alone, most useful
// first in the highest bit, are its ordered key k, and order[k] the same bits in the position key. What is packed are the bits of rest and
// above them the lowest spare bits of the ordered key, so that a bucket of fewer cut bits still compares them.
type cuts struct {
	mask, rest uint64
	split      uint64 // bits that tell classes apart, never compared
	pack       int    // greatest number of bits to be packed, at most 32
	n          int    // number of cut bits
	spare      int    // of these, how many are packed too
	restBits   int
	order      []uint32
}

const (
	maxCuts  = 22
	samples  = 64
	wordBits = 64
)

// tally counts how often each bit is set in about 64 words spread over a list.
func tally(words []uint64, swap bool) (counts [wordBits]uint32) {
	// Eight accumulators of eight byte counters: byte b of spread[i] counts bit 8b+i.
	var spread [8]uint64
	step := max(1, (len(words)+samples-1)/samples)
	for at := 0; at < len(words); at += step {
		w := words[at]
		for i := range spread {
			spread[i] += w >> i & 0x0101010101010101
		}
	}
	for bit := range counts {
		from := bit
		if swap {
			from = bit ^ 32
		}
		counts[bit] = uint32(spread[from%8] >> (from &^ 7) & 0xFF)
	}
	return counts
}

// choose picks n of the relevant diagonals as cuts: those that most pairs of a word of each list share.
func (c *cuts) choose(relevant uint64, n int, west, east *[wordBits]uint32) {
	total := bits.OnesCount64(relevant)
	must := max(0, total-c.pack)
	c.n = min(max(n, must), total, maxCuts)
	c.spare = c.n - must
	c.mask = 0
	var best [maxCuts]uint64
	for i := range c.n {
		best[i] = mostShared(relevant&^c.mask, west, east)
		c.mask |= best[i]
	}
	c.rest = relevant &^ c.mask
	c.restBits = total - c.n
	c.order = append(c.order[:0], 0)
	for i := c.n - 1; i >= 0; i-- {
		bit := uint32(1) << bits.OnesCount64((c.mask|c.split)&(best[i]-1))
		for _, k := range c.order {
			c.order = append(c.order, k|bit)
		}
	}
}

func mostShared(among uint64, west, east *[wordBits]uint32) uint64 {
	best, most := uint64(0), -1
	for ; among != 0; among &= among - 1 {
		bit := bits.TrailingZeros64(among)
		if shared := int(west[bit] * east[bit]); shared > most {
			best, most = 1<<bit, shared
		}
	}
	return best
}

// splitKeys returns the two split bits in the position key.
func (c *cuts) splitKeys() (first, second uint32) {
	low := c.split & -c.split
	high := c.split &^ low
	return 1 << bits.OnesCount64(c.mask&(low-1)), 2 << bits.OnesCount64(c.mask&(high-1))
}
