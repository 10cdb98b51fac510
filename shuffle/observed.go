package shuffle

import (
	"context"

	"example.org/queens"
	"example.org/queens/internal/events"
	"example.org/queens/internal/random"
	"example.org/queens/internal/search"
)

// observed is the loop of Search, reporting. It looks at its context before
// every swap, since whoever watches may be slow.
//
//trace:show
func (e Engine) observed(ctx context.Context, t *trier, stats queens.Stats, possible bool, yield func(queens.Placement) bool) (queens.Stats, error) {
	tell := events.To(e.observer)
	tell.Tell(queens.Event{Kind: queens.EventProof, Nodes: stats.Nodes, Yes: possible}) //trace:proof
	if !possible {
		return stats, nil
	}
	t.tellStart(tell)
	for {
		if ctx.Err() != nil {
			return stats, search.Interrupted(ctx)
		}
		if e.MaxTries > 0 && stats.Tries == e.MaxTries {
			return stats, &TriesError{Tries: stats.Tries}
		}
		if err := t.shuffle(ctx, tell); err != nil {
			return stats, err
		}
		stats.Tries++
		stats.Permutations++ //trace:candidate
		tell.Candidate(true)
		before := stats.Tests
		ok := t.valid(&stats.Tests)
		tests := int(stats.Tests - before)
		if !ok {
			tell.Tell(t.refusal(tests))
			continue
		}
		stats.Solutions++ //trace:solution
		tell.Tell(queens.Event{Kind: queens.EventSolution, Tests: tests})
		if !yield(t.placement()) {
			return stats, queens.ErrStopped
		}
	}
}

// shuffle is random.Shuffle, swap by swap.
//
//trace:show
func (t *trier) shuffle(ctx context.Context, tell *events.Reporter) error {
	for i, j := range random.Swaps(t.source, len(t.columns)) {
		t.columns[i], t.columns[j] = t.columns[j], t.columns[i] //trace:swap
		tell.Tell(queens.Event{Kind: queens.EventSwap, Square: t.square(i), Other: t.square(j)})
		if ctx.Err() != nil {
			return search.Interrupted(ctx)
		}
	}
	return nil
}

// tellStart tells where the queens stand before the first shuffle.
//
//trace:show
func (t *trier) tellStart(tell *events.Reporter) {
	for row, col := range t.whole {
		if col != queens.None {
			tell.Given(row, col, 0) //trace:given
		}
	}
	for i, row := range t.rows {
		tell.Set(row, t.columns[i]) //trace:set
	}
}

// square returns where the i-th queen lies now.
func (t *trier) square(i int) queens.Square {
	return queens.Square{Row: t.rows[i], Col: t.columns[i]}
}

// refusal says why the try was not valid, which looked at so many queens: the
// last of them is attacked by a given one or by one before her, or stands on a
// blocked square.
func (t *trier) refusal(tests int) queens.Event {
	last := tests - 1
	standing := t.whole.Clone()
	for i, row := range t.rows {
		standing[row] = queens.None
		if i < last {
			standing[row] = t.columns[i]
		}
	}
	refusal := events.Refusal(standing, t.square(last))
	refusal.Tests = tests
	return refusal
}
