package classes

import (
	"context"
	"math/bits"
)

// MaxQuarterTurn is the largest N that [QuarterTurn] takes. The search is quick to N = 48;
// beyond, its time grows by about 15 for every four rows.
const MaxQuarterTurn = 64

// QuarterTurn returns R90(N), the number of solutions on the n x n board that a quarter turn
// leaves unchanged (OEIS A033148), for 1 <= n <= MaxQuarterTurn. It runs on one thread. When
// ctx ends it returns the context's error, otherwise the only error is a [*SizeError].
//
// Take the centre of the board as origin and twice the distances as coordinates, so that a queen
// stands at (x, y). A quarter turn maps (x, y) to (-y, x): the four images of a queen use
// the rows ±x, ±y, the columns ±x, ±y, and both the diagonals and the anti-diagonals with
// numbers ±(x-y), ±(x+y). So with u > v the two distances |x|, |y| in some order, nothing
// depends on order and signs: the solution is a perfect matching of the distances in which all differences
// u-v and sums u+v are distinct, and each pair {u, v} stands for two sets of four queens, which
// the mirror exchanges. R90 is 2^pairs times the number of such matchings. A queen in the centre (odd n) takes
// the distance 0 and the diagonals 0, which no pair needs.
func QuarterTurn(ctx context.Context, n int) (uint64, error) {
	if err := checkSize(n, MaxQuarterTurn); err != nil {
		return 0, err
	}
	if n%4 > 1 {
		return 0, ctx.Err() // the distances cannot be paired
	}
	s := matching{offset: 1 + n%2, ctx: ctx}
	count := s.count(1<<(n/2)-1, 0)
	return count << (n / 4), s.err
}

// A matching search pairs distances, which it knows by index: i stands for 2i+1 if n is even and
// for 2i+2 if n is odd, so that half the difference and sum of i > j are i-j and i+j+offset.
type matching struct {
	offset int
	nodes  uint
	ctx    context.Context
	err    error
}

// count returns the number of ways to pair the indices in free so that no halved difference
// or sum is in used or occurs twice. The largest free index is paired first: it has the
// fewest partners. After the context has ended the result is too small and s.err is set.
func (s *matching) count(free uint32, used uint64) uint64 {
	if free == 0 {
		return 1
	}
	if s.nodes++; s.nodes%(1<<16) == 0 && s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err != nil {
		return 0
	}
	i := bits.Len32(free) - 1
	free ^= 1 << i
	var total uint64
	for rest := free; rest != 0; rest &= rest - 1 {
		j := bits.TrailingZeros32(rest)
		pair := uint64(1)<<(i-j) | uint64(1)<<(i+j+s.offset)
		if used&pair == 0 {
			total += s.count(free^1<<j, used|pair)
		}
	}
	return total
}
