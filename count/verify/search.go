package verify

import (
	"context"
	"math/bits"
)

// A search counts placements of one queen per row, none attacking another, row r using only
// the columns allowed[r].
type search struct {
	n                   int
	allowed             [MaxN]uint64
	longDiagonalsDouble bool // a queen on a long diagonal doubles the weight of a placement

	found uint64 // weighted placements of the current run
	total uint64 // of all runs, times their weights

	ctx   context.Context
	nodes uint // to ask ctx now and then
	err   error
}

// run adds weight times the number of placements to s.total.
func (s *search) run(weight uint64) {
	s.found = 0
	s.extend(uint64(1)<<s.n-1, position{})
	s.total += weight * s.found
}

// A position is what the queens placed so far occupy: column c is bit c of cols, the diagonal
// c-r is bit c-r+n-1 of diags, the anti-diagonal c+r is bit c+r of antis.
type position struct{ cols, diags, antis uint64 }

// open returns the columns a queen in row r can use.
func (s *search) open(p position, r int) uint64 {
	return s.allowed[r] &^ (p.cols | p.diags>>(s.n-1-r) | p.antis>>r)
}

func (s *search) place(p position, r int, column uint64) position {
	return position{p.cols | column, p.diags | column<<(s.n-1-r), p.antis | column<<r}
}

// nodesPerPoll is how many nodes pass between two looks at the context, about 2 ms.
const nodesPerPoll = 1 << 16

// extend adds the placements of queens in rows that extend p. It goes on with the row that has the
// fewest open columns, and turns back if a row has none or a column is open in no row. In a fixed order
// the restriction to halves prunes late: at n = 20 the rows from north to south take 30 times as long,
// first those of one half and then the other's three times.
func (s *search) extend(rows uint64, p position) {
	if rows == 0 {
		s.found += s.weight(p)
		return
	}
	if s.nodes++; s.nodes%nodesPerPoll == 0 && s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err != nil {
		return
	}
	row, columns, fewest := 0, uint64(0), s.n+1
	reachable := p.cols
	for rest := rows; rest != 0; rest &= rest - 1 {
		r := bits.TrailingZeros64(rest) & (MaxN - 1)
		open := s.open(p, r)
		reachable |= open
		if count := bits.OnesCount64(open); count < fewest {
			row, columns, fewest = r, open, count
			if count == 0 {
				return
			}
		}
	}
	if reachable != 1<<s.n-1 {
		return
	}
	for ; columns != 0; columns &= columns - 1 {
		s.extend(rows&^(1<<row), s.place(p, row, columns&-columns))
	}
}

// weight returns 1, doubled for each long diagonal with a queen if that counts.
func (s *search) weight(p position) uint64 {
	if !s.longDiagonalsDouble {
		return 1
	}
	long := s.n - 1
	return 1 << (p.diags>>long&1 + p.antis>>long&1)
}
