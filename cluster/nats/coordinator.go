package nats

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"example.org/queens/cluster"
	"example.org/queens/count"
)

// CoordinatorOptions say how to coordinate a run.
type CoordinatorOptions struct {
	Counter *count.Counter // of the board
	Dir     string         // of the ledger and of the embedded server
	Params  cluster.Params // Run and Secret come from the ledger
	Audited bool           // Params.Audit was asked for: it replaces the one in the ledger

	Server ServerOptions // of the embedded server; Dir and MaxStore of it are set here
	Keys   *Keys         // nil: nobody from outside

	URL      string // of a NATS deployment to use instead of an embedded server
	Key      *KeyFile
	Replicas int // of the streams, there; 0: one, or as many as they have

	Threads  int // of the local worker; 0: no local worker
	Version  string
	MaxStore int64 // of the streams; 0: 64 GiB of an embedded server, 8 GiB elsewhere
	Told     func(Event)

	fake bool // of the local worker, see WorkerOptions
}

func (o *CoordinatorOptions) maxStore() int64 {
	switch {
	case o.MaxStore > 0:
		return o.MaxStore
	case o.URL != "": // which sets that much aside
		return defaultExternal
	}
	return DefaultMaxStore
}

const defaultExternal = 8 << 30

// LocalName is the name of the worker in the coordinator's own process.
const LocalName = "local"

// A Coordinator runs a count to its end. It is the only one that touches the ledger and the scheduler.
type Coordinator struct {
	options   CoordinatorOptions
	ledger    *cluster.Ledger
	scheduler *cluster.Scheduler
	server    *Server // nil with a URL
	localKey  *KeyFile
	link      *link
	streams   *streams
	run       string
	at        cluster.Position
	applied   atomic.Uint64 // up to which result all are in the ledger, or refused
	moved     time.Time     // when last a task was sent or came back

	inbox    chan func()   // what happened, to be run by the loop
	ended    chan struct{} // closed when the loop has ended
	sessions map[string]string
	greeted  map[string]time.Time // when those greeted that have not said anything since
	seenKeys time.Time
	conduct  map[string]*conduct     // by the name of a key
	welcomes []func(context.Context) // answers to hellos, when their orders have been carried out
	unsent   []cluster.Assignment    // that are not sent yet
	withdraw []string                // workers whose tasks are to be taken back first
	sending  bool                    // another goroutine waits for the server
	senders  sync.WaitGroup
	failed   error // of sending, for good
	own      *ownWork

	conductMu sync.Mutex
	farewell  farewell

	sendBusy time.Duration // of sending, since tallied
	busy     time.Duration // since tallied
	tallied  time.Time
	progress sync.Mutex
	status   cluster.Status
}

const (
	ledgerFile  = "ledger.db"
	inboxSize   = 4096
	mostPending = 32768 // messages of workers
	tickEvery   = 100 * time.Millisecond
	mostAtOnce  = 2000 // events in one transaction
)

// LedgerPath returns where the ledger of a folder is.
func LedgerPath(dir string) string { return filepath.Join(dir, ledgerFile) }

// NewCoordinator opens the ledger and connects. It is to be closed.
func NewCoordinator(ctx context.Context, o CoordinatorOptions) (c *Coordinator, err error) {
	o.Told = calmly(o.Told)
	c = &Coordinator{options: o, inbox: make(chan func(), inboxSize), ended: make(chan struct{}), sessions: map[string]string{},
		greeted: map[string]time.Time{}, conduct: map[string]*conduct{}, tallied: time.Now(), seenKeys: time.Now(), moved: time.Now()}
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	if err := c.openLedger(); err != nil {
		return c, err
	}
	if err := c.connect(ctx); err != nil {
		return c, err
	}
	if err := c.refuseSecond(); err != nil {
		return c, err
	}
	c.own = newOwnWork(c)
	err = c.takeStreams(c.link.ctx)
	if err == nil {
		err = c.handOutAgain(c.link.ctx)
	}
	if err == nil {
		err = c.listen()
	}
	if c.link.ctx.Err() != nil {
		err = context.Cause(c.link.ctx) // why there is no access, say
	}
	return c, c.server.diagnose(err)
}

