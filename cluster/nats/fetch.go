package nats

import (
	"context"
	"errors"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"example.org/queens/cluster"
)

// ahead is how much work a fetch asks for beyond one task: only of tiny tasks it gets several.
const (
	ahead       = 50 * time.Millisecond
	mostFetched = 100
)

// next returns how many tasks to fetch.
func (w *workerRun) next() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.each == 0 {
		return 1
	}
	return int(min(max(1, ahead/w.each), mostFetched))
}

// fetch gets a task, or a few tiny ones, and holds them until a thread takes them, so that threads need not wait for the network.
func (w *workerRun) fetch(ctx context.Context, jobs chan<- *holding, cancel context.CancelCauseFunc) {
	defer close(jobs)
	heard := time.Now()
	for ctx.Err() == nil {
		err := w.fetchSome(ctx, jobs)
		if !errors.Is(err, natsgo.ErrNoResponders) || !w.link.IsConnected() {
			heard = time.Now()
		} else if silent := time.Since(heard); silent > silentWithin && w.idle() || silent > lostWithin {
			cancel(errGreet) // there are no such tasks any more
		}
		if err != nil && ctx.Err() == nil && !errors.Is(err, natsgo.ErrTimeout) && !errors.Is(err, jetstream.ErrNoMessages) && !errors.Is(err, context.DeadlineExceeded) {
			pause(ctx, 100*time.Millisecond)
		}
	}
}

// fetchSome asks the server once. It returns at once when ctx ends: a worker that leaves must not keep others waiting.
func (w *workerRun) fetchSome(ctx context.Context, jobs chan<- *holding) error {
	waiting, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	batch, err := w.consumer.Fetch(w.next(), jetstream.FetchContext(waiting))
	if err != nil {
		return err
	}
	for msg := range batch.Messages() {
		if h := w.hold(ctx, msg); h != nil {
			select {
			case jobs <- h:
			case <-ctx.Done():
			}
		}
	}
	return batch.Error()
}

// silentWithin is how long a worker that has nothing asks for tasks where nobody answers, before it greets anew.
const silentWithin = 30 * time.Second

// lostWithin is how long it keeps results that nobody takes: a deployment may be without a majority for so long.
const lostWithin = 2 * time.Minute

// idle reports whether a worker has nothing.
func (w *workerRun) idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.held) == 0
}

// fetchWait bounds how long a fetch waits for its last task.
const fetchWait = 2 * time.Second

// hold takes a task, unless it is none that a worker should try.
func (w *workerRun) hold(ctx context.Context, msg jetstream.Msg) *holding {
	h := &holding{msg: msg}
	if why := w.absurd(msg.Data(), &h.job); why != "" {
		w.fail(h, why)
		return nil
	}
	t := h.task()
	if w.has(t) { // the acknowledgement was lost, or the queue was made anew, or the servers have lost what they had
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		switch _, err := w.get(ctx, resultSubject(w.welcome.Lane, t, w.name)); err {
		case nil:
			msg.Ack()
			return nil
		case errAbsent:
		default:
			msg.NakWithDelay(time.Second)
			return nil
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stored.remove(t)
	if old := w.held[t]; old != nil { // delivered again while it is computed
		old.msg = msg
		return nil
	}
	w.held[t] = h
	return h
}

// has reports whether a result was stored.
func (w *workerRun) has(t cluster.Task) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stored.has(t)
}

func (h *holding) task() cluster.Task { return cluster.Task{Job: h.job.Job, Copy: h.job.Copy} }

// absurd says why a task should not be tried.
func (w *workerRun) absurd(data []byte, j *jobMessage) cluster.Reason {
	switch {
	case !unpack(data, j) || j.Run != w.welcome.Run:
		return cluster.ReasonForeign
	case j.Units == 0 || j.Units > cluster.MaxUnits:
		return cluster.ReasonMany
	case uint64(j.First)+uint64(j.Units) > uint64(w.counter.Units()):
		return cluster.ReasonNoUnits
	}
	return ""
}
