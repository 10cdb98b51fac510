package nats

import (
	"strings"
	"time"

	natsgo "github.com/nats-io/nats.go"
)

// This file bounds what one key can do to a run by sending more than it should. Whoever goes beyond is locked out until the next start.

// A bucket lets so many pass at once, and so many a second.
type bucket struct {
	left float64
	last time.Time
	over int // that did not pass since it was full
}

func (b *bucket) take(most, perSecond float64, now time.Time) bool {
	if b.last.IsZero() {
		b.left = most
	} else {
		b.left = min(most, b.left+perSecond*now.Sub(b.last).Seconds())
	}
	b.last = now
	if b.left >= most {
		b.over = 0
	}
	if b.left < 1 {
		b.over++
		return false
	}
	b.left--
	return true
}

// A conduct is how a key behaves.
type conduct struct {
	hellos, beats, told bucket
	refused             int // by weight
	out                 bool
}

// What a key may do. A worker greets once, beats four times a lease and once for each task that it cannot compute.
const (
	mostHellos, hellosPerSecond = 20, 1
	mostBeats, beatsPerSecond   = 500, 20
	mostTold, toldPerSecond     = 10, 1.0 / 60
	mostOver                    = 500 // hellos or beats beyond that
	mostRefused                 = 1000
	weighsGarbage               = 10 // what is no message of this run
	weighsUnasked               = 1  // an answer to what was not asked: a worker that was away may send some
)

// conductOf returns the conduct of a key. c.conductMu is to be held.
func (c *Coordinator) conductOf(name string) *conduct {
	k := c.conduct[name]
	if k == nil {
		k = &conduct{}
		c.conduct[name] = k
	}
	return k
}

// admit passes messages of workers on to the loop, as many as a worker has reason to send.
func (c *Coordinator) admit(take func(*conduct, time.Time) *bucket, f func(*natsgo.Msg)) func(*natsgo.Msg) {
	return func(m *natsgo.Msg) {
		name := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
		c.conductMu.Lock()
		k := c.conductOf(name)
		over := take(k, time.Now())
		out := k.out
		tooMany := over != nil && over.over == mostOver
		c.conductMu.Unlock()
		switch {
		case out:
		case c.farewell.over():
			c.answerLate(name, m)
		case over == nil:
			c.put(func() { f(m) })
		case tooMany:
			c.put(func() { c.lockOut(name) })
		}
	}
}

// takeHello and takeBeat return the bucket that has nothing left, nil if there was something.
func takeHello(k *conduct, now time.Time) *bucket {
	if k.hellos.take(mostHellos, hellosPerSecond, now) {
		return nil
	}
	return &k.hellos
}

func takeBeat(k *conduct, now time.Time) *bucket {
	if k.beats.take(mostBeats, beatsPerSecond, now) {
		return nil
	}
	return &k.beats
}

// isOut reports whether a key was locked out.
func (c *Coordinator) isOut(name string) bool {
	c.conductMu.Lock()
	defer c.conductMu.Unlock()
	return c.conductOf(name).out
}

// refused counts a message that was refused.
func (c *Coordinator) refused(name string, weight int) {
	c.conductMu.Lock()
	k := c.conductOf(name)
	k.refused += weight
	tooMany := k.refused >= mostRefused && !k.out
	c.conductMu.Unlock()
	if tooMany {
		c.lockOut(name)
	}
}

// lockOut takes no more of a key; the embedded server cuts it off.
func (c *Coordinator) lockOut(name string) {
	if name == LocalName || c.isOut(name) {
		return
	}
	c.conductMu.Lock()
	c.conductOf(name).out = true
	c.conductMu.Unlock()
	delete(c.sessions, name)
	delete(c.greeted, name)
	c.scheduler.LockedOut(name, time.Now())
	if c.server != nil {
		if err := c.server.lockOut(name); err != nil {
			c.options.Told(Event{Kind: EventTrouble, Text: err.Error()})
		}
	}
}

// letIn takes messages again of those who have got another key.
func (c *Coordinator) letIn() {
	c.conductMu.Lock()
	defer c.conductMu.Unlock()
	for name, k := range c.conduct {
		if k.out && !c.server.lockedOut(name) {
			delete(c.conduct, name)
		}
	}
}

// comes tells that a worker comes or goes, unless it does so all the time.
func (c *Coordinator) comes(kind EventKind, name string) {
	c.conductMu.Lock()
	tell := c.conductOf(name).told.take(mostTold, toldPerSecond, time.Now())
	c.conductMu.Unlock()
	if tell {
		c.options.Told(Event{Kind: kind, Text: name})
	}
}