// takeStreams opens the streams, or makes them, and writes down which they are before anything is sent.
func (c *Coordinator) takeStreams(ctx context.Context) error {
	js, err := jetstream.New(c.link.Conn, jetstream.WithDefaultTimeout(10*time.Second), jetstream.WithPublishAsyncTimeout(10*time.Second))
	if err != nil {
		return err
	}
	err = c.persist(ctx, func(ctx context.Context) (err error) {
		first, cancel := context.WithTimeout(ctx, 2*time.Second) // without a leader nobody answers
		_, err = js.AccountInfo(first)
		cancel()
		if err == nil {
			c.streams, err = openStreams(ctx, js, c.options, c.run, c.at)
		}
		return err
	})
	if err != nil {
		return deployment(err, c.options.maxStore()/4*3)
	}
	c.at = c.streams.at
	return c.ledger.Apply(nil, c.at, c.scheduler.Scale())
}

// persist tries something until the servers can do it, and tells what it waits for. What they refuse is an error at once.
func (c *Coordinator) persist(ctx context.Context, f func(context.Context) error) error {
	for {
		short, cancel := context.WithTimeout(ctx, 10*time.Second)
		err := f(short)
		cancel()
		if err == nil || !busy(err) {
			return err
		}
		if ctx.Err() == nil {
			c.troubled(err)
		}
		if !pause(ctx, time.Second) {
			return context.Cause(ctx)
		}
	}
}

func (c *Coordinator) openLedger() error {
	o := &c.options
	var err error
	if c.ledger, err = cluster.OpenLedger(LedgerPath(o.Dir), o.Counter.Splitting(), time.Now()); err != nil {
		return err
	}
	id := c.ledger.Identity()
	c.run = id.Run
	o.Params.Run, o.Params.Secret = id.Run, id.Secret
	o.Params = o.Params.WithDefaults()
	settings, kept, err := c.ledger.Settings()
	if err != nil {
		return err
	}
	if kept && !o.Audited {
		o.Params.Audit = settings.Audit
	}
	settings.Audit = o.Params.Audit
	if err := c.ledger.SetSettings(settings); err != nil {
		return err
	}
	snap, at, err := c.ledger.Snapshot()
	if err != nil {
		return err
	}
	c.at = at
	if c.scheduler, err = cluster.Restore(cluster.WorkOf(o.Counter), o.Params, snap, time.Now()); err != nil {
		return err
	}
	for _, a := range c.scheduler.Out() {
		if a.Worker != LocalName {
			c.farewell.expect(a.Worker)
		}
	}
	if settings.Paused {
		c.scheduler.Pause()
	}
	c.status = c.scheduler.Status()
	return nil
}

func (c *Coordinator) connect(ctx context.Context) (err error) {
	o := c.options
	if o.URL != "" {
		c.link, err = dialer{url: o.URL, key: o.Key, name: "queens coordinator", told: o.Told}.connect(ctx)
		if err == nil && c.link.ConnectedServerName() == embeddedName {
			return &DeploymentError{Reason: DeploymentCoordinator, Err: errors.New(c.link.ConnectedUrlRedacted())}
		}
		return err
	}
	key := o.Key
	if o.Keys != nil {
		key = o.Keys.Own
	} else if key == nil {
		if key, err = newKeyFile("coordinator"); err != nil {
			return err
		}
	}
	if c.localKey, err = newKeyFile(LocalName); err != nil {
		return err
	}
	o.Server.Dir, o.Server.MaxStore, o.Server.Keys = o.Dir, o.maxStore(), o.Keys
	if c.server, err = startServer(o.Server, key, c.localKey); err != nil {
		return err
	}
	if c.link, err = (dialer{server: c.server, key: key, name: "queens coordinator", told: o.Told}).connect(ctx); err != nil {
		return err
	}
	context.AfterFunc(c.server.store, func() { c.link.cancel(context.Cause(c.server.store)) })
	return nil
}

