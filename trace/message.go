package trace

import "example.org/queens"

// A Message is a sentence of the catalog: its key, and the names and values that
// the sentence speaks of, in turn.
type Message struct {
	Key    string
	Values []any
}

// Keys returns the keys of every message about an event or the end of a trace.
func Keys() []string {
	return []string{
		"trace.start", "trace.end",
		"trace.cut.events", "trace.cut.bytes", "trace.cut.solutions", "trace.cut.tries",
		"trace.given", "trace.try", "trace.place", "trace.remove", "trace.remove.dead", "trace.solution",
		"trace.conflict.column", "trace.conflict.diagonal", "trace.conflict.antidiagonal", "trace.blocked",
		"trace.clash.row", "trace.clash.column", "trace.clash.diagonal", "trace.clash.antidiagonal", "trace.clash.blocked",
		"trace.set", "trace.begin", "trace.swap", "trace.swap.same", "trace.digit",
		"trace.candidate", "trace.candidate.not", "trace.restart",
		"trace.line", "trace.tightest.row", "trace.tightest.column", "trace.tied.row", "trace.tied.column",
		"trace.proof", "trace.proof.none", "trace.mark",
	}
}

// Message returns the sentence of the event that led to the position, or that of
// the beginning. Rows and columns count from base, 0 or 1.
func (p *Player) Message(base int) Message {
	e, ok := p.Event()
	if !ok {
		return Message{"trace.start", []any{"Method", p.trace.Method, "Size", p.trace.Problem.Size}}
	}
	row, col := e.Square.Row+base, e.Square.Col+base
	at := []any{"Row", row, "Col", col}
	both := append(at, "OtherRow", e.Other.Row+base, "OtherCol", e.Other.Col+base)
	switch e.Kind {
	case queens.EventConflict:
		return p.conflict(e, both, base)
	case queens.EventBlocked:
		return Message{pick(p.trace.tries(), "trace.clash.blocked", "trace.blocked"), at}
	case queens.EventRemove:
		return Message{pick(e.Yes, "trace.remove.dead", "trace.remove"), at}
	case queens.EventSolution:
		return Message{"trace.solution", []any{"Solutions", p.stats.Solutions}}
	case queens.EventSet:
		return Message{pick(p.trace.tries(), "trace.begin", "trace.set"), at}
	case queens.EventSwap:
		return Message{pick(e.Square.Row == e.Other.Row, "trace.swap.same", "trace.swap"), both}
	case queens.EventDigit:
		return Message{"trace.digit", both}
	case queens.EventCandidate:
		return Message{pick(e.Yes, "trace.candidate", "trace.candidate.not"), []any{"Tries", p.stats.Tries}}
	case queens.EventRestart:
		return Message{"trace.restart", []any{"Attempt", p.Count(queens.EventRestart) + 1}}
	case queens.EventLine:
		return lineMessage(e, at)
	case queens.EventProof:
		return Message{pick(e.Yes, "trace.proof", "trace.proof.none"), []any{"Nodes", e.Nodes}}
	}
	return Message{"trace." + e.Kind.String(), at} // given, try, place, mark
}

// conflict is the message of a conflict. A clash is one between queens that stand.
// Value is what the squares of the diagonal have in common, in rows and columns
// that count from base.
func (p *Player) conflict(e queens.Event, both []any, base int) Message {
	key := pick(p.trace.tries(), "trace.clash.", "trace.conflict.")
	switch e.Line {
	case queens.Row:
		return Message{key + "row", both}
	case queens.Column:
		return Message{key + "column", both}
	case queens.Diagonal:
		return Message{key + "diagonal", append(both, "Value", e.Square.Row-e.Square.Col)}
	}
	return Message{key + "antidiagonal", append(both, "Value", e.Square.Row+e.Square.Col+2*base)}
}

// lineMessage says how many squares are free in a line, and whether it was
// chosen because they are few.
func lineMessage(e queens.Event, at []any) Message {
	key := "trace.line"
	switch {
	case e.Ties == 1:
		key = "trace.tightest." + e.Line.String()
	case e.Ties > 1:
		key = "trace.tied." + e.Line.String()
	}
	return Message{key, append(at, "Free", e.Free, "Ties", e.Ties)}
}

// End returns the sentence behind the last event: the search is complete, or the
// trace is cut here.
func (t *Trace) End() Message {
	if t.Complete() {
		return Message{"trace.end", []any{"Solutions", t.Stats.Solutions, "Events", t.Len()}}
	}
	return Message{"trace.cut." + string(t.Cut), []any{
		"Solutions", t.Stats.Solutions, "Events", t.Len(), "Bytes", t.Len() * eventBytes, "Tries", t.Stats.Tries,
	}}
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
