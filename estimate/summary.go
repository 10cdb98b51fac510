package estimate

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// summarize returns the mean of at least one repeat and its relative standard error, which is
// infinite for a single repeat or a mean of 0.
//
// The logarithms of the repeats are nearly normal. While they spread little, the sample's own
// deviation is the error; when they spread by more than about 0.5 the mean lives on rare large repeats that a
// sample mostly lacks, so the error is at least that of a lognormal variable of this spread.
func summarize(repeats []repeat) (mean *big.Float, relative float64) {
	count := newFloat().SetInt64(int64(len(repeats)))
	mean = newFloat()
	for _, r := range repeats {
		mean.Add(mean, r.q)
	}
	mean.Quo(mean, count)
	if len(repeats) < 2 || mean.Sign() == 0 {
		return mean, math.Inf(1)
	}
	squares := newFloat() // of the deviations, relative to the mean
	var logs []float64
	for _, r := range repeats {
		d := newFloat().Sub(r.q, mean)
		d.Quo(d, mean)
		squares.Add(squares, d.Mul(d, d))
		if r.q.Sign() > 0 {
			logs = append(logs, ln(r.q))
		}
	}
	squares.Quo(squares, newFloat().SetInt64(int64(len(repeats)-1)))
	variance, _ := squares.Float64()
	variance = max(variance, math.Expm1(varianceOf(logs)))
	return mean, math.Sqrt(variance / float64(len(repeats)))
}

// varianceOf returns the sample variance of x, 0 if there are fewer than two numbers.
func varianceOf(x []float64) float64 {
	if len(x) < 2 {
		return 0
	}
	var mean, squares float64
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		squares += sq(v - mean)
	}
	return squares / float64(len(x)-1)
}

// ln returns the natural logarithm of x >= 0, which need not fit a float64.
func ln(x *big.Float) float64 {
	if x.Sign() == 0 {
		return math.Inf(-1)
	}
	var mantissa big.Float
	exponent := x.MantExp(&mantissa)
	m, _ := mantissa.Float64()
	return math.Log(m) + float64(float64(exponent)*math.Ln2) // the conversion forbids a fused multiply-add
}

// Decimal returns Q with the given number of significant digits, such as "2.5633e18"; if Exact
// all digits, such as "92".
func (r Result) Decimal(digits int) string {
	if r.Exact {
		return r.Q.Text('f', 0)
	}
	mantissa, exponent, _ := strings.Cut(r.Q.Text('e', max(digits, 1)-1), "e")
	if e, err := strconv.Atoi(exponent); err == nil { // "+02" becomes "2"
		return fmt.Sprintf("%se%d", mantissa, e)
	}
	return mantissa
}