// refuseSecond asks whether another coordinator is at work on the run.
func (c *Coordinator) refuseSecond() error {
	if _, err := c.link.Request(leadSubject(c.run), nil, time.Second); err == nil {
		return &ActiveError{Run: c.run}
	}
	return nil
}

// listen subscribes to everything that workers say.
func (c *Coordinator) listen() error {
	subscribe := func(subject string, f func(*natsgo.Msg)) error {
		sub, err := c.link.Subscribe(subject, f)
		if err == nil {
			err = sub.SetPendingLimits(mostPending, mostPending<<10)
		}
		return err
	}
	if err := subscribe(leadSubject(c.run), func(m *natsgo.Msg) { m.Respond([]byte("here")) }); err != nil {
		return err
	}
	if err := subscribe(helloSubject("*"), c.admit(takeHello, c.hello)); err != nil {
		return err
	}
	if err := subscribe(beatSubject(c.run, "*"), c.admit(takeBeat, c.beat)); err != nil {
		return err
	}
	return c.link.FlushTimeout(10 * time.Second) // else the first that greets may find nobody
}

// put hands something that happened to the loop; when that is busy, whoever sends has to wait.
func (c *Coordinator) put(f func()) {
	select {
	case c.inbox <- f:
	case <-c.ended:
	case <-c.link.ctx.Done():
	}
}

// ErrStuck says that nothing is left to do but jobs that were set aside.
var ErrStuck = errors.New("queens: all that is left are jobs that failed and were set aside")

// Run coordinates until the run is finished, ctx ends, or something fails that will not pass. Whatever happens, what is
// in the ledger is sound, and what is not is computed or fetched again.
func (c *Coordinator) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(c.link.ctx, func() { cancel(context.Cause(c.link.ctx)) })()
	var work sync.WaitGroup
	work.Go(func() { c.own.run(ctx) })
	from := c.at.Sequence + 1
	work.Go(func() {
		if err := c.read(ctx, from); err != nil && ctx.Err() == nil {
			cancel(err)
		}
	})
	work.Go(func() {
		if err := c.keepRoom(ctx); err != nil {
			cancel(err)
		}
	})
	stopLocal := func() {}
	if c.options.Threads > 0 {
		local, stop := context.WithCancel(ctx)
		stopLocal = stop
		work.Go(func() {
			if err := c.runLocal(local); err != nil && local.Err() == nil {
				cancel(err)
			}
		})
	}
	err := c.loop(ctx)
	c.keepStatus()
	close(c.ended)
	if err == nil {
		c.sayFarewell()
	}
	stopLocal()
	cancel(nil)
	work.Wait()
	c.senders.Wait()
	if err == nil && c.server == nil {
		c.tidy()
	}
	return err
}

// tidy takes the streams of a finished run out of a deployment that is not ours: the ledger has all that was in them.
func (c *Coordinator) tidy() {
	ctx, cancel := context.WithTimeout(c.link.ctx, 20*time.Second)
	defer cancel()
	if err := c.streams.remove(ctx, c.streams.lane); err != nil {
		c.options.Told(Event{Kind: EventLeft, Text: jobsStream(c.streams.lane) + ", " + resultsStream(c.streams.lane)})
	}
}

func (c *Coordinator) runLocal(ctx context.Context) error {
	return Work(ctx, WorkerOptions{
		server: c.server, URL: c.options.URL, Run: c.run, Key: c.localWorkerKey(), Threads: c.options.Threads, counter: c.options.Counter,
		Version: c.options.Version, Told: c.options.Told, fake: c.options.fake,
	})
}

// localWorkerKey returns the key of the worker in this process: with a URL it is the coordinator's.
func (c *Coordinator) localWorkerKey() *KeyFile {
	if c.localKey != nil {
		return c.localKey
	}
	key := *c.options.Key
	key.Name = LocalName
	return &key
}

func (c *Coordinator) loop(ctx context.Context) error {
	ticker := time.NewTicker(tickEvery)
	defer ticker.Stop()
	for {
		if c.scheduler.Finished() {
			return nil
		}
		if c.scheduler.Stuck() {
			return ErrStuck
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-ticker.C:
		case f := <-c.inbox:
			start := time.Now()
			f()
			c.drain()
			c.busy += time.Since(start)
		}
		start := time.Now()
		if err := c.carryOut(ctx); err != nil {
			return err
		}
		c.busy += time.Since(start)
		c.account()
	}
}

