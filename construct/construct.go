// Package construct writes down one solution of any size without searching.
//
// The rule is that of E. J. Hoffman, J. C. Loessi and R. C. Moore,
// "Constructions for the Solution of the m Queens Problem", Mathematics
// Magazine 42 (1969), 66-72. The first such rules are those of E. Pauls, 1874.
// Who has given queens or blocked squares needs package restarts.
package construct

import (
	"context"

	"example.org/queens"
	"example.org/queens/internal/events"
	"example.org/queens/internal/search"
)

// MaxSize is the largest board that the engine takes.
const MaxSize = 1_000_000

// Engine delivers one solution, always the same, of the empty board; none for
// the sizes 2 and 3, which have none. It takes neither given queens nor blocked
// squares. The zero value is ready for use.
type Engine struct {
	observer queens.Observer
}

var _ queens.Observable = Engine{}

// Observed returns the same engine reporting to o, see [queens.Observable]: each
// queen that the rule sets, from the top row down.
func (e Engine) Observed(o queens.Observer) queens.Engine { return Engine{observer: o} }

// Search implements [queens.Engine]. It returns nil after one solution.
func (e Engine) Search(ctx context.Context, p queens.Problem, yield func(queens.Placement) bool) (queens.Stats, error) {
	if err := p.Accept("construct", MaxSize, 0); err != nil {
		return queens.Stats{}, err
	}
	if ctx.Err() != nil {
		return queens.Stats{}, search.Interrupted(ctx)
	}
	placement, ok := Placement(p.Size)
	if !ok {
		return queens.Stats{}, nil
	}
	if err := tell(ctx, events.To(e.observer), placement); err != nil {
		return queens.Stats{}, err
	}
	stats := queens.Stats{Solutions: 1}
	if !yield(placement) {
		return stats, queens.ErrStopped
	}
	return stats, nil
}

// tell tells an observer which queens the rule set.
//
//trace:show
func tell(ctx context.Context, r *events.Reporter, p queens.Placement) error {
	if r == nil {
		return nil
	}
	for row, col := range p {
		if ctx.Err() != nil {
			return search.Interrupted(ctx)
		}
		r.Set(row, col) //trace:set
	}
	r.Solution() //trace:solution
	return nil
}

// Placement returns the solution for size n; false if n is below 1, 2 or 3.
//
// An odd board is the next smaller even one with a queen added in the lower
// right corner: both even rules leave the main diagonal empty.
//
//trace:show
func Placement(n int) (queens.Placement, bool) {
	if n < 1 || n == 2 || n == 3 {
		return nil, false
	}
	p := make(queens.Placement, n)
	even := p[:n-n%2]
	if len(even)%6 == 2 {
		shifted(even)
	} else {
		stairs(even)
	}
	if n%2 == 1 {
		p[n-1] = n - 1
	}
	return p, true
}

// stairs goes down by knight's moves, first on the odd columns, then on the
// even ones. It is a solution unless n = 2 modulo 6.
//
//trace:show
func stairs(p queens.Placement) {
	half := len(p) / 2
	for j := range half {
		p[j] = 2*j + 1
		p[half+j] = 2 * j
	}
}

// shifted goes down the upper half by knight's moves that start near the middle
// and wrap around; the lower half is the upper one turned by half a turn. It is
// a solution unless n = 0 modulo 6.
//
//trace:show
func shifted(p queens.Placement) {
	n := len(p)
	for j := range n / 2 {
		col := (2*j + n/2 - 1) % n
		p[j] = col
		p[n-1-j] = n - 1 - col
	}
}
