package nats

import (
	"context"
	"fmt"
	"strings"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"

	"example.org/queens/cluster"
	"example.org/queens/count"
)

// This file is what the coordinator does with each kind of message. All of it runs in the loop.

// hello answers a worker that has started, once what it had before has been given out again.
func (c *Coordinator) hello(m *natsgo.Msg) {
	name := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	var h hello
	if m.Reply == "" || !unpack(m.Data, &h) || !cluster.ValidName(name) || h.Run != "" && h.Run != c.run {
		return
	}
	if why := c.refuses(name, h); why != "" {
		m.Respond(pack(welcome{Refused: why}))
		return
	}
	if old := c.sessions[name]; old != "" && old != h.Session {
		c.tell(name, order{Quit: old})
	}
	c.farewell.heard(name)
	c.sessions[name], c.greeted[name] = h.Session, time.Now()
	c.scheduler.Hello(cluster.WorkerInfo{Name: name, Cores: bounded(h.Cores), Kernel: cluster.Clean(h.Kernel), Version: cluster.Clean(h.Version)}, time.Now())
	c.comes(EventWorker, name)
	p := c.options.Params
	c.welcomes = append(c.welcomes, func(ctx context.Context) {
		short, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		if err := c.streams.consumer(short, name, p.Lease, max(p.Window, 2*c.Status().Cores)); err != nil {
			if ctx.Err() == nil {
				c.troubled(err)
			}
			return // it will ask again
		}
		s := c.options.Counter.Splitting()
		m.Respond(pack(welcome{Run: c.run, Lane: c.streams.lane, N: s.N, Splitting: s.String(), Lease: p.Lease}))
	})
}

func (c *Coordinator) refuses(name string, h hello) refusal {
	switch {
	case h.Definition != count.Definition:
		return refusedDefinition
	case c.scheduler.Condemned(name):
		return refusedCondemned
	}
	return ""
}

const mostCores = 4096

func bounded(cores int) int { return min(max(cores, 1), mostCores) }

// beat takes a heartbeat.
func (c *Coordinator) beat(m *natsgo.Msg) {
	name := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	var b beat
	if !unpack(m.Data, &b) || !cluster.ValidName(name) {
		c.scheduler.Garbage(name, cluster.ReasonNoBeat, time.Now())
		c.refused(name, weighsGarbage)
		return
	}
	if b.Lane != c.streams.lane { // what it has, it has from streams that are no more
		c.tell(name, order{Greet: b.Session})
		return
	}
	c.farewell.heard(name)
	delete(c.greeted, name)
	if have := c.sessions[name]; have == "" {
		c.sessions[name] = b.Session
	} else if have != b.Session {
		return // of a process that was told to end
	}
	if c.isOut(name) {
		return
	}
	now := time.Now()
	for _, f := range b.Failed {
		c.scheduler.Failed(f.Task, name, cluster.Reason(cluster.Clean(string(f.Reason))), now)
	}
	if b.Leaving {
		c.gone(name, now)
		return
	}
	c.scheduler.Beat(name, bounded(b.Cores), b.Running, now)
}

// gone gives up a worker that has left, or that is not let in any more.
func (c *Coordinator) gone(name string, now time.Time) {
	delete(c.sessions, name)
	c.scheduler.Leave(name, now)
	c.comes(EventGone, name)
}

// confirmWithin is how soon a worker that was let in must say so: it may have greeted two coordinators and gone to the other.
const confirmWithin = 15 * time.Second

// forgetStrangers gives up those that greeted and did not come.
func (c *Coordinator) forgetStrangers(now time.Time) {
	for name, since := range c.greeted {
		if now.Sub(since) > confirmWithin {
			delete(c.greeted, name)
			c.gone(name, now)
		}
	}
}

// result takes a tally. Its sender is the last token of its subject: the server lets a key publish under no other name.
func (c *Coordinator) result(m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		return
	}
	now := time.Now()
	if meta.NumPending > 1000 {
		c.scheduler.Behind(now.Sub(meta.Timestamp))
	} else {
		c.scheduler.Behind(0)
	}
	c.at.Sequence = meta.Sequence.Stream
	tokens := strings.Split(m.Subject(), ".")
	sender := tokens[len(tokens)-1]
	if c.isOut(sender) {
		return
	}
	t, err := cluster.DecodeTally(m.Data())
	if err != nil {
		c.scheduler.Garbage(sender, cluster.ReasonNoTally, now)
		c.refused(sender, weighsGarbage)
		return
	}
	if resultSubject(c.streams.lane, t.Task, sender) != m.Subject() {
		c.scheduler.Garbage(sender, cluster.ReasonMisplaced, now)
		c.refused(sender, weighsGarbage)
		return
	}
	switch c.scheduler.Tally(t, m.Data(), sender, now) {
	case cluster.Taken:
		c.moved = now
	case cluster.Malformed:
		c.refused(sender, weighsGarbage)
	case cluster.Unasked:
		c.refused(sender, weighsUnasked)
	}
}

