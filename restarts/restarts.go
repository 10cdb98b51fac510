// Package restarts finds one solution of problems that are too large to be
// searched from the top row down: hundreds of rows, with given queens and
// blocked squares.
//
// It goes on in the row with the fewest free squares, breaks ties and orders
// the columns at random, and starts anew when an attempt has visited more nodes
// than it may. An unlucky choice near the root then costs one attempt and not a
// lifetime. The limit grows geometrically, so that some attempt ends below it:
// that one has searched everything, and only then does the engine say that
// there is no solution. For a hard problem this may take as long as any
// exhaustive search.
package restarts

import (
	"context"
	"errors"

	"example.org/queens"
	"example.org/queens/internal/events"
	"example.org/queens/internal/mrv"
	"example.org/queens/internal/random"
	"example.org/queens/internal/search"
)

// MaxSize is the largest board that the engine takes.
const MaxSize = 1000

// Engine delivers one solution, or none if none exists, and honours given
// queens and blocked squares. The same seed finds the same solution. The zero
// value is ready for use.
type Engine struct {
	Seed     uint64
	observer queens.Observer
}

var _ queens.Observable = Engine{}

// Observed returns the same engine reporting to o, see [queens.Observable].
// Given queens are reported once. An attempt that is given up removes its queens
// and writes no mark for it; then the search restarts.
func (e Engine) Observed(o queens.Observer) queens.Engine {
	e.observer = o
	return e
}

// Search implements [queens.Engine]. It returns nil after one solution. The
// statistics are those of all attempts together.
//
//trace:show
func (e Engine) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	if err := p.Accept("restarts", MaxSize, queens.GivenQueens|queens.BlockedSquares); err != nil {
		return queens.Stats{}, err
	}
	if ctx.Err() != nil {
		return queens.Stats{}, search.Interrupted(ctx)
	}
	var total queens.Stats
	board := search.Board{Size: p.Size, Given: p.GivenByRow(), Blocked: p.BlockedTable()}
	source := random.New(e.Seed)
	reporter := events.To(e.observer)
	hooks := firstHooks(reporter)
	for limit := firstLimit(p.Size); ; limit += limit / 2 {
		stopped := false
		counts, err := mrv.Run(ctx, board, source, limit, hooks, func(cols []int) bool {
			stopped = !yield(cols)
			return false
		})
		add(&total, events.Stats(counts))
		switch {
		case errors.Is(err, mrv.ErrLimit):
			hooks = restart(reporter, board.Given) //trace:restart
			continue
		case errors.Is(err, search.ErrStopped) && !stopped:
			return total, nil // one solution was wanted, and it was delivered
		}
		return total, err
	}
}

// firstLimit is the node limit of the first attempt: enough to go down the
// board and to mend a few choices at its end.
func firstLimit(n int) uint64 { return uint64(2*n + 100) }

// firstHooks returns the hooks of the first attempt, nil for no reporter.
func firstHooks(r *events.Reporter) mrv.Hooks {
	if r == nil {
		return nil
	}
	return r
}

// laterHooks are those of the attempts after it: the given queens stand already.
type laterHooks struct{ *events.Reporter }

func (laterHooks) Given(int, int, int) {}

// restart tells that the next attempt begins, which marks the given queens
// anew, and returns its hooks.
func restart(r *events.Reporter, given []int) mrv.Hooks {
	if r == nil {
		return nil
	}
	marks := 0
	for _, col := range given {
		if col != queens.None {
			marks += mrv.MarksPerQueen
		}
	}
	r.Tell(queens.Event{Kind: queens.EventRestart, Marks: marks})
	return laterHooks{r}
}

// add adds the counts of one attempt.
func add(total *queens.Stats, s queens.Stats) {
	total.Nodes += s.Nodes
	total.Backtracks += s.Backtracks
	total.Tests += s.Tests
	total.Marks += s.Marks
	total.Solutions += s.Solutions
	if total.Levels == nil {
		total.Levels = s.Levels
		return
	}
	for row, nodes := range s.Levels {
		total.Levels[row] += nodes
	}
}
