package odometer

import (
	"context"
	"iter"
	"strconv"

	"example.org/queens"
)

// Classic yields what the octal program of the post prints, for any size: the
// solutions as numbers in base n, see [Text]. Its interval is open at the end,
// so size 1, whose only number is the end, yields nothing. An error is the last
// pair, with an empty text: those of [Engine.Search].
func Classic(ctx context.Context, n int) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for p, err := range queens.All(ctx, Engine{}, queens.Problem{Size: n}) {
			switch {
			case err != nil:
				yield("", err)
				return
			case n == 1:
				return
			case !yield(Text(p), nil):
				return
			}
		}
	}
}

// Text returns the number whose digits in base len(p) are the columns of p, as
// a number is printed: without leading zeros. len(p) is at most [MaxSize] and
// no row is empty.
func Text(p queens.Placement) string {
	number := 0
	for _, col := range p {
		number = number*10 + col
	}
	return strconv.Itoa(number)
}
