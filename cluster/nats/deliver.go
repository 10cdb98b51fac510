package nats

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"

	"example.org/queens/cluster"
)

// This file is how a worker hands results over: store, then acknowledge. A task that is stored and not acknowledged comes again
// and is found stored; one that is acknowledged and not stored would be lost until the coordinator misses it.

// leaveWithin bounds how long a worker that leaves goes on trying to hand over what it has.
const leaveWithin = 1500 * time.Millisecond

const (
	mostStored  = 500 // tallies in a batch
	leastStored = 8   // from so many on a batch costs the server less than one by one
)

// storeAll hands over tallies as they come, many at once if many wait.
func (w *workerRun) storeAll(ctx context.Context, js jetstream.JetStream) {
	within := leaveWithin
	if w.options.server != nil {
		within /= 10 // the server is as near as can be
	}
	ctx, cancel := lingering(ctx, within)
	defer cancel()
	for h := range w.computed {
		batch := []*holding{h}
		for len(batch) < mostStored {
			h, more := receive(w.computed)
			if !more {
				break
			}
			batch = append(batch, h)
		}
		if len(batch) >= leastStored && w.storeBatch(ctx, js, batch) {
			continue
		}
		var all sync.WaitGroup
		for _, h := range batch {
			all.Go(func() { w.deliver(ctx, h) })
		}
		all.Wait()
	}
}

// receive returns what waits in a channel, if anything does.
func receive(c <-chan *holding) (h *holding, ok bool) {
	select {
	case h, ok = <-c:
		return h, ok
	default:
		return nil, false
	}
}

// storeBatch stores tallies all at once, or none of them.
func (w *workerRun) storeBatch(ctx context.Context, js jetstream.JetStream, batch []*holding) bool {
	messages := make([]*natsgo.Msg, len(batch))
	for i, h := range batch {
		messages[i] = &natsgo.Msg{Subject: resultSubject(w.welcome.Lane, h.tally.Task, w.name), Data: h.tally.Encode(), Header: natsgo.Header{}}
	}
	batchCtx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if _, err := jetstreamext.PublishMsgBatch(batchCtx, js, messages); err != nil {
		return false // one of them may be stored already: one by one
	}
	for _, h := range batch {
		w.release(h)
	}
	last := len(batch) - 1
	for _, h := range batch[:last] {
		h.msg.Ack()
	}
	batch[last].msg.DoubleAck(batchCtx) // the server has taken those before it too
	return true
}

// deliver stores a tally and acknowledges its task. While the server cannot be reached it tries again.
func (w *workerRun) deliver(ctx context.Context, h *holding) {
	data := h.tally.Encode()
	subject := resultSubject(w.welcome.Lane, h.tally.Task, w.name)
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := w.store(ctx, subject, data)
		if err == nil {
			break
		}
		if errors.Is(err, errDiffers) {
			w.fail(h, cluster.ReasonDiffers)
			return
		}
		if ctx.Err() == nil && err != errAbsent {
			trouble(w.options.Told, err)
		}
		if !pause(ctx, wait) {
			return // it is computed again
		}
	}
	w.release(h)
	ackCtx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	h.msg.DoubleAck(ackCtx) // if it is lost, the task comes again and is found stored
}

// lingering returns a context that ends some time after ctx.
func lingering(ctx context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-late.Done():
		case <-time.After(after):
			cancel()
		}
	})
	return late, func() { stop(); cancel() }
}

var (
	errDiffers = errors.New("another result is stored under this task")
	errAbsent  = errors.New("no result is stored under this task")
)

// store writes a tally, once: if there is one already it must be of the same results.
func (w *workerRun) store(ctx context.Context, subject string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	m, err := w.link.RequestMsgWithContext(ctx, &natsgo.Msg{Subject: subject, Data: data})
	if err != nil {
		return err
	}
	var ack struct {
		Error *jetstream.APIError `json:"error"`
	}
	if !unpack(m.Data, &ack) {
		return errors.New("the server's answer makes no sense")
	}
	switch {
	case ack.Error == nil:
		return nil
	case ack.Error.ErrorCode != errStore:
		return ack.Error
	}
	if isFull(ack.Error) {
		return ack.Error
	}
	if err := w.compare(ctx, subject, data); err != errAbsent || strings.Contains(ack.Error.Description, "per subject") {
		return err
	}
	return ack.Error
}

