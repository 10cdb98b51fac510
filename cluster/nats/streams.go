package nats

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"example.org/queens/cluster"
)

// streams are the two streams of a run.
type streams struct {
	js      jetstream.JetStream
	lane    string
	jobs    jetstream.Stream
	results jetstream.Stream
	at      cluster.Position // from where results are to be read
}

// startKey is what the results stream and the ledger both know of the last start of a coordinator. If they do not know the same, the ledger is a
// copy and an older one, and the stream may hold tallies of jobs that are not in it.
const startKey = "start"

// openStreams takes the streams that the ledger has read so far, or makes new ones.
func openStreams(ctx context.Context, js jetstream.JetStream, o CoordinatorOptions, run string, at cluster.Position) (*streams, error) {
	s := &streams{js: js}
	lane, start, _ := strings.Cut(at.Stream, " ")
	known := false
	var err error
	if strings.HasPrefix(lane, run+"-") { // else the ledger has none, or is of a program that had no lanes
		known, err = s.find(ctx, lane, start, at.Sequence)
	}
	if err != nil {
		return nil, err
	}
	if !known {
		s.lane = ""
	}
	others := run
	if o.URL == "" {
		others = "" // the server is ours, and has the streams of this run only
	}
	if err := s.removeOthers(ctx, others); err != nil { // first: they have room set aside
		return nil, err
	}
	if known {
		if err = s.adapt(ctx, o); err != nil && o.URL == "" && !busy(err) { // they do not fit any more: the ledger is the record
			known, err = false, s.remove(ctx, s.lane)
		}
	}
	if err == nil && !known {
		s.lane, at.Sequence = newLane(run), 0
		err = s.create(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	s.at = cluster.Position{Stream: s.lane + " " + s.results.CachedInfo().Config.Metadata[startKey], Sequence: at.Sequence}
	return s, nil
}

func newLane(run string) string {
	random := make([]byte, 4)
	rand.Read(random) // never fails
	return run + "-" + hex.EncodeToString(random)
}

// find looks for the streams of a lane and reports whether they are what the ledger takes them for.
func (s *streams) find(ctx context.Context, lane, start string, read uint64) (bool, error) {
	var err error
	if s.jobs, err = s.js.Stream(ctx, jobsStream(lane)); err == nil {
		s.results, err = s.js.Stream(ctx, resultsStream(lane))
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	s.lane = lane
	info := s.results.CachedInfo()
	spent := info.Config.DenyPurge && info.State.Bytes > uint64(max(info.Config.MaxBytes, 0))/2 // of an earlier version, and no room can be made in it
	return info.Config.Metadata[startKey] == start && info.State.LastSeq >= read && !spent, nil
}

func (s *streams) create(ctx context.Context, o CoordinatorOptions) (err error) {
	replicas := max(o.Replicas, 1)
	jobs := jetstream.StreamConfig{
		Name: jobsStream(s.lane), Description: "tasks handed out", Subjects: []string{prefix + "." + s.lane + ".job.>"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: replicas, AllowAtomicPublish: true,
		MaxMsgSize: maxControl, Discard: jetstream.DiscardNew, MaxBytes: o.maxStore() / 4, MaxConsumers: -1,
	}
	if o.URL == "" {
		// Our own server ends with the coordinator, which makes the queue anew from its ledger: nothing in it need be on the disk in time.
		jobs.PersistMode, jobs.AllowAtomicPublish = jetstream.AsyncPersistMode, false
	}
	if s.jobs, err = s.js.CreateStream(ctx, jobs); err != nil {
		return err
	}
	s.results, err = s.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: resultsStream(s.lane), Description: "tallies, write-once", Subjects: []string{prefix + "." + s.lane + ".result.>"},
		Retention: jetstream.LimitsPolicy, Storage: jetstream.FileStorage, Replicas: replicas,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, DenyDelete: true, // purged by keepRoom
		MaxMsgSize: cluster.MaxTally + 1024, MaxBytes: o.maxStore() / 2, AllowDirect: true, AllowAtomicPublish: true,
		Metadata: map[string]string{startKey: nuid.Next()},
	})
	if err != nil {
		s.js.DeleteStream(ctx, jobsStream(s.lane))
		return err
	}
	if !s.results.CachedInfo().Config.AllowAtomicPublish { // it does not know what that is
		s.remove(ctx, s.lane)
		return &DeploymentError{Reason: DeploymentOld, Err: errors.New("it has no batches: NATS " + s.js.Conn().ConnectedServerVersion())}
	}
	return nil
}

// adapt marks streams with a new start, and gives them the replicas and the room that are asked for now.
func (s *streams) adapt(ctx context.Context, o CoordinatorOptions) (err error) {
	jobs, results := s.jobs.CachedInfo().Config, s.results.CachedInfo().Config
	before := jobs
	if o.Replicas > 0 {
		jobs.Replicas, results.Replicas = o.Replicas, o.Replicas
	}
	if most := o.maxStore(); o.MaxStore > 0 || o.URL == "" {
		jobs.MaxBytes, results.MaxBytes = most/4, most/2
	}
	if jobs.Replicas != before.Replicas || jobs.MaxBytes != before.MaxBytes {
		if s.jobs, err = s.js.UpdateStream(ctx, jobs); err != nil {
			return err
		}
	}
	results.Metadata[startKey] = nuid.Next()
	s.results, err = s.js.UpdateStream(ctx, results)
	return err
}

// removeOthers removes the streams of a run, or of all, that are not of this lane: it has only one ledger.
func (s *streams) removeOthers(ctx context.Context, run string) error {
	var lanes []string
	list := s.js.StreamNames(ctx)
	for name := range list.Name() {
		lane, ok := strings.CutPrefix(name, jobsPrefix)
		if !ok {
			lane, ok = strings.CutPrefix(name, resultsPrefix)
		}
		if ok && lane != s.lane && (run == "" || strings.HasPrefix(lane, run+"-")) && !slices.Contains(lanes, lane) {
			lanes = append(lanes, lane)
		}
	}
	if err := list.Err(); err != nil {
		return err
	}
	for _, lane := range lanes {
		if err := s.remove(ctx, lane); err != nil {
			return err
		}
	}
	return nil
}

// remove removes the streams of a lane.
func (s *streams) remove(ctx context.Context, lane string) error {
	var failed error
	for _, name := range []string{jobsStream(lane), resultsStream(lane)} {
		if err := s.js.DeleteStream(ctx, name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			failed = err
		}
	}
	return failed
}

// consumer makes the consumer of a worker's tasks. Its lease is the time within which the worker must answer or say that it is alive.
func (s *streams) consumer(ctx context.Context, name string, lease time.Duration, window int) error {
	_, err := s.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerOf(name), FilterSubject: jobsOf(s.lane, name), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: lease, MaxDeliver: -1, MaxAckPending: window, DeliverPolicy: jetstream.DeliverAllPolicy,
	})
	return err
}

// drop takes back the tasks that wait for a worker.
func (s *streams) drop(ctx context.Context, name string) error {
	return s.jobs.Purge(ctx, jetstream.WithPurgeSubject(jobsOf(s.lane, name)))
}
