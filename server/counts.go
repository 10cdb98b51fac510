package server

import (
	"context"
	"crypto/rand"
	"sync"
	"time"
)

// The states of a count.
const (
	waiting   = "waiting" // for its turn
	counting  = "counting"
	done      = "done"
	cancelled = "cancelled"
	failed    = "failed"
)

// counts are all counts that were started and not yet forgotten. Every count
// runs in a goroutine of its own once a lane has room; it is cancelled when
// nobody listens to it.
type counts struct {
	counter     Counter
	limits      Limits
	ctx         context.Context // of the server
	quick, long chan struct{}   // the lanes: counts that run
	all         sync.WaitGroup

	mu     sync.Mutex
	byID   map[string]*count
	ids    []string // in the order in which they were started
	active int      // counts that have not ended
}

// A count is one of them.
type count struct {
	id         string
	n, threads int
	cancel     context.CancelFunc
	begin      time.Time

	mu        sync.Mutex
	state     string
	progress  Progress
	elapsed   time.Duration // of a count that has ended
	result    string
	version   int           // grows with every change
	changed   chan struct{} // closed with every change
	listeners int
	idle      *time.Timer // cancels the count that nobody listens to
}

func newCounts(ctx context.Context, counter Counter, limits Limits) *counts {
	return &counts{
		counter: counter, limits: limits, ctx: ctx,
		quick: make(chan struct{}, limits.Quick), long: make(chan struct{}, limits.Long),
		byID: map[string]*count{},
	}
}

// start starts a count; errBusy if there are too many. It is quick if it is
// expected to end soon: those do not wait for the others.
func (c *counts) start(n, threads int, quick bool) (*count, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx.Err() != nil || c.active == c.limits.Counts {
		return nil, errBusy
	}
	ctx, cancel := context.WithCancel(c.ctx)
	j := &count{
		id: rand.Text(), n: n, threads: threads, cancel: cancel,
		begin: time.Now(), state: waiting, version: 1, changed: make(chan struct{}),
		idle: time.AfterFunc(c.limits.Grace, cancel),
	}
	c.active++
	c.byID[j.id] = j
	c.ids = append(c.ids, j.id)
	lane := c.long
	if quick {
		lane = c.quick
	}
	c.all.Go(func() { c.run(ctx, j, lane) })
	return j, nil
}

// run waits for its turn and counts.
func (c *counts) run(ctx context.Context, j *count, lane chan struct{}) {
	defer c.ended(j)
	defer j.cancel()
	select {
	case lane <- struct{}{}:
		defer func() { <-lane }()
	case <-ctx.Done():
		j.finish(cancelled, "")
		return
	}
	defer func() {
		if recover() != nil {
			j.finish(failed, "")
		}
	}()
	j.change(func() { j.state, j.begin = counting, time.Now() })
	result, err := c.counter.Count(ctx, j.n, j.threads, func(p Progress) {
		j.change(func() { j.progress = p })
	})
	switch {
	case err == nil:
		j.finish(done, result)
	case ctx.Err() != nil:
		j.finish(cancelled, "")
	default:
		j.finish(failed, "")
	}
}

// ended keeps the result of a count for a while.
func (c *counts) ended(j *count) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.active--
	time.AfterFunc(c.limits.Keep, func() { c.forget(j.id) })
	for i := 0; i < len(c.ids) && len(c.ids)-c.active > c.limits.Kept; i++ {
		if c.byID[c.ids[i]].hasEnded() {
			delete(c.byID, c.ids[i])
			c.ids = append(c.ids[:i:i], c.ids[i+1:]...)
			i--
		}
	}
}

// forget drops a count that has ended.
func (c *counts) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byID, id)
	kept := c.ids[:0]
	for _, other := range c.ids {
		if other != id {
			kept = append(kept, other)
		}
	}
	c.ids = kept
}

// find returns a count; nil if there is none of that id.
func (c *counts) find(id string) *count {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byID[id]
}

// running returns how many counts have not ended.
func (c *counts) running() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.active
}

// wait returns when all counts have ended.
func (c *counts) wait() { c.all.Wait() }

// change changes a count and wakes its listeners.
func (j *count) change(how func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	how()
	j.version++
	close(j.changed)
	j.changed = make(chan struct{})
}

func (j *count) finish(state, result string) {
	j.idle.Stop()
	j.change(func() {
		j.elapsed = time.Since(j.begin)
		j.state, j.result = state, result
		if state == done {
			j.progress = Progress{Share: 1}
		}
	})
}

func (j *count) hasEnded() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return isEnd(j.state)
}

func isEnd(state string) bool { return state != waiting && state != counting }

// listen says that someone listens; the returned function, that they left.
func (j *count) listen(grace time.Duration) (leave func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.listeners++
	j.idle.Stop()
	return func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.listeners--
		if j.listeners == 0 && !isEnd(j.state) {
			j.idle.Reset(grace)
		}
	}
}

// A countBody is the state of a count.
type countBody struct {
	ID      string  `json:"id"`
	N       int     `json:"n"`
	Threads int     `json:"threads"`
	State   string  `json:"state" enum:"waiting,counting,done,cancelled,failed"`
	Share   float64 `json:"share" doc:"Part of the work that is done, 0 to 1"`
	Elapsed float64 `json:"elapsed" doc:"Seconds since it began"`
	ToGo    float64 `json:"toGo" doc:"Seconds that it will still take, 0 while unknown"`
	Count   string  `json:"count" doc:"Q(n) once it is done, else empty"`
}

// look returns the state of a count, its version, and a channel that is closed
// when it changes.
func (j *count) look() (body countBody, version int, changed <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	elapsed := j.elapsed
	if !isEnd(j.state) {
		elapsed = time.Since(j.begin)
	}
	body = countBody{
		ID: j.id, N: j.n, Threads: j.threads, State: j.state, Share: j.progress.Share,
		Elapsed: elapsed.Seconds(), ToGo: j.progress.ToGo.Seconds(), Count: j.result,
	}
	return body, j.version, j.changed
}
