package server

import (
	"runtime"
	"time"
)

// Limits bound what requests may take. What goes beyond is refused with status
// 429, a reason and a time to try again, a body that is too large with 413.
type Limits struct {
	Body     int64         // bytes of a request's body
	Requests int           // requests at once, streams apart
	Heavy    int           // requests at once that keep a processor busy
	Traces   int           // traces at once that are made or sent
	Waiting  int           // requests that wait for one of the two above
	Patience time.Duration // how long they wait
	Work     time.Duration // how long a heavy request may take
	Fits     time.Duration // how long the completions of a board are counted
	Events   int           // events of a trace
	Streams  int           // open streams

	Counts    int           // counts that are running or wait for their turn
	Quick     int           // running counts that are expected to end within QuickTime
	Long      int           // other running counts
	QuickTime time.Duration // see Quick
	Grace     time.Duration // a count that nobody listens to for so long is cancelled
	Keep      time.Duration // how long the result of a count is kept
	Kept      int           // how many results are kept
	Heartbeat time.Duration // a stream says something at least so often

	ClusterGap  time.Duration // between two questions about the count on many machines
	ClusterWait time.Duration // how long a request waits for an answer before it takes the last one
	ClusterTime time.Duration // how long a question may take
}

// DefaultLimits returns limits under which a class of thirty can work and a
// small machine stays well.
func DefaultLimits() Limits {
	processors := runtime.GOMAXPROCS(0)
	return Limits{
		Body:     64 << 10,
		Requests: 256,
		Heavy:    max(2, processors),
		Traces:   12,
		Waiting:  128,
		Patience: 8 * time.Second,
		Work:     5 * time.Second,
		Fits:     200 * time.Millisecond,
		Events:   1_000_000,
		Streams:  96,

		Counts:    48,
		Quick:     2,
		Long:      2,
		QuickTime: 10 * time.Second,
		Grace:     5 * time.Second,
		Keep:      2 * time.Minute,
		Kept:      256,
		Heartbeat: 15 * time.Second,

		ClusterGap:  time.Second,
		ClusterWait: time.Second,
		ClusterTime: time.Minute,
	}
}

// orDefault returns l with the defaults for what is zero.
func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	fill(&l.Body, d.Body)
	for _, f := range []struct {
		field *int
		value int
	}{
		{&l.Requests, d.Requests}, {&l.Heavy, d.Heavy}, {&l.Traces, d.Traces}, {&l.Waiting, d.Waiting},
		{&l.Events, d.Events}, {&l.Streams, d.Streams}, {&l.Counts, d.Counts}, {&l.Quick, d.Quick}, {&l.Long, d.Long}, {&l.Kept, d.Kept},
	} {
		fill(f.field, f.value)
	}
	for _, f := range []struct {
		field *time.Duration
		value time.Duration
	}{
		{&l.Patience, d.Patience}, {&l.Work, d.Work}, {&l.Fits, d.Fits}, {&l.QuickTime, d.QuickTime},
		{&l.Grace, d.Grace}, {&l.Keep, d.Keep}, {&l.Heartbeat, d.Heartbeat},
		{&l.ClusterGap, d.ClusterGap}, {&l.ClusterWait, d.ClusterWait}, {&l.ClusterTime, d.ClusterTime},
	} {
		fill(f.field, f.value)
	}
	return l
}

// fill sets a field that is zero.
func fill[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
