package cluster

import "time"

// A meter tells how fast results come in: over the last minute, or, if they come slowly, over the last twenty.
type meter struct {
	marks []mark // the newest last
}

// A mark is what had come in by a time.
type mark struct {
	at    time.Time
	units int
	busy  time.Duration // of cores
}

const (
	meterSpan  = time.Minute
	meterLeast = 20          // marks
	meterStep  = time.Second // results closer than that share a mark
	meterFirst = 2           // seconds: before that it says nothing
)

// start begins anew: what was measured before says nothing any more.
func (m *meter) start(now time.Time) { m.marks = append(m.marks[:0], mark{at: now}) }

// add notes that units came in that a core was busy with for so long.
func (m *meter) add(units int, busy time.Duration, now time.Time) {
	last := m.marks[len(m.marks)-1]
	next := mark{now, last.units + units, last.busy + busy}
	if n := len(m.marks); n > 1 && now.Sub(m.marks[n-2].at) < meterStep {
		m.marks[n-1] = next
	} else {
		m.marks = append(m.marks, next)
	}
	for len(m.marks) > meterLeast && now.Sub(m.marks[1].at) > meterSpan {
		m.marks = m.marks[1:]
	}
}

// rates returns units a second and how many cores were busy; 0 while unknown.
func (m *meter) rates(now time.Time) (units, cores float64) {
	first, last := m.marks[0], m.marks[len(m.marks)-1]
	span := now.Sub(first.at).Seconds()
	if len(m.marks) < 2 || span < meterFirst {
		return 0, 0
	}
	return float64(last.units-first.units) / span, (last.busy - first.busy).Seconds() / span
}
