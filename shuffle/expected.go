package shuffle

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.org/queens"
	"example.org/queens/internal/mrv"
	"example.org/queens/internal/search"
)

// MaxExpected is the largest expected number of tries that the engine sets out
// for: five minutes at 5 million tries a second, see BenchmarkTries. The empty
// board of size 23 takes 1.07e9, that of size 24 takes 2.7e9.
const MaxExpected = 1.5e9

// MaxSize is the largest size whose empty board the engine takes. With given
// queens it takes larger ones.
const MaxSize = 23

// A TriesError says that Engine.MaxTries tries were made. Solutions may have
// been delivered among them.
type TriesError struct {
	Tries uint64
}

func (e *TriesError) Error() string {
	return fmt.Sprintf("queens: shuffle stopped after %d tries", e.Tries)
}

// A HopelessError refuses a problem that shuffling would not solve in a few
// minutes.
type HopelessError struct {
	Size     int
	Expected float64 // expected tries; +Inf if a search could not find a single solution either
}

func (e *HopelessError) Error() string {
	if math.IsInf(e.Expected, 1) {
		return fmt.Sprintf("queens: shuffle is hopeless at size %d: solutions are too rare", e.Size)
	}
	return fmt.Sprintf("queens: shuffle is hopeless at size %d: it would need about %.3g tries for one solution", e.Size, e.Expected)
}

// counts holds Q(n) for n = 0..27, OEIS A000170.
var counts = [...]float64{
	1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
	95815104, 666090624, 4968057848, 39029188884, 314666222712, 2691008701644,
	24233937684440, 227514171973736, 2207893435808352, 22317699616364044, 234907967154122528,
}

// Expected returns the expected number of tries until a solution of the empty
// board of size n, n!/Q(n): 438.26 for n = 8; +Inf for the sizes 2 and 3, which
// have none. Above n = 27, where Q(n) is not known, it takes the asymptotic
// (0.143 n)^n (M. Simkin, "The number of n-queens configurations", 2021), and
// it is +Inf where a float64 ends. n must not be negative.
func Expected(n int) float64 {
	logFactorial, _ := math.Lgamma(float64(n) + 1)
	if n >= len(counts) {
		return math.Exp(logFactorial - float64(n)*math.Log(0.143*float64(n)))
	}
	return math.Round(math.Exp(logFactorial)) / counts[n]
}

const (
	// fewRows is the number of free rows up to which every problem that has a
	// solution is worth trying: 12! is below MaxExpected.
	fewRows = 12

	// proofWork bounds the search for one solution of a problem with more free
	// rows, in nodes times columns: some two seconds.
	proofWork = 50_000_000
)

// prospect reports whether p, which is valid, has a solution; the error is a
// [*HopelessError] if it is not worth trying. The nodes that it visits are
// counted in stats.
//
// With few free rows a search settles whether there is a solution, and then
// their permutations are few enough to try. With more, the search is bounded:
// where it does not meet a solution, shuffling will not either. Then the
// expected tries are estimated.
func prospect(ctx context.Context, p queens.Problem, stats *queens.Stats) (bool, error) {
	t := newTrier(p, 0)
	limit := uint64(0)
	if len(t.rows) > fewRows {
		limit = proofWork / uint64(p.Size)
	}
	board := search.Board{Size: p.Size, Given: p.GivenByRow(), Blocked: p.BlockedTable()}
	found, err := mrv.Run(ctx, board, nil, limit, nil, func([]int) bool { return false })
	stats.Nodes += found.Nodes
	switch {
	case errors.Is(err, mrv.ErrLimit):
		return false, &HopelessError{Size: p.Size, Expected: math.Inf(1)}
	case !errors.Is(err, search.ErrStopped):
		return false, err
	}
	if expected := t.estimate(); len(t.rows) > fewRows && expected > MaxExpected {
		return false, &HopelessError{Size: p.Size, Expected: expected}
	}
	return true, nil
}

// refuse refuses in advance what is hopeless whatever a closer look may show:
// an empty board, or one too large to be looked at.
func refuse(p queens.Problem) error {
	rows := p.Size - len(givenRows(p))
	expected := Expected(rows)
	if rows > fewRows && expected > MaxExpected && (p.Constraints() == 0 || p.Size > search.MaxSize) {
		return &HopelessError{Size: p.Size, Expected: expected}
	}
	return nil
}

func givenRows(p queens.Problem) map[int]bool {
	rows := make(map[int]bool, len(p.Given))
	for _, s := range p.Given {
		rows[s.Row] = true
	}
	return rows
}

// estimate guesses the expected tries: those of an empty board with as many
// rows as are free, divided by the probability that each queen, independently
// of the others, is on a square that is neither blocked nor attacked by a given
// queen. It is exact for the empty board.
func (t *trier) estimate() float64 {
	expected := Expected(len(t.rows))
	for i := range t.rows {
		good := 0
		for _, col := range t.columns {
			if t.allowed[i*t.n+col] {
				good++
			}
		}
		expected *= float64(len(t.columns)) / float64(good)
	}
	return expected
}