// get reads back what this worker stored. Any replica may answer, also one that does not have it yet: then it is absent.
func (w *workerRun) get(ctx context.Context, subject string) ([]byte, error) {
	m, err := w.link.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+resultsStream(w.welcome.Lane)+"."+subject, nil)
	switch {
	case err != nil:
		return nil, err
	case m.Header.Get("Status") == "404":
		return nil, errAbsent
	case m.Header.Get("Status") != "":
		return nil, errors.New("reading back: " + m.Header.Get("Description"))
	}
	return m.Data, nil
}

// compare compares a tally with what this worker stored before.
func (w *workerRun) compare(ctx context.Context, subject string, data []byte) error {
	stored, err := w.get(ctx, subject)
	if err != nil {
		return err
	}
	if bytes.Equal(stored, data) {
		return nil
	}
	before, err := cluster.DecodeTally(stored)
	if err != nil {
		return errDiffers
	}
	now, err := cluster.DecodeTally(data)
	if err != nil || before.Task != now.Task || before.Sum() != now.Sum() {
		return errDiffers
	}
	return nil
}

// release notes that a task is stored: if it comes again it need not be computed.
func (w *workerRun) release(h *holding) {
	w.mu.Lock()
	delete(w.held, h.task())
	w.stored.add(h.task())
	w.mu.Unlock()
}

// recent is a set of the tasks that were added last.
type recent struct {
	set  map[cluster.Task]struct{}
	list []cluster.Task
	next int
}

const mostRecent = 4096

func (r *recent) has(t cluster.Task) bool {
	_, ok := r.set[t]
	return ok
}

func (r *recent) remove(t cluster.Task) { delete(r.set, t) }

func (r *recent) add(t cluster.Task) {
	if r.set == nil {
		r.set, r.list = map[cluster.Task]struct{}{}, make([]cluster.Task, mostRecent)
	}
	delete(r.set, r.list[r.next])
	r.list[r.next] = t
	r.set[t] = struct{}{}
	r.next = (r.next + 1) % mostRecent
}

// fail reports that a task cannot be computed, and lets the server forget it: who gets it next is the coordinator's affair.
func (w *workerRun) fail(h *holding, reason cluster.Reason) {
	w.mu.Lock()
	delete(w.held, h.task())
	w.failed = append(w.failed, failure{h.task(), reason})
	w.mu.Unlock()
	w.options.Told(Event{Kind: EventRefusedTask, Text: h.task().String(), Reason: reason})
	h.msg.Term()
	w.beat(false)
}

// beats tells the coordinator and the server four times a lease that this worker is alive.
func (w *workerRun) beats(ctx context.Context) {
	every := w.welcome.Lease / 4
	for {
		w.beat(false)
		w.mu.Lock()
		for _, h := range w.held {
			h.msg.InProgress()
		}
		w.mu.Unlock()
		if !pause(ctx, every) {
			return
		}
	}
}

// mostListed bounds the tasks in a heartbeat.
const mostListed = 1000

func (w *workerRun) beat(leaving bool) {
	b := beat{Session: w.session, Lane: w.welcome.Lane, Cores: max(w.options.Threads, 1), Leaving: leaving}
	w.mu.Lock()
	for t := range w.held {
		if len(b.Running) < mostListed {
			b.Running = append(b.Running, t)
		}
	}
	b.Failed, w.failed = w.failed, nil
	w.mu.Unlock()
	if err := w.link.Publish(beatSubject(w.welcome.Run, w.name), pack(b)); err != nil && len(b.Failed) > 0 {
		w.mu.Lock()
		w.failed = append(b.Failed, w.failed...)
		w.mu.Unlock()
	}
}

// leave hands back at once what this worker has.
func (w *workerRun) leave() {
	w.mu.Lock()
	for _, h := range w.held {
		h.msg.Nak()
	}
	w.held = map[cluster.Task]*holding{}
	w.mu.Unlock()
	w.beat(true)
	w.link.FlushTimeout(time.Second)
}
