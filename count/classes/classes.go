// Package classes counts the n-queens solutions that a turn of the board leaves unchanged,
// and sorts a total Q(N) into symmetry classes by Burnside's lemma.
//
// The eight symmetries of the square act on the solutions. For N > 1 no reflection fixes a
// solution (two queens would share a row, a column or a diagonal), so with R180 the solutions
// fixed by a half turn and R90 those fixed by a quarter turn (all of which are in R180)
//
//	orbits of size 2 = R90/2,  of size 4 = (R180-R90)/4,  of size 8 = (Q-R180)/8,
//
// and their sum, the number of fundamental solutions, is U = (Q + R180 + 2 R90)/8.
// [Burnside] does this arithmetic; [HalfTurn] and [QuarterTurn] find R180 and R90 each by
// its own search, which shares nothing with the search for Q. [ByColumn] counts all
// solutions by the column of the queen in the first row, by plain backtracking.
//
// The package needs the standard library alone and knows no published value.
package classes

import (
	"fmt"
	"math/big"
)

// Classes holds the symmetry classes of the solutions on the N x N board.
type Classes struct {
	N           int
	Total       *big.Int // Q: all solutions; OEIS A000170
	HalfTurn    *big.Int // R180: fixed by a half turn; OEIS A032522
	QuarterTurn *big.Int // R90: fixed by a quarter turn; OEIS A033148
	Fundamental *big.Int // U: orbits under the eight symmetries; OEIS A002562
	Orbits1     *big.Int // orbits with a single solution: 1 for N = 1, otherwise 0
	Orbits2     *big.Int // orbits of two solutions; OEIS A260318 for N > 1
	Orbits4     *big.Int // orbits of four solutions; OEIS A260319
	Orbits8     *big.Int // orbits of eight solutions; OEIS A260320
}

// InconsistentError says that three counts cannot belong together: one of the orbit
// numbers would be negative or fractional. At least one of the counts is wrong.
type InconsistentError struct {
	N              int
	Q, R180, R90   *big.Int
	OrbitSize      int      // which orbit number fails: 2, 4 or 8; 1 if N = 1 and Q, R180, R90 are not all 1
	OrbitSolutions *big.Int // what would have to be a multiple of OrbitSize, at least 0
}

func (e *InconsistentError) Error() string {
	return fmt.Sprintf("queens: counts for n=%d do not fit together: Q=%d, R180=%d, R90=%d leave %d solutions in orbits of %d",
		e.N, e.Q, e.R180, e.R90, e.OrbitSolutions, e.OrbitSize)
}

// Burnside sorts q solutions, of which r180 are fixed by a half turn and r90 by a quarter
// turn, into orbits. It returns an [*InconsistentError] if that leaves a negative or a
// fractional number of orbits, and a [*SizeError] if n is below 1. That it succeeds is weak
// evidence for q: exact counts are made of parts weighted by 2, 4 and 8.
func Burnside(n int, q, r180, r90 *big.Int) (Classes, error) {
	c := Classes{N: n, Total: new(big.Int).Set(q), HalfTurn: new(big.Int).Set(r180), QuarterTurn: new(big.Int).Set(r90),
		Orbits1: new(big.Int), Orbits2: new(big.Int), Orbits4: new(big.Int), Orbits8: new(big.Int)}
	if n < 1 {
		return Classes{}, &SizeError{N: n, Min: 1}
	}
	inconsistent := func(size int, solutions *big.Int) error {
		return &InconsistentError{N: n, Q: c.Total, R180: c.HalfTurn, R90: c.QuarterTurn, OrbitSize: size, OrbitSolutions: solutions}
	}
	if n == 1 { // the only board whose solution all eight symmetries fix
		one := big.NewInt(1)
		if q.Cmp(one) != 0 || r180.Cmp(one) != 0 || r90.Cmp(one) != 0 {
			return Classes{}, inconsistent(1, c.Total)
		}
		c.Orbits1.SetInt64(1)
		c.Fundamental = big.NewInt(1)
		return c, nil
	}
	parts := []struct {
		orbits    *big.Int
		size      int64
		solutions *big.Int
	}{
		{c.Orbits2, 2, new(big.Int).Set(r90)},
		{c.Orbits4, 4, new(big.Int).Sub(r180, r90)},
		{c.Orbits8, 8, new(big.Int).Sub(q, r180)},
	}
	c.Fundamental = new(big.Int)
	for _, p := range parts {
		var rest big.Int
		p.orbits.DivMod(p.solutions, big.NewInt(p.size), &rest)
		if p.solutions.Sign() < 0 || rest.Sign() != 0 {
			return Classes{}, inconsistent(int(p.size), p.solutions)
		}
		c.Fundamental.Add(c.Fundamental, p.orbits)
	}
	return c, nil
}

// SizeError says that a board size is outside the range of a function.
type SizeError struct {
	N        int
	Min, Max int // the range; Max is 0 where there is no upper bound
}

func (e *SizeError) Error() string {
	if e.N < e.Min {
		return fmt.Sprintf("queens: board size %d is below %d", e.N, e.Min)
	}
	return fmt.Sprintf("queens: board size %d is above %d, the largest for this search", e.N, e.Max)
}

func checkSize(n, limit int) error {
	if n < 1 || n > limit {
		return &SizeError{N: n, Min: 1, Max: limit}
	}
	return nil
}
