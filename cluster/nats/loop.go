package nats

import (
	"context"
	"errors"
	"sync"
	"time"

	"example.org/queens/cluster"
)

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
			c.gone(w.Name, now)
		}
	}
}
