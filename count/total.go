package count

import (
	"math/big"
	"math/bits"
)

// Total is a sum of 128 bits.
type Total struct{ Hi, Lo uint64 }

// Add returns t + v.
func (t Total) Add(v uint64) Total {
	lo, carry := bits.Add64(t.Lo, v, 0)
	return Total{Hi: t.Hi + carry, Lo: lo}
}

// Plus returns t + u.
func (t Total) Plus(u Total) Total {
	lo, carry := bits.Add64(t.Lo, u.Lo, 0)
	return Total{Hi: t.Hi + u.Hi + carry, Lo: lo}
}

// Big returns t as a big integer.
func (t Total) Big() *big.Int {
	b := new(big.Int).SetUint64(t.Hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(t.Lo))
}

// String returns t in decimal.
func (t Total) String() string { return t.Big().String() }
