// Package shuffle finds solutions by luck: it shuffles the columns over the rows
// until no two queens attack each other. For eight queens that takes 438.26
// tries on average.
//
// Every order of the columns is equally likely, so every solution is too: the
// engine is a fair, if slow, source of random solutions. The shuffle of the
// post, which is not fair, is [Classic]. Who needs one random-looking solution
// of a large board takes package restarts.
package shuffle

import (
	"context"

	"example.org/queens"
	"example.org/queens/internal/random"
	"example.org/queens/internal/search"
)

// pollEvery is how many tries are made between two looks at the context: less
// than a millisecond up to 24 free rows.
const pollEvery = 1 << 10

// Engine delivers random solutions, one after another and the same one again
// and again, until its consumer stops, the tries are used up or the context
// ends. The same seed delivers the same solutions in every version. It honours
// given queens: the remaining columns are shuffled over the remaining rows; and
// blocked squares: a try with a queen on one fails. The zero value is ready for
// use.
//
// It returns nil only for a problem without a solution, which it proves in
// advance instead of trying for ever; Stats.Nodes counts the nodes of that
// proof. A problem whose expected number of tries is above [MaxExpected] is
// refused with a [*HopelessError].
type Engine struct {
	Seed     uint64
	MaxTries uint64 // tries after which a search ends with a [*TriesError]; 0 for no bound
	observer queens.Observer
}

var _ queens.Observable = Engine{}

// Observed returns the same engine reporting to o, see [queens.Observable]: the
// proof, the columns as they lie at first, then for every try each swap, the
// candidate, and the first conflict or the solution.
func (e Engine) Observed(o queens.Observer) queens.Engine {
	e.observer = o
	return e
}

// Search implements [queens.Engine]. Every try is a permutation.
func (e Engine) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	var stats queens.Stats
	if err := p.Validate(); err != nil {
		return stats, err
	}
	if err := refuse(p); err != nil {
		return stats, err
	}
	if err := p.Accept("shuffle", search.MaxSize, queens.GivenQueens|queens.BlockedSquares); err != nil {
		return stats, err
	}
	if ctx.Err() != nil {
		return stats, search.Interrupted(ctx)
	}
	possible, err := prospect(ctx, p, &stats)
	if err != nil {
		return stats, err
	}
	t := newTrier(p, e.Seed)
	if e.observer != nil {
		return e.observed(ctx, t, stats, possible, yield)
	}
	if !possible {
		return stats, nil
	}
	for {
		if e.MaxTries > 0 && stats.Tries == e.MaxTries {
			return stats, &TriesError{Tries: stats.Tries}
		}
		if stats.Tries%pollEvery == 0 && ctx.Err() != nil {
			return stats, search.Interrupted(ctx)
		}
		random.Shuffle(t.source, t.columns)
		stats.Tries++
		stats.Permutations++
		if !t.valid(&stats.Tests) {
			continue
		}
		stats.Solutions++
		if !yield(t.placement()) {
			return stats, queens.ErrStopped
		}
		if ctx.Err() != nil {
			return stats, search.Interrupted(ctx)
		}
	}
}

// trier makes and judges tries. Column columns[i] goes with row rows[i]; only
// the columns move. A diagonal is taken in this try if its cell holds the
// number of the try, so that no array is cleared between tries.
type trier struct {
	n       int
	rows    []int
	columns []int
	allowed []bool // square (rows[i], c) at i*n+c: not blocked, on no diagonal of a given queen
	diags   []uint64
	antis   []uint64
	try     uint64
	whole   queens.Placement // with the given queens
	source  *random.Source
}

func newTrier(p queens.Problem, seed uint64) *trier {
	t := &trier{
		n:      p.Size,
		diags:  make([]uint64, 2*p.Size-1),
		antis:  make([]uint64, 2*p.Size-1),
		source: random.New(seed),
	}
	t.rows, t.columns, t.whole = rest(p)
	t.allowed = allowed(p, t.rows, t.whole)
	return t
}

// valid tests the columns as they lie, counting the queens it looks at.
//
//trace:show
func (t *trier) valid(tests *uint64) bool {
	t.try++
	for i, col := range t.columns {
		*tests++
		row := t.rows[i]
		diag, anti := row-col+t.n-1, row+col
		if !t.allowed[i*t.n+col] || t.diags[diag] == t.try || t.antis[anti] == t.try { //trace:conflict,blocked
			return false
		}
		t.diags[diag], t.antis[anti] = t.try, t.try
	}
	return true
}

func (t *trier) placement() queens.Placement {
	for i, row := range t.rows {
		t.whole[row] = t.columns[i]
	}
	return t.whole
}

// rest returns the rows and the columns without a given queen, both ascending,
// and the given queens as a partial placement.
func rest(p queens.Problem) (rows, columns []int, given queens.Placement) {
	given = make(queens.Placement, p.Size)
	taken := make([]bool, p.Size)
	for row := range given {
		given[row] = queens.None
	}
	for _, s := range p.Given {
		given[s.Row] = s.Col
		taken[s.Col] = true
	}
	for i := range p.Size {
		if given[i] == queens.None {
			rows = append(rows, i)
		}
		if !taken[i] {
			columns = append(columns, i)
		}
	}
	return rows, columns, given
}

// allowed returns for each of the rows which squares are neither blocked nor
// attacked by a given queen: square (rows[i], c) at i*n+c. It takes the given
// queens as a placement because p may name one many times.
func allowed(p queens.Problem, rows []int, given queens.Placement) []bool {
	n := p.Size
	table := make([]bool, len(rows)*n)
	index := make(map[int]int, len(rows))
	stands := given.Squares()
	for i, row := range rows {
		index[row] = i
		for col := range n {
			table[i*n+col] = true
		}
		for _, g := range stands {
			for _, col := range [3]int{g.Col, g.Col - (row - g.Row), g.Col + (row - g.Row)} {
				if 0 <= col && col < n {
					table[i*n+col] = false
				}
			}
		}
	}
	for _, b := range p.Blocked {
		if i, free := index[b.Row]; free {
			table[i*n+b.Col] = false
		}
	}
	return table
}
