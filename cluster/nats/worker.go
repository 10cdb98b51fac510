package nats

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"example.org/queens/cluster"
	"example.org/queens/count"
)

// WorkerOptions say how to work.
type WorkerOptions struct {
	URL     string
	Key     *KeyFile
	Run     string // to work for; empty: whichever coordinator answers
	Threads int
	Kernel  string
	Memory  uint64
	Version string
	Told    func(Event)

	Spoil func(unit count.Unit, result uint64) uint64 // changes results, for tests of audits

	server  *Server        // connect within the process
	fake    bool           // all results are 0, for benchmarks
	counter *count.Counter // planned already
}

// RefusedError says why a coordinator or a worker does not want to work with the other.
type RefusedError struct {
	Reason RefusedReason
	Ours   string
	Theirs string
}

// RefusedReason says why.
type RefusedReason string

const (
	RefusedSplitting RefusedReason = "splitting" // the two cut the board into different units
	RefusedCondemned RefusedReason = "condemned" // this worker was found wrong
	RefusedReplaced  RefusedReason = "replaced"  // another process has the same key
)

func (e *RefusedError) Error() string {
	switch e.Reason {
	case RefusedSplitting:
		if e.Theirs == "" {
			return fmt.Sprintf("queens: the coordinator's units are of another definition than those of this program, %s", e.Ours)
		}
		return fmt.Sprintf("queens: the coordinator's units are %s, those of this program %s: both must be of versions that split alike", e.Theirs, e.Ours)
	case RefusedCondemned:
		return "queens: the coordinator takes no more work from this key: a result was found wrong"
	}
	return "queens: another process works with the same key"
}

// Why a worker stops working for a coordinator.
var (
	errFinished = errors.New("finished") // the run is
	errGreet    = errors.New("greet")    // what it knows is of streams that are no more: it begins anew
)

// Work computes tasks until the run is finished, ctx ends or the coordinator does not want it. It outlives
// coordinators: while there is none it waits.
func Work(ctx context.Context, o WorkerOptions) error {
	o.Told = calmly(o.Told)
	l, err := dialer{url: o.URL, server: o.server, key: o.Key, name: "queens worker " + o.Key.Name, told: o.Told}.connect(ctx)
	if ctx.Err() != nil {
		if err == nil {
			l.close()
		}
		return nil // asked to leave
	}
	if err != nil {
		return err
	}
	defer l.close()
	for {
		w := &workerRun{options: o, name: o.Key.Name, link: l, session: nuid.Next(), held: map[cluster.Task]*holding{}, computed: make(chan *holding, mostStored)}
		if err = w.run(); err != errGreet {
			break
		}
	}
	if ctx.Err() != nil {
		return nil // asked to leave
	}
	if errors.Is(err, errFinished) {
		return nil
	}
	return err
}

// A workerRun is a worker in a run.
type workerRun struct {
	options  WorkerOptions
	name     string
	link     *link
	session  string
	welcome  welcome
	counter  *count.Counter
	consumer jetstream.Consumer

	mu     sync.Mutex
	held   map[cluster.Task]*holding
	stored recent // tasks whose results are stored
	failed []failure
	each   time.Duration // what a task takes, about

	computed chan *holding // on their way to the server
}

// A holding is a task that was fetched and is not acknowledged.
type holding struct {
	msg   jetstream.Msg
	job   jobMessage
	tally *cluster.Tally // once it is computed
}

