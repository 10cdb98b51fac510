package trace

import (
	"slices"

	"example.org/queens"
)

// A Player stands between two events of a trace and goes forward and backward.
// Position i is the point after i events; a new player stands at 0. It is not
// safe for concurrent use; a trace may have many players.
type Player struct {
	trace *Trace
	at    int
	state

	last  queens.Placement // the last solution before at
	diffs []diff           // what each solution changes in last, one solution after another
	ends  []int            // where the diffs of each solution end

	after [maxKind + 1][]int // positions right after the events of each kind
}

// A diff is a row in which a solution differs from the one before it.
type diff struct{ row, before, after int16 }

// NewPlayer returns a player of a trace. It reads the trace once.
func NewPlayer(t *Trace) *Player {
	n := t.Problem.Size
	p := &Player{trace: t, state: newState(n), last: newState(n).queens}
	for i := range t.words {
		e := t.Event(i)
		p.after[e.Kind] = append(p.after[e.Kind], i+1)
	}
	p.readSolutions()
	return p
}

// readSolutions finds in which rows solutions differ, looking at rows that have
// changed only. Each event changes two rows at most, so there are no more diffs
// than twice the events.
func (p *Player) readSolutions() {
	s, last := newState(p.trace.Problem.Size), newState(p.trace.Problem.Size).queens
	var changed []int
	isChanged := make([]bool, len(last))
	change := func(row int) {
		if !isChanged[row] {
			isChanged[row] = true
			changed = append(changed, row)
		}
	}
	for i := range p.trace.words {
		e := p.trace.Event(i)
		s.apply(e, forward)
		if hasSquare(e.Kind) {
			change(e.Square.Row)
		}
		if hasOther(e.Kind) {
			change(e.Other.Row)
		}
		if e.Kind != queens.EventSolution {
			continue
		}
		for _, row := range changed {
			if s.queens[row] != last[row] {
				p.diffs = append(p.diffs, diff{int16(row), int16(last[row]), int16(s.queens[row])})
				last[row] = s.queens[row]
			}
			isChanged[row] = false
		}
		changed = changed[:0]
		p.ends = append(p.ends, len(p.diffs))
	}
}

// Trace returns the trace that is played.
func (p *Player) Trace() *Trace { return p.trace }

// Len returns the number of events, which is the last position.
func (p *Player) Len() int { return p.trace.Len() }

// At returns the position.
func (p *Player) At() int { return p.at }

// Forward goes one event on; false at the end.
func (p *Player) Forward() bool {
	if p.at == p.Len() {
		return false
	}
	e := p.trace.Event(p.at)
	p.at++
	p.apply(e, forward)
	if e.Kind == queens.EventSolution {
		for _, d := range p.diffsOf(p.stats.Solutions) {
			p.last[d.row] = int(d.after)
		}
	}
	return true
}

// Back goes one event back; false at the beginning.
func (p *Player) Back() bool {
	if p.at == 0 {
		return false
	}
	p.at--
	e := p.trace.Event(p.at)
	if e.Kind == queens.EventSolution {
		for _, d := range p.diffsOf(p.stats.Solutions) {
			p.last[d.row] = int(d.before)
		}
	}
	p.apply(e, backward)
	return true
}

// diffsOf returns what the solution with a number from 1 changed.
func (p *Player) diffsOf(number uint64) []diff {
	begin := 0
	if number > 1 {
		begin = p.ends[number-2]
	}
	return p.diffs[begin:p.ends[number-1]]
}

// Seek goes to a position, step by step, some ten nanoseconds each; to the
// nearest one if there is no such position.
func (p *Player) Seek(position int) {
	position = min(max(position, 0), p.Len())
	for p.at < position {
		p.Forward()
	}
	for p.at > position {
		p.Back()
	}
}

// Event returns the event that led to the position; false at the beginning.
func (p *Player) Event() (queens.Event, bool) {
	if p.at == 0 {
		return queens.Event{}, false
	}
	return p.trace.Event(p.at - 1), true
}

// Queens returns the queens that stand, None in a row without one. The placement
// is the player's and changes with it.
func (p *Player) Queens() queens.Placement { return p.queens }

// Stats returns the counters. Levels is the player's and changes with it.
func (p *Player) Stats() queens.Stats { return p.stats }

// Depth returns how many queens stand that were not given.
func (p *Player) Depth() int { return p.depth }

// Refused returns the event that refused a square, a conflict or blocked, if it
// is the one that led to the position.
func (p *Player) Refused() (queens.Event, bool) {
	e, _ := p.Event()
	return e, e.Kind == queens.EventConflict || e.Kind == queens.EventBlocked
}

// LastSolution returns the last solution found, nil if there is none. It is the
// player's and changes with it.
func (p *Player) LastSolution() queens.Placement {
	if p.stats.Solutions == 0 {
		return nil
	}
	return p.last
}

// Count returns how many events of a kind there were.
func (p *Player) Count(k queens.EventKind) int {
	i, _ := slices.BinarySearch(p.after[k&maxKind], p.at+1)
	return i
}

// Next returns the position after the next event of a kind; false if there is
// none. A placement is [queens.EventPlace] or [queens.EventSet], a step back
// [queens.EventRemove].
func (p *Player) Next(k queens.EventKind) (int, bool) {
	list, i := p.after[k&maxKind], p.Count(k)
	if i == len(list) {
		return p.Len(), false
	}
	return list[i], true
}

// Previous returns the position after the last event of a kind before the one
// that led here; false if there is none.
func (p *Player) Previous(k queens.EventKind) (int, bool) {
	list := p.after[k&maxKind]
	i, _ := slices.BinarySearch(list, p.at)
	if i == 0 {
		return 0, false
	}
	return list[i-1], true
}