func (c *Coordinator) tell(name string, o order) {
	c.link.Publish(orderSubject(c.run, name), pack(o))
}

// tellAll tells something to all workers.
func (c *Coordinator) tellAll(o order) {
	for name := range c.sessions {
		c.tell(name, o)
	}
	c.link.FlushTimeout(2 * time.Second)
}

// batchSize is the most messages that a server takes in one atomic batch.
const batchSize = 1000

// leastBatch is from how many messages on a batch, for which the server makes files of its own, costs less than messages one by one.
const leastBatch = 16

// dispatch lets another goroutine tell the server what was decided, in its order, and then begin with what was decided meanwhile. The loop goes on:
// a server may take its time, or not answer at all.
func (c *Coordinator) dispatch(ctx context.Context) {
	if c.sending || len(c.withdraw)+len(c.unsent)+len(c.welcomes) == 0 {
		return
	}
	withdraw, tasks, welcomes := c.withdraw, c.unsent, c.welcomes
	c.withdraw, c.unsent, c.welcomes = nil, nil, nil
	c.sending = true
	c.senders.Go(func() {
		start := time.Now()
		err := c.takeBack(ctx, withdraw)
		left := tasks
		if err == nil {
			left, err = c.send(ctx, tasks)
		}
		for _, welcome := range welcomes {
			welcome(ctx)
		}
		took := time.Since(start)
		if len(left) > 0 {
			pause(ctx, tickEvery)
		}
		c.put(func() {
			c.sending = false
			c.sendBusy += took
			c.unsent = append(left, c.unsent...)
			c.sent(len(tasks)-len(left), err)
		})
	})
}

// sent judges how sending went: what a server cannot take now is tried again, but not for ever if there is no room.
func (c *Coordinator) sent(n int, err error) {
	if n > 0 {
		c.moved = time.Now()
	}
	switch {
	case err == nil:
	case !transient(err):
		c.failed = err
	case isFull(err) && time.Since(c.moved) > fullWithin:
		c.failed = &StoreError{Room: true, Err: err}
	}
}

// takeBack takes back the tasks of workers that are gone. What cannot be taken back is computed in vain.
func (c *Coordinator) takeBack(ctx context.Context, names []string) error {
	for _, name := range names {
		short, cancel := context.WithTimeout(ctx, 10*time.Second)
		err := c.streams.drop(short, name)
		cancel()
		if err != nil && !transient(err) && ctx.Err() == nil {
			return fmt.Errorf("queens: tasks of %s cannot be taken back: %w", name, err)
		}
	}
	return nil
}

// send publishes tasks in atomic batches, and returns those that a server did not take, to be sent again: twice does no harm.
func (c *Coordinator) send(ctx context.Context, tasks []cluster.Assignment) ([]cluster.Assignment, error) {
	for len(tasks) > 0 {
		n := min(len(tasks), batchSize)
		short, cancel := context.WithTimeout(ctx, 10*time.Second)
		err := c.publish(short, c.messages(tasks[:n]))
		cancel()
		switch {
		case err == nil:
			tasks = tasks[n:]
		case ctx.Err() != nil:
			return tasks, nil // it ends
		case transient(err):
			c.troubled(err)
			return tasks, err
		default:
			return tasks, fmt.Errorf("queens: tasks cannot be handed out: %w", err)
		}
	}
	return nil, nil
}

func (c *Coordinator) publish(ctx context.Context, batch []*natsgo.Msg) error {
	if len(batch) >= leastBatch && c.server == nil {
		_, err := jetstreamext.PublishMsgBatch(ctx, c.streams.js, batch)
		return err
	}
	acks := make([]jetstream.PubAckFuture, len(batch))
	for i, m := range batch {
		var err error
		if acks[i], err = c.streams.js.PublishMsgAsync(m); err != nil {
			return err
		}
	}
	for _, ack := range acks {
		select {
		case <-ack.Ok():
		case err := <-ack.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// handOutAgain makes the queue anew: of all that workers have, by the ledger. What they compute already they know.
func (c *Coordinator) handOutAgain(ctx context.Context) error {
	err := c.persist(ctx, func(ctx context.Context) error { return c.streams.jobs.Purge(ctx) })
	if err != nil {
		return fmt.Errorf("queens: the queue cannot be emptied: %w", err)
	}
	if c.unsent, err = c.send(ctx, c.scheduler.Out()); err != nil && transient(err) {
		err = nil // the loop goes on with it
	}
	return err
}

// messages returns new messages each time: a batch that failed leaves its marks in them.
func (c *Coordinator) messages(list []cluster.Assignment) []*natsgo.Msg {
	messages := make([]*natsgo.Msg, len(list))
	for i, a := range list {
		messages[i] = &natsgo.Msg{Subject: jobSubject(c.streams.lane, a.Worker, a.Task), Header: natsgo.Header{},
			Data: pack(jobMessage{Run: c.run, Job: a.Task.Job, Copy: a.Task.Copy, First: a.Job.First, Units: a.Job.Units})}
	}
	return messages
}