// drain takes what else has happened.
func (c *Coordinator) drain() {
	for range mostAtOnce {
		select {
		case f := <-c.inbox:
			f()
		default:
			return
		}
	}
}

// carryOut lets the scheduler decide, writes down what it decided, and then does it.
func (c *Coordinator) carryOut(ctx context.Context) error {
	c.scheduler.Tick(time.Now())
	o := c.scheduler.Take()
	if len(o.Records) > 0 {
		if err := c.ledger.Apply(o.Records, c.at, c.scheduler.Scale()); err != nil {
			return err
		}
	}
	c.applied.Store(c.at.Sequence)
	for _, r := range o.Records {
		if a, ok := r.(cluster.AlarmRecord); ok {
			c.options.Told(Event{Kind: EventAlarm, Alarm: a.Alarm})
		}
	}
	c.withdraw = append(c.withdraw, o.Withdraw...)
	c.unsent = append(c.unsent, o.Assign...)
	c.own.add(o)
	c.dispatch(ctx)
	return c.failed
}

// account keeps the status for others to read, and tells the scheduler how busy it was.
func (c *Coordinator) account() {
	now := time.Now()
	within := now.Sub(c.tallied)
	if within < 250*time.Millisecond {
		return
	}
	c.scheduler.Busy(min(max(c.busy, c.sendBusy), within), within)
	c.busy, c.sendBusy, c.tallied = 0, 0, now
	c.keepStatus()
	c.readKeys(now)
	c.forgetStrangers(now)
}

func (c *Coordinator) keepStatus() {
	st := c.scheduler.Status()
	c.progress.Lock()
	c.status = st
	c.progress.Unlock()
}

// readKeys looks every two seconds whether keys were added or revoked.
func (c *Coordinator) readKeys(now time.Time) {
	if c.server == nil || c.options.Keys == nil || now.Sub(c.seenKeys) < 2*time.Second {
		return
	}
	c.seenKeys = now
	changed, err := c.options.Keys.changed()
	if err == nil && changed {
		err = c.server.reload()
		c.letIn()
		c.options.Told(Event{Kind: EventKeys})
		c.dropRevoked(now)
	}
	if err != nil {
		c.options.Told(Event{Kind: EventTrouble, Text: err.Error()})
	}
}

// dropRevoked gives up the workers whose keys were revoked.
func (c *Coordinator) dropRevoked(now time.Time) {
	for _, w := range c.options.Keys.Workers {
		if w.Revoked && c.sessions[w.Name] != "" {
			delete(c.sessions, w.Name)
			c.scheduler.Leave(w.Name, now)
			c.comes(EventGone, w.Name)
		}
	}
}

// Status returns how the run went some moments ago.
func (c *Coordinator) Status() cluster.Status {
	c.progress.Lock()
	defer c.progress.Unlock()
	return c.status
}

// Ledger returns the ledger.
func (c *Coordinator) Ledger() *cluster.Ledger { return c.ledger }

// Address returns where the embedded server listens, "" if it does not.
func (c *Coordinator) Address() string {
	if c.server == nil {
		return ""
	}
	return c.server.Address()
}

// Do runs f in the loop, with the scheduler to itself, and returns when it is done.
func (c *Coordinator) Do(ctx context.Context, f func(*cluster.Scheduler, *cluster.Ledger) error) error {
	done := make(chan error, 1)
	c.put(func() { done <- f(c.scheduler, c.ledger) })
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-c.ended:
		return context.Canceled
	case <-c.link.ctx.Done():
		return context.Cause(c.link.ctx)
	}
}

// Close ends everything. The ledger stays as it is.
func (c *Coordinator) Close() error {
	if c.link != nil {
		c.link.close()
	}
	if c.server != nil {
		c.server.stop()
	}
	if c.ledger != nil {
		return c.ledger.Close()
	}
	return nil
}
