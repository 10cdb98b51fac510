package nats

import (
	"context"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

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
