package bitboard

import (
	"context"
	"sync"
	"sync/atomic"

	"example.org/queens"
	"example.org/queens/internal/search"
)

// The parallel search is one list of units in lexicographic order. At first it
// holds the whole board. A worker claims the first unit that is free and
// searches it; when that takes long it gives up the highest row in which nodes
// wait, as free units right behind its own, so the next worker always works
// close to the front of the list. The consumer takes the solutions of the first
// unit, then removes it.
//
// Memory is bounded: a worker that has found too much ahead of the front waits.
// It cannot wait for ever, because the first unit is never made to wait for
// others, and it is either claimed or free for the worker that left it.
const (
	unitNodes       = 1 << 16 // nodes that a worker visits before it gives up a row
	chunkBytes      = 8 << 10 // bytes of solutions that are handed over at once
	chunksPerThread = 16      // chunks that wait for the consumer, for each thread
	chunksInFront   = 2       // chunks of the first unit that wait, however many others do
	unitsPerThread  = 128     // units claimed but not removed, for each thread
	lowestGiven     = 6       // rows from the bottom that are too small a search to give up
)

// A chunk holds solutions one after the other, a byte a row to fill.
type chunk []byte

// A unit is a part of the search; its place in the list is its order.
type unit struct {
	start   item
	claimed bool    // a worker has it, or had
	done    bool    // all its chunks are in full
	full    []chunk // found and not yet delivered
	next    *unit
}

// A crew is a parallel search: its workers and the list they share.
type crew struct {
	*board
	threads int
	stopped atomic.Bool // everyone is to end
	hungry  atomic.Bool // the consumer has nothing to deliver

	mu      sync.Mutex
	work    sync.Cond // workers wait here, for a unit or for room
	ready   sync.Cond // the consumer waits here
	first   *unit
	claimed int // units claimed and not yet removed
	queued  int // chunks in all units
	spare   []chunk
	unused  *unit           // units to use again
	placed  [MaxSize]uint64 // queens placed by the workers that have ended
}

// searchParallel searches b with the given number of workers and delivers in
// the calling goroutine.
func searchParallel(ctx context.Context, b *board, threads int, yield func(queens.Placement) bool) (queens.Stats, error) {
	c := &crew{board: b, threads: threads, first: &unit{start: b.root()}}
	c.work.L, c.ready.L = &c.mu, &c.mu
	d := delivery{crew: c, found: b.given.Clone(), yield: yield}
	err := d.run(ctx)
	d.tallyRest()
	return b.stats(&c.placed, d.solutions, d.kept.nodes), err
}

// stop makes every worker and the consumer end soon.
func (c *crew) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped.Store(true)
	c.work.Broadcast()
	c.ready.Broadcast()
}

// A delivery is the consumer's side of a crew.
type delivery struct {
	*crew
	found     queens.Placement
	yield     func(queens.Placement) bool
	solutions uint64
	kept      tally
	rest      chunk // what is left of the chunk being delivered
}

// run starts the workers, delivers all they find and leaves none behind,
// whether it ends by itself, by ctx or by a panic in yield.
func (d *delivery) run(ctx context.Context) error {
	var all sync.WaitGroup
	defer all.Wait()
	defer d.stop()
	ended := make(chan struct{})
	unwatch := context.AfterFunc(ctx, func() {
		d.stop()
		close(ended)
	})
	defer func() {
		if !unwatch() {
			<-ended
		}
	}()
	for range d.threads {
		all.Go(d.crew.worker)
	}
	for d.rest = d.take(); d.rest != nil; d.rest = d.take() {
		whole := d.rest
		if err := d.deliver(ctx); err != nil {
			return err
		}
		d.release(whole)
	}
	if d.stopped.Load() {
		return search.Interrupted(ctx)
	}
	return nil
}

// deliver passes on the solutions of rest.
func (d *delivery) deliver(ctx context.Context) error {
	for len(d.rest) > 0 {
		if d.stopped.Load() {
			return search.Interrupted(ctx)
		}
		path := d.rest[:d.height]
		d.rest = d.rest[d.height:]
		for i := d.kept.add(path); i < d.height; i++ {
			d.found[d.rows[i]] = int(path[i])
		}
		d.solutions++
		if !d.yield(d.found) {
			return queens.ErrStopped
		}
	}
	return nil
}

// take returns the next chunk in order, nil when the search has ended.
func (d *delivery) take() chunk {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.first != nil && !d.stopped.Load() {
		switch u := d.first; {
		case len(u.full) > 0:
			full := u.full[0]
			u.full = append(u.full[:0], u.full[1:]...)
			d.queued--
			d.work.Broadcast()
			return full
		case u.done:
			d.first = u.next
			d.claimed--
			d.recycle(u)
			d.work.Broadcast()
		default:
			d.hungry.Store(true)
			d.ready.Wait()
			d.hungry.Store(false)
		}
	}
	return nil
}

// release lets a delivered chunk be used again.
func (c *crew) release(delivered chunk) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spare = append(c.spare, delivered[:0])
}

