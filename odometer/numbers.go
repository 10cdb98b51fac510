package odometer

import (
	"fmt"
	"math"
	"math/big"

	"example.org/queens"
)

// exactSize is the largest size whose number of numbers is worked out to the
// last digit; it has 3000 of them.
const exactSize = 1000

// Numbers returns how many numbers lie in the half-open interval from
// 0 1 2 .. n-1 to n-1 .. 2 1 0 in base n: 16,092,433 for n = 8. It is 0 for
// n = 1.
func Numbers(n int) *big.Int {
	base, start, end := big.NewInt(int64(n)), new(big.Int), new(big.Int)
	for digit := range int64(n) {
		start.Add(start.Mul(start, base), big.NewInt(digit))
		end.Add(end.Mul(end, base), big.NewInt(int64(n)-1-digit))
	}
	return end.Sub(end, start)
}

// A TooManyError refuses a size above [MaxSize]. It wraps a
// [*queens.SizeError].
type TooManyError struct {
	Size    int
	Numbers *big.Int // how many numbers would be tried; nil above size 1000
}

func newTooManyError(n int) *TooManyError {
	if n > exactSize {
		return &TooManyError{Size: n}
	}
	return &TooManyError{Size: n, Numbers: Numbers(n)}
}

func (e *TooManyError) Error() string {
	return fmt.Sprintf("queens: odometer would try %s numbers at size %d; it takes 1 to %d", e.Amount(), e.Size, MaxSize)
}

// Amount returns the number of numbers as text: exact if it is short, else
// "about 10^k". It is a little below n^n.
func (e *TooManyError) Amount() string {
	if e.Numbers != nil && e.Numbers.BitLen() <= 100 {
		return e.Numbers.String()
	}
	n := float64(e.Size)
	return fmt.Sprintf("about 10^%.0f", math.Floor(n*math.Log10(n)))
}

// Unwrap returns the refusal as the root package knows it.
func (e *TooManyError) Unwrap() error {
	return &queens.SizeError{Size: e.Size, Engine: "odometer", Max: MaxSize}
}
