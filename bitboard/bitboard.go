// Package bitboard enumerates the solutions of boards of up to 64 rows with one
// machine word a row: the squares attacked from above are three masks, and the
// free squares of a row come out of them in four operations. It honours given
// queens and blocked squares and delivers in lexicographic order, with one
// thread or several. Use it wherever every solution of a board is wanted.
//
// Who wants only the number of solutions of a large board should look
// elsewhere: this package visits each one.
package bitboard

import (
	"context"

	"example.org/queens"
	"example.org/queens/internal/events"
	"example.org/queens/internal/search"
)

// pollEvery is about how many nodes are visited between two looks at the
// context: some ten microseconds.
const pollEvery = 1 << 13

// An Engine enumerates with Threads threads. The zero value uses one and so
// does any value below 2; with more, the calling goroutine delivers what the
// others find, in the same order, and they have ended when Search returns.
type Engine struct {
	Threads  int
	observer queens.Observer
}

var _ queens.Observable = Engine{}

// Observed returns an engine that visits the same nodes in the same order, one
// by one in the calling goroutine whatever Threads says, and reports to o, see
// [queens.Observable]: a line for every row whose free squares it finds, and
// each queen placed and removed.
func (e Engine) Observed(o queens.Observer) queens.Engine {
	e.observer = o
	return e
}

// Search implements [queens.Engine] for sizes 1 to 64. The placement that yield
// gets must not be changed either.
//
// Nodes, Backtracks and Levels of a complete search are those of package
// backtrack; Tests and Marks stay zero, since a whole row is tested at once and
// nothing is marked. With one thread that also holds for a search that yield
// stopped. In any other search that was cut short, the statistics count all the
// work done, which is a little ahead of the solutions delivered; Solutions is
// always the number delivered.
//
// Memory does not grow with the number of solutions: it is about 18 kB a row
// and thread, 0.15 MB a thread for solutions that wait for their turn, and in
// the parallel form the list of what is left to search: some megabytes at size
// 64, less than one at size 16.
func (e Engine) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	err := p.Accept("bitboard", MaxSize, queens.GivenQueens|queens.BlockedSquares)
	if err != nil {
		return queens.Stats{}, err
	}
	if ctx.Err() != nil {
		return queens.Stats{}, search.Interrupted(ctx)
	}
	b := newBoard(p)
	switch {
	case e.observer != nil:
		return searchClearly(ctx, b, events.To(e.observer), yield)
	case b.height == 0:
		return b.complete(yield)
	case e.Threads > 1:
		return searchParallel(ctx, b, e.Threads, yield)
	}
	return searchSequential(ctx, b, yield)
}

// complete delivers the only solution of a board on which every queen is given.
func (b *board) complete(yield func(queens.Placement) bool) (stats queens.Stats, err error) {
	if !yield(b.given) {
		err = queens.ErrStopped
	}
	return b.stats(new([MaxSize]uint64), 1, 0), err
}

// searchSequential searches b in the calling goroutine.
func searchSequential(ctx context.Context, b *board, yield func(queens.Placement) bool) (queens.Stats, error) {
	s := newSearcher(b)
	root := b.root()
	s.start(&root)
	found := b.given.Clone()
	var solutions, kept uint64
	stopped := false
	deliver := func(from int) bool {
		for i := from; i < b.height; i++ {
			found[b.rows[i]] = int(s.path[i])
		}
		solutions++
		kept += uint64(b.height - from)
		stopped = !yield(found)
		return !stopped && ctx.Err() == nil
	}
	for s.run(pollEvery, deliver) {
		if stopped {
			s.forgetAhead()
			return b.stats(&s.placed, solutions, kept), queens.ErrStopped
		}
		if ctx.Err() != nil {
			kept += s.waiting(solutions > 0)
			return b.stats(&s.placed, solutions, kept), search.Interrupted(ctx)
		}
	}
	return b.stats(&s.placed, solutions, kept), nil
}

// waiting returns the number of nodes that the search has not returned from,
// without those on the way to the solution found last, if there is one.
func (s *searcher) waiting(found bool) uint64 {
	var t tally
	if found {
		t.add(s.path[:s.height])
	}
	before := t.nodes
	s.giveAll(func(it item) { t.add(it.path[:it.row]) })
	return t.nodes - before
}

// A tally counts the different nodes on paths that come in lexicographic order.
type tally struct {
	last  [MaxSize]uint8 // the path added last
	size  int            // its length
	nodes uint64
}

// add counts the nodes of a path and returns the first row in which it leaves
// the path before it.
func (t *tally) add(path []uint8) int {
	from := 0
	for from < t.size && from < len(path) && t.last[from] == path[from] {
		from++
	}
	t.size = copy(t.last[:], path)
	t.nodes += uint64(len(path) - from)
	return from
}
