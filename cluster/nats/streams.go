package nats

import (
	"context"
	"errors"
	"fmt"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"example.org/queens/cluster"
)

// ForeignError says that the streams of a run belong to the ledger of another coordinator, or that one is at work.
type ForeignError struct {
	Run    string
	Active bool // it answers
}

func (e *ForeignError) Error() string {
	if e.Active {
		return fmt.Sprintf("queens: another coordinator is at work on run %s", e.Run)
	}
	return fmt.Sprintf("queens: the streams of run %s belong to another ledger", e.Run)
}

// streams are the two streams of a run.
type streams struct {
	js       jetstream.JetStream
	jobs     jetstream.Stream
	results  jetstream.Stream
	position string // tells this results stream from another of the same name
}

const ownerKey = "ledger"

// openStreams makes the streams of a run, or takes those that are there.
func openStreams(ctx context.Context, js jetstream.JetStream, o CoordinatorOptions, id cluster.Identity) (*streams, error) {
	owner := id.Created.Format(time.RFC3339) + " " + fmt.Sprintf("%x", id.Secret[:4])
	s := &streams{js: js}
	var err error
	jobs := jetstream.StreamConfig{
		Name: jobsStream(id.Run), Description: "tasks handed out", Subjects: []string{prefix + "." + id.Run + ".job.>"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: o.Replicas, AllowAtomicPublish: true,
		MaxMsgSize: maxControl, Discard: jetstream.DiscardNew, MaxBytes: o.maxStore() / 4, MaxConsumers: -1,
	}
	if o.URL == "" {
		// Our own server ends with the coordinator, which makes the queue anew from its ledger: nothing in it need be on the disk in time.
		jobs.PersistMode, jobs.AllowAtomicPublish = jetstream.AsyncPersistMode, false
	}
	s.jobs, err = openStream(ctx, js, owner, id.Run, jobs)
	if err != nil {
		return nil, err
	}
	s.results, err = openStream(ctx, js, owner, id.Run, jetstream.StreamConfig{
		Name: resultsStream(id.Run), Description: "tallies, write-once", Subjects: []string{prefix + "." + id.Run + ".result.>"},
		Retention: jetstream.LimitsPolicy, Storage: jetstream.FileStorage, Replicas: o.Replicas,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, DenyDelete: true, DenyPurge: true,
		MaxMsgSize: cluster.MaxTally + 1024, MaxBytes: o.maxStore() / 2, AllowDirect: true, AllowAtomicPublish: true,
	})
	if err != nil {
		return nil, err
	}
	info, err := s.results.Info(ctx)
	if err != nil {
		return nil, err
	}
	s.position = info.Created.UTC().Format(time.RFC3339Nano)
	return s, nil
}

func openStream(ctx context.Context, js jetstream.JetStream, owner, run string, c jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := js.Stream(ctx, c.Name)
	if err == nil {
		if s.CachedInfo().Config.Metadata[ownerKey] != owner {
			return nil, &ForeignError{Run: run}
		}
		return s, nil
	}
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, fmt.Errorf("queens: stream %s: %w", c.Name, err)
	}
	c.Metadata = map[string]string{ownerKey: owner}
	s, err = js.CreateStream(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("queens: stream %s cannot be made: %w", c.Name, err)
	}
	return s, nil
}

// consumer makes the consumer of a worker's tasks. Its lease is the time within which the worker must answer or say that it is alive.
func (s *streams) consumer(ctx context.Context, run, name string, lease time.Duration, window int) error {
	_, err := s.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerOf(name), FilterSubject: jobsOf(run, name), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: lease, MaxDeliver: -1, MaxAckPending: window, DeliverPolicy: jetstream.DeliverAllPolicy,
	})
	return err
}

// drop takes back the tasks that wait for a worker.
func (s *streams) drop(ctx context.Context, run, name string) error {
	return s.jobs.Purge(ctx, jetstream.WithPurgeSubject(jobsOf(run, name)))
}

// transient reports whether an operation that failed may succeed later: the server did not answer. What it refuses, it will refuse again.
func transient(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, natsgo.ErrTimeout) || errors.Is(err, natsgo.ErrDisconnected) ||
		errors.Is(err, natsgo.ErrNoResponders) || errors.Is(err, natsgo.ErrConnectionReconnecting) || errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, natsgo.ErrReconnectBufExceeded)
}
