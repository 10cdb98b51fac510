package trace

import (
	"context"
	"errors"

	"example.org/queens"
	"example.org/queens/methods"
	"example.org/queens/shuffle"
)

// DefaultEvents is how many events a trace may have if [Limits] says nothing.
const DefaultEvents = 1_000_000

// DefaultBytes is how many bytes its stream may have.
const DefaultBytes = 8 << 20

// Limits bound a trace: the search is stopped where one of them is reached, and
// the trace says which. 0 stands for [DefaultEvents], for [DefaultBytes], and
// for any number of solutions.
type Limits struct {
	Events    int
	Bytes     int // of the stream, not of the JSON form, which takes four thirds of it
	Solutions uint64
}

// events returns how many events there may be, and what cuts the trace there.
func (l Limits) events() (int, Cut) {
	events, bytes := l.Events, l.Bytes
	if events <= 0 {
		events = DefaultEvents
	}
	if bytes <= 0 {
		bytes = DefaultBytes
	}
	if bytes/eventBytes < events {
		return bytes / eventBytes, ByBytes
	}
	return events, ByEvents
}

// Record runs an engine of the method on a problem and returns what it did. A cut
// is not an error; the errors are those of the engine ([queens.Engine]), with no
// trace: it does not take the problem, or ctx ended. A board above [MaxSize] is
// refused with a [*queens.SizeError].
//
// Give Limits.Solutions to a method that delivers a stream: it would go on until
// another limit is reached.
func Record(ctx context.Context, m methods.Method, p queens.Problem, o methods.Options, l Limits) (*Trace, error) {
	if err := accept(m, p); err != nil {
		return nil, err
	}
	searching, stop := context.WithCancel(ctx)
	defer stop()
	r := &recorder{stop: stop}
	r.most, r.reason = l.events()
	found := uint64(0)
	engine := m.New(o).(queens.Observable).Observed(r)
	_, err := engine.Search(searching, p, func(queens.Placement) bool {
		found++
		return found != l.Solutions
	})
	tries, ended := errors.AsType[*shuffle.TriesError](err)
	switch {
	case r.cut != Whole:
	case err == nil:
	case errors.Is(err, queens.ErrStopped):
		r.cut = BySolutions
	case ended && tries.Tries == o.Tries:
		r.cut = ByTries
	default:
		return nil, err
	}
	t := &Trace{Method: m.Name, Problem: tidy(p), Cut: r.cut, words: r.words}
	if m.Seeded {
		t.Seed = o.Seed
	}
	t.Stats = t.replay()
	return t, nil
}

// replay returns the counters after the last event.
func (t *Trace) replay() queens.Stats {
	s := newState(t.Problem.Size)
	for i := range t.words {
		s.apply(t.Event(i), forward)
	}
	return s.stats
}

// A recorder keeps the events of a search and stops it when they are too many.
type recorder struct {
	words  []uint64
	most   int
	reason Cut // to cut at most
	cut    Cut
	stop   func()
}

// Observe keeps e, unless the trace is cut.
func (r *recorder) Observe(e queens.Event) {
	if len(r.words) < r.most && r.cut == Whole {
		r.words = append(r.words, pack(e))
		return
	}
	r.cut = r.reason
	r.stop()
}