// tallyRest adds to kept, after the end of a search that was stopped, the
// solutions that were not delivered and the nodes that were not returned from.
func (d *delivery) tallyRest() {
	d.tallyChunk(d.rest)
	for u := d.first; u != nil; u = u.next {
		for _, full := range u.full {
			d.tallyChunk(full)
		}
		if !u.claimed {
			d.kept.add(u.start.path[:u.start.row])
		}
	}
}

func (d *delivery) tallyChunk(paths chunk) {
	for ; len(paths) > 0; paths = paths[d.height:] {
		d.kept.add(paths[:d.height])
	}
}

// recycle keeps a unit for later use. The lock is held.
func (c *crew) recycle(u *unit) {
	u.next = c.unused
	c.unused = u
}

// insert puts a free unit behind u and returns it. The lock is held.
func (c *crew) insert(u *unit, start item) *unit {
	added := c.unused
	if added == nil {
		added = new(unit)
	} else {
		c.unused = added.next
	}
	*added = unit{start: start, full: added.full[:0], next: u.next}
	u.next = added
	return added
}

// claim returns the first free unit, nil when there will be no more.
func (c *crew) claim() *unit {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.first != nil && !c.stopped.Load() {
		u := c.first
		for u != nil && u.claimed {
			u = u.next
		}
		if u != nil && (u == c.first || c.claimed < c.threads*unitsPerThread) {
			u.claimed = true
			c.claimed++
			return u
		}
		c.work.Wait()
	}
	return nil
}

// A worker searches units and puts what it finds into chunks.
type worker struct {
	*crew
	searcher *searcher
	unit     *unit // the unit at hand
	open     chunk // found and not yet in unit.full
}

// worker claims and searches units until there are no more.
func (c *crew) worker() {
	u := c.claim()
	if u == nil {
		return
	}
	w := worker{crew: c, searcher: newSearcher(c.board), open: make(chunk, 0, chunkBytes)}
	for ; u != nil; u = c.claim() {
		w.unit = u
		w.search()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, placed := range w.searcher.placed {
		c.placed[i] += placed
	}
}

// search searches the unit at hand, and those behind it as long as they are
// free and the work is small.
func (w *worker) search() {
	w.searcher.start(&w.unit.start)
	for budget := unitNodes; ; budget -= pollEvery {
		more := w.searcher.run(pollEvery, w.keep)
		if w.stopped.Load() {
			w.giveUp(w.searcher.giveAll)
			break
		}
		if w.hungry.Load() {
			w.offer()
		}
		if more && budget <= 0 {
			w.share()
			budget = unitNodes
		}
		if !more && (budget <= 0 || !w.absorb()) {
			break
		}
	}
	w.finish()
}

// keep stores the solution found last.
func (w *worker) keep(int) bool {
	w.open = append(w.open, w.searcher.path[:w.height]...)
	if cap(w.open)-len(w.open) < w.height {
		return w.publish()
	}
	return true
}

// share gives up the highest row in which nodes wait.
func (w *worker) share() {
	s := w.searcher
	for row := s.base; row <= min(s.row, s.height-lowestGiven); row++ {
		if s.levels[row].pos < s.levels[row].end {
			w.giveUp(func(take func(item)) { s.give(row, take) })
			return
		}
	}
}

// giveUp puts the nodes that give takes out of the search behind the unit.
func (w *worker) giveUp(give func(take func(item))) {
	w.mu.Lock()
	defer w.mu.Unlock()
	last := w.unit
	give(func(it item) { last = w.insert(last, it) })
	w.work.Broadcast()
}

// absorb makes the unit behind the one at hand a part of it if it is free.
func (w *worker) absorb() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	u := w.unit.next
	if u == nil || u.claimed {
		return false
	}
	w.searcher.start(&u.start)
	w.unit.next = u.next
	w.recycle(u)
	return true
}

// publish hands over what was found, when there is room; false if the search
// was stopped meanwhile.
func (w *worker) publish() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.open) > 0 && !w.room() && !w.stopped.Load() {
		w.work.Wait()
	}
	w.push()
	return !w.stopped.Load()
}

// offer hands over what was found if the consumer waits for this unit.
func (w *worker) offer() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.unit == w.first {
		w.push()
	}
}

// room reports whether another chunk may be queued. The lock is held.
func (w *worker) room() bool {
	if w.unit == w.first && len(w.unit.full) < chunksInFront {
		return true
	}
	return w.queued < w.threads*chunksPerThread
}

// push queues what was found. The lock is held.
func (w *worker) push() {
	if len(w.open) == 0 {
		return
	}
	w.unit.full = append(w.unit.full, w.open)
	w.queued++
	w.ready.Signal()
	if last := len(w.spare) - 1; last >= 0 {
		w.open = w.spare[last]
		w.spare = w.spare[:last]
	} else {
		w.open = make(chunk, 0, chunkBytes)
	}
}

// finish ends the unit at hand.
func (w *worker) finish() {
	w.publish()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unit.done = true
	w.ready.Signal()
}
