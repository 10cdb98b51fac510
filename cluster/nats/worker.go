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
