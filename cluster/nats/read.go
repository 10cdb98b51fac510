package nats

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// read gives the results, in their order, to the loop. It returns when ctx ends, or when there is nothing to read from any more.
func (c *Coordinator) read(ctx context.Context, from uint64) error {
	for wait := 100 * time.Millisecond; ctx.Err() == nil; wait = min(2*wait, 2*time.Second) {
		before := from
		err := c.readFrom(ctx, &from)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return &DeploymentError{Reason: DeploymentGone, Err: err}
		}
		if from > before {
			wait = 100 * time.Millisecond
		}
		if ctx.Err() == nil && !errors.Is(err, jetstream.ErrNoHeartbeat) && err != nil {
			c.troubled(err)
		}
		pause(ctx, wait)
	}
	return nil
}

// A consumer of results lives on one server. If that is silent for two of its heartbeats, another takes over.
const (
	readBeat   = 2 * time.Second
	readExpiry = 10 * time.Second
	readAhead  = 1000
)

// readFrom reads until something fails, and keeps what is to be read next.
func (c *Coordinator) readFrom(ctx context.Context, next *uint64) error {
	short, cancel := context.WithTimeout(ctx, 5*time.Second)
	consumer, err := c.streams.results.CreateConsumer(short, jetstream.ConsumerConfig{
		AckPolicy: jetstream.AckNonePolicy, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: *next,
		MemoryStorage: true, Replicas: 1, InactiveThreshold: time.Minute,
	})
	cancel()
	if err != nil {
		return err
	}
	defer func() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		c.streams.results.DeleteConsumer(late, consumer.CachedInfo().Name) // else it goes after a minute
		cancel()
	}()
	messages, err := consumer.Messages(jetstream.PullMaxMessages(readAhead), jetstream.PullExpiry(readExpiry), jetstream.PullHeartbeat(readBeat),
		jetstream.WithMessagesErrOnMissingHeartbeat(true))
	if err != nil {
		return err
	}
	defer messages.Stop()
	for expected := uint64(1); ; expected++ {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		if meta.Sequence.Consumer != expected {
			return nil // one got lost
		}
		*next = meta.Sequence.Stream + 1
		c.put(func() { c.result(m) })
	}
}
