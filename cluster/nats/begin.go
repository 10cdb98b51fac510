package nats

import (
	"context"
	"errors"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"example.org/queens/cluster"
)

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