func (w *workerRun) run() error {
	if err := w.greet(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(w.link.ctx)
	defer cancel(nil)
	sub, err := w.link.Subscribe(orderSubject(w.welcome.Run, w.name), func(m *natsgo.Msg) { w.order(m, cancel) })
	if err != nil {
		return err
	}
	defer sub.Unsubscribe()
	js, err := jetstream.New(w.link.Conn, jetstream.WithDefaultTimeout(10*time.Second))
	if err != nil {
		return err
	}
	for begin := time.Now(); w.consumer == nil; {
		w.consumer, err = js.Consumer(ctx, jobsStream(w.welcome.Lane), consumerOf(w.name))
		switch {
		case err == nil:
		case !pause(ctx, 200*time.Millisecond):
			return context.Cause(ctx)
		case time.Since(begin) > silentWithin:
			return errGreet
		default:
			trouble(w.options.Told, err)
		}
	}
	w.options.Told(Event{Kind: EventJoined, Text: w.welcome.Run})
	var threads, others sync.WaitGroup
	others.Go(func() { w.beats(ctx) })
	others.Go(func() { w.storeAll(ctx, js) })
	for range max(w.options.Threads, 1) {
		jobs := make(chan *holding)
		threads.Go(func() { w.fetch(ctx, jobs, cancel) })
		threads.Go(func() { w.compute(ctx, jobs) })
	}
	threads.Wait()
	close(w.computed)
	others.Wait()
	w.leave()
	return context.Cause(ctx)
}

// greet asks to be let in until there is an answer.
func (w *workerRun) greet() error {
	o := w.options
	kernel, planned := o.Kernel, o.counter
	if planned != nil {
		kernel = planned.Kernel()
	} else if kernel == "" {
		kernel = count.Kernels()[0]
	}
	text := pack(hello{Session: w.session, Run: o.Run, Cores: o.Threads, Kernel: kernel, Version: o.Version, Definition: count.Definition})
	for {
		ctx, cancel := context.WithTimeout(w.link.ctx, 5*time.Second)
		m, err := w.link.RequestWithContext(ctx, helloSubject(w.name), text)
		cancel()
		if err == nil && unpack(m.Data, &w.welcome) {
			return w.enter()
		}
		if w.link.ctx.Err() != nil {
			return context.Cause(w.link.ctx)
		}
		if errors.Is(err, natsgo.ErrPermissionViolation) {
			return access(o.URL, err)
		}
		o.Told(Event{Kind: EventNobody})
		if !pause(w.link.ctx, time.Second) {
			return context.Cause(w.link.ctx)
		}
	}
}

// enter compares what the coordinator wants computed with what this program computes.
func (w *workerRun) enter() error {
	ours := fmt.Sprintf("definition %d", count.Definition)
	switch w.welcome.Refused {
	case "":
	case refusedCondemned:
		return &RefusedError{Reason: RefusedCondemned}
	case refusedFinished:
		return errFinished
	default:
		return &RefusedError{Reason: RefusedSplitting, Ours: ours}
	}
	n := w.welcome.N
	if n < 1 || n > count.MaxN {
		return &count.SizeError{N: n, Max: count.MaxN}
	}
	if ours = count.SplittingOf(n).String(); ours != w.welcome.Splitting {
		return &RefusedError{Reason: RefusedSplitting, Ours: ours, Theirs: w.welcome.Splitting}
	}
	var err error
	if w.counter = w.options.counter; w.counter == nil {
		w.counter, err = count.New(w.link.ctx, n, count.Options{Threads: w.options.Threads, Kernel: w.options.Kernel, Memory: w.options.Memory})
	}
	return err
}

// order obeys the coordinator.
func (w *workerRun) order(m *natsgo.Msg, cancel context.CancelCauseFunc) {
	var o order
	switch {
	case !unpack(m.Data, &o):
	case o.Finished:
		cancel(errFinished)
	case o.Greet == w.session:
		cancel(errGreet)
	case o.Quit == w.session:
		cancel(&RefusedError{Reason: RefusedReplaced})
	}
}

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

// compute is a thread.
func (w *workerRun) compute(ctx context.Context, jobs <-chan *holding) {
	worker := w.counter.Worker()
	for h := range jobs {
		t, err := w.tally(ctx, worker, h)
		if err != nil {
			continue // it leaves
		}
		h.tally = t
		w.mu.Lock()
		w.each += (max(t.Elapsed, time.Microsecond) - w.each) / 8
		w.mu.Unlock()
		w.computed <- h
	}
}

func (w *workerRun) tally(ctx context.Context, worker *count.Worker, h *holding) (*cluster.Tally, error) {
	t := &cluster.Tally{Run: h.job.Run, Task: h.task(), First: h.job.First, Fingerprint: w.welcome.Splitting, Worker: w.name,
		Kernel: w.counter.Kernel(), Version: w.options.Version, Results: make([]uint64, 0, h.job.Units)}
	start := time.Now()
	for i := range h.job.Units {
		if w.options.fake {
			t.Results = append(t.Results, 0)
			continue
		}
		unit := w.counter.Unit(int(h.job.First + i))
		result, err := worker.Count(ctx, unit)
		if err != nil {
			return nil, err
		}
		if w.options.Spoil != nil {
			result = w.options.Spoil(unit, result)
		}
		t.Results = append(t.Results, result)
	}
	t.Elapsed = time.Since(start)
	return t, nil
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
