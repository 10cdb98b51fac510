package count

import "math/bits"

// reverse returns the row set in the north-south mirror: bit r moves to bit n-1-r.
func reverse(rows uint32, n int) uint32 { return bits.Reverse32(rows) >> (32 - n) }

// nextSubset returns the next greater number with as many bits.
func nextSubset(x uint32) uint32 {
	low := x & -x
	ripple := x + low
	return ripple | (x^ripple)>>2/low
}

// forSubsets calls f with each set of k of the lowest n bits, in increasing order.
func forSubsets(n, k int, f func(uint32)) {
	if k == 0 {
		f(0)
		return
	}
	for x := uint32(1)<<k - 1; x < 1<<n; x = nextSubset(x) {
		f(x)
	}
}

// subsetsBySize returns, for each k, the sets of k of m columns.
func subsetsBySize(m int) [][]uint16 {
	by := make([][]uint16, m+1)
	for k := range by {
		forSubsets(m, k, func(x uint32) { by[k] = append(by[k], uint16(x)) })
	}
	return by
}
