package methods

import (
	"context"
	"errors"

	"example.org/queens"
)

// adviser is an engine that adds to the refusal of a constraint which methods
// take it.
type adviser struct{ engine queens.Engine }

// Observed implements [queens.Observable] for an engine that is observable.
func (a adviser) Observed(o queens.Observer) queens.Engine {
	return adviser{a.engine.(queens.Observable).Observed(o)}
}

// Search implements [queens.Engine].
func (a adviser) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	stats, err := a.engine.Search(ctx, p, yield)
	if refusal, ok := errors.AsType[*queens.UnsupportedError](err); ok {
		refusal.Alternatives = Honouring(p.Constraints())
	}
	return stats, err
}
