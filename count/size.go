package count

import (
	"math"
	"math/bits"
)

// listSizes are the predicted lengths of the lists of a unit.
type listSizes struct{ west, east float64 }

// predictor predicts how many half boards there are on a row set.
//
// Two queens d rows apart on distinct columns of a half board attack each other with probability 2(M-d) / M(M-1). The logarithm of the number of
// half boards is close to linear in the sum of ln(1 - that) over all pairs of rows: fitted on the
// units of N = 14..21, the error is 6-9 % for half boards and 17-20 % for those with the middle queens.
type predictor struct {
	board
	apart         []float64 // ln(1 - probability) by distance
	at, slope     float64
	borderedAt    float64
	borderedSlope float64
}

func newPredictor(b board) *predictor {
	p := &predictor{board: b, apart: make([]float64, b.m)}
	m := float64(b.m)
	for d := 1; d < b.m; d++ {
		p.apart[d] = math.Log1p(-2 * (m - float64(d)) / (m*(m-1) + 1e-9) * (1 - 1e-6))
	}
	x := m - 7
	p.at, p.slope = 8.6+2.36*x+0.035*x*(x-1)+0.0105*x*(x-1)*(x-2), 1.1+0.075*x
	p.borderedAt, p.borderedSlope = 4.8+2.07*x+0.08*x*(x-1), 1.62
	return p
}

// freedom is the sum over all pairs of rows.
func (p *predictor) freedom(rows uint32) float64 {
	sum := 0.0
	for d := 1; d < p.m; d++ {
		sum += float64(bits.OnesCount32(rows&(rows>>d))) * p.apart[d]
	}
	return sum
}

func (p *predictor) halves(rows uint32) float64 {
	return math.Exp(p.at + p.slope*p.freedom(rows))
}

// bordered predicts west lists of odd N: the queen of the middle column on one of the rows, with
// one choice less for the queen of the middle row than it is away from the middle.
func (p *predictor) bordered(rows uint32) float64 {
	sum := 0.0
	for left := rows; left != 0; left &= left - 1 {
		y := bits.TrailingZeros32(left)
		distance := max(y-p.m, p.m-y)
		sum += float64(distance-1) * math.Exp(1.25*p.freedom(rows&^(1<<y)))
	}
	return math.Exp(p.borderedAt) * math.Pow(sum, p.borderedSlope)
}

func (p *predictor) sizes(rows uint32) listSizes {
	if p.odd == 1 {
		return listSizes{west: p.bordered(p.rest(rows)), east: p.halves(rows)}
	}
	return listSizes{west: p.halves(rows), east: p.halves(p.rest(rows))}
}

// cost predicts the time of a unit in nanoseconds (AVX-512, 2024): making and sorting the lists, then the pairs, of which
// the cuts leave the fewer the longer the lists of the board are: typical is the mean number of pairs of its units. Odd N has more left.
func (s listSizes) cost(typical float64, odd int) float64 {
	pair := 7e-4*math.Pow(typical, -0.1) + 0.0018*math.Pow(typical, -0.15)*float64(odd)
	pairs := s.west * s.east
	return 1250 + 2.8*(s.west+s.east) + pair*pairs*math.Pow(pairs/typical, 0.1)
}
