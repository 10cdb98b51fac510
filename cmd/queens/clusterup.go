package main

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"example.org/queens/cluster"
	"example.org/queens/cluster/control"
	"example.org/queens/cluster/nats"
	"example.org/queens/count"
)

// clusterUpFlags are the flags of queens cluster up, as they were written.
type clusterUpFlags struct {
	place                          *clusterPlace
	listen, keys, url, key         string
	threads, memory, disk          string
	jobTime, lease, audit, replica string
	window                         string
	noEstimate, noWork             bool
}

func (a *app) clusterUpCommand() *cobra.Command {
	f := &clusterUpFlags{}
	cmd := a.sized(&cobra.Command{
		Use:   "up N " + a.T("use.flags"),
		Short: a.T("cluster.up.short"),
		Long:  a.T("cluster.up.long"),
		Example: "  queens cluster up 20\n  queens cluster up 24 --listen 0.0.0.0:4222\n" +
			"  queens cluster up 24 --nats tls://a:4222,tls://b:4222,tls://c:4222 --key queens-keys/coordinator.key --replicas 3",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.clusterUp(cmd.Context(), f, args)
		},
	})
	f.place = a.addPlace(cmd)
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(word{&f.listen, "ADDRESS"}, "listen", a.T("cluster.flag.listen"))
	flags.Var(word{&f.keys, "DIR"}, "keys", a.T("cluster.flag.keys"))
	flags.Var(word{&f.url, "URL"}, "nats", a.T("cluster.flag.nats"))
	flags.Var(word{&f.key, "FILE"}, "key", a.T("cluster.flag.key"))
	flags.Var(word{&f.replica, "K"}, "replicas", a.T("cluster.flag.replicas"))
	flags.Var(word{&f.threads, "K"}, "threads", a.T("flag.threads"))
	flags.BoolVar(&f.noWork, "no-work", false, a.T("cluster.flag.nowork"))
	flags.Var(word{&f.memory, "SIZE"}, "memory", a.T("flag.memory"))
	flags.Var(word{&f.disk, "SIZE"}, "disk", a.T("cluster.flag.disk"))
	flags.Var(word{&f.jobTime, "TIME"}, "job-time", a.T("cluster.flag.jobtime"))
	flags.Var(word{&f.lease, "TIME"}, "lease", a.T("cluster.flag.lease"))
	flags.Var(word{&f.window, "K"}, "window", a.T("cluster.flag.window"))
	flags.Var(word{&f.audit, "SHARE"}, "audit", a.T("cluster.flag.audit"))
	flags.BoolVar(&f.noEstimate, "no-estimate", false, a.T("cluster.flag.noestimate"))
	a.complete(cmd, nil)
	return cmd
}

// options makes sense of the flags; the counter and the folder come later.
func (f *clusterUpFlags) options() (o nats.CoordinatorOptions, c count.Options, err error) {
	if c.Threads, err = parseThreads(f.threads); err != nil {
		return o, c, err
	}
	if c.Memory, err = parseMemory("--memory", f.memory); err != nil {
		return o, c, err
	}
	disk, err := parseMemory("--disk", f.disk)
	if err != nil {
		return o, c, err
	}
	if o.MaxStore = int64(disk); disk > 0 && disk < nats.LeastStore {
		return o, c, badInput("cluster.error.disk", "Value", f.disk, "Least", "1MiB")
	}
	if o.Params.JobTime, err = parseDuration("--job-time", f.jobTime, time.Millisecond, 12*time.Hour); err != nil {
		return o, c, err
	}
	if o.Params.Lease, err = parseDuration("--lease", f.lease, time.Second, time.Hour); err != nil {
		return o, c, err
	}
	window, err := positive("--window", f.window)
	if err != nil {
		return o, c, err
	}
	const mostWindow = 10_000_000
	if window > mostWindow {
		return o, c, badInput("error.flag.range", "Flag", "--window", "Value", f.window, "Max", mostWindow)
	}
	o.Params.Window = int(window)
	if o.Params.Audit, o.Audited, err = parseAudit(f.audit); err != nil {
		return o, c, err
	}
	if !o.Audited {
		o.Params.Audit = cluster.DefaultAudit
	}
	o.Params.Spot = cluster.DefaultSpot
	replicas, err := positive("--replicas", f.replica)
	if err != nil {
		return o, c, err
	}
	if replicas > 5 {
		return o, c, badInput("cluster.error.replicas", "Value", f.replica)
	}
	if o.Replicas = int(replicas); replicas > 0 && f.url == "" {
		return o, c, badInput("cluster.error.needsnats", "Flag", "--replicas")
	}
	if f.url != "" && f.listen != "" {
		return o, c, badInput("error.flags.together", "Flag", "--nats", "Other", "--listen")
	}
	if f.key != "" && f.url == "" {
		return o, c, badInput("cluster.error.needsnats", "Flag", "--key")
	}
	if f.url != "" && f.key == "" {
		return o, c, badInput("cluster.error.needskey", "Flag", "--nats")
	}
	if !f.noWork {
		o.Threads = c.Threads
	}
	o.Version = versionText()
	return o, c, f.access(&o)
}

// access reads the keys that the flags name.
func (f *clusterUpFlags) access(o *nats.CoordinatorOptions) (err error) {
	if f.url != "" {
		if err := nats.CheckURL(f.url); err != nil {
			return err
		}
		o.URL = f.url
		o.Key, err = nats.ReadKeyFile(f.key)
		return err
	}
	if f.listen == "" {
		return nil
	}
	if _, _, err := net.SplitHostPort(f.listen); err != nil {
		return badInput("cluster.error.address", "Value", f.listen)
	}
	if err := nats.CheckListen(f.listen); err != nil { // before anything is made
		return err
	}
	dir := f.keys
	if dir == "" {
		dir = clusterKeysDir
	}
	o.Server.Listen = f.listen
	if o.Keys, err = nats.OpenKeys(dir, nats.DefaultValidity); err != nil {
		return err
	}
	return o.Keys.CheckServer()
}

// clusterUp coordinates a run to its end and writes the number.
func (a *app) clusterUp(ctx context.Context, f *clusterUpFlags, args []string) error {
	n, dir, err := f.place.of(args)
	if err != nil {
		return err
	}
	o, planned, err := f.options()
	if err != nil {
		return err
	}
	if err := checkRunSize(ctx, dir, n); err != nil {
		return err
	}
	if emptied(dir) {
		return &statusError{exitIO, a.T("cluster.error.emptied", "Path", nats.LedgerPath(dir))}
	}
	if o.Counter, err = count.New(ctx, n, planned); err != nil {
		return err
	}
	if err := makeDir(dir); err != nil {
		return err
	}
	o.Dir = dir
	o.Told = a.clusterNote
	c, err := nats.NewCoordinator(ctx, o)
	if err != nil {
		return err
	}
	defer c.Close()
	stop, err := control.Serve(ctx, dir, c.Answer)
	if err != nil {
		return &fileError{filepath.Join(dir, "control.sock"), err}
	}
	defer stop()
	a.clusterAnnounce(c, o)
	clear := a.showing(func() string { return a.clusterProgress(c.Status()) })
	err = c.Run(ctx)
	clear()
	if err != nil {
		return a.clusterStopped(c, err)
	}
	return a.clusterAnswer(ctx, c.Ledger(), clusterCheck{threads: planned.Threads, estimate: !f.noEstimate})
}

// emptied reports whether the ledger of a run that was begun is there and has nothing in it.
func emptied(dir string) bool {
	info, err := os.Stat(nats.LedgerPath(dir))
	if err != nil || info.Size() > 0 {
		return false
	}
	_, err = os.Stat(filepath.Join(dir, "jetstream"))
	return err == nil
}

// clusterAnnounce says what is there already and how others can join.
func (a *app) clusterAnnounce(c *nats.Coordinator, o nats.CoordinatorOptions) {
	st := c.Status()
	if st.Done > 0 {
		a.note(a.T("cluster.resumed", "Run", st.Run, "Share", percent(st.Share)))
	} else {
		a.note(a.N("cluster.begun", uint64(st.Units), "Run", st.Run))
	}
	if st.Paused {
		a.note(a.T("cluster.paused"))
	}
	if c.Address() == "" {
		return
	}
	key := "FILE"
	for _, w := range o.Keys.Workers {
		if !w.Revoked {
			key = filepath.Base(o.Keys.KeyPath(w.Name)) // where it was copied to
			break
		}
	}
	if key == "FILE" {
		a.note(a.T("cluster.nokeys", "Dir", o.Keys.Dir()))
	}
	a.note(a.T("cluster.join", "Line", "queens cluster join tls://"+reachable(c.Address())+" --key "+key))
}

// reachable replaces the address of a server that listens everywhere by one that others can use.
func reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsUnspecified() {
		return address
	}
	if own := machineAddress(netip.Addr.IsGlobalUnicast); own != "" {
		return net.JoinHostPort(own, port)
	}
	name, err := os.Hostname()
	if err != nil {
		return address
	}
	return net.JoinHostPort(name, port)
}

// clusterStopped says how far a run came that did not end.
func (a *app) clusterStopped(c *nats.Coordinator, err error) error {
	st := c.Status()
	if errors.Is(err, nats.ErrStuck) {
		return &statusError{exitNo, a.T("cluster.stuck", "Aside", st.Aside)}
	}
	status, reason := a.endOf(result{err: err})
	if _, ok := errors.AsType[*nats.StoreError](err); ok {
		status, reason = a.explainCluster(err)
	}
	if reason == "" {
		return err
	}
	return &statusError{status, a.T("cluster.unfinished", "Reason", reason, "Share", percent(st.Share))}
}

// clusterNote writes what happens to the standard error stream.
func (a *app) clusterNote(e nats.Event) {
	switch e.Kind {
	case nats.EventUnreachable:
		a.note(a.T("cluster.event.unreachable", "Text", e.Text))
	case nats.EventNobody:
		a.note(a.T("cluster.event.nobody"))
	case nats.EventJoined:
		a.note(a.T("cluster.event.joined", "Run", e.Text))
	case nats.EventDisconnected:
		a.note(a.T("cluster.event.disconnected", "Text", e.Text))
	case nats.EventReconnected:
		a.note(a.T("cluster.event.reconnected"))
	case nats.EventWaiting:
		a.note(a.T("cluster.event.waiting", "Text", e.Text))
	case nats.EventLeft:
		a.note(a.T("cluster.event.left", "Text", e.Text))
	case nats.EventRoom:
		a.note(a.T("cluster.event.room"))
	case nats.EventTrouble:
		a.note(a.T("cluster.event.trouble", "Text", e.Text))
	case nats.EventWorker:
		if e.Text != nats.LocalName {
			a.note(a.T("cluster.event.worker", "Name", e.Text))
		}
	case nats.EventGone:
		if e.Text != nats.LocalName {
			a.note(a.T("cluster.event.gone", "Name", e.Text))
		}
	case nats.EventAlarm:
		a.note(a.T("cluster.event.alarm", "Text", a.alarmText(e.Alarm)))
	case nats.EventRefusedTask:
		a.note(a.T("cluster.event.refused", "Task", e.Text, "Reason", a.reasonText(e.Reason)))
	case nats.EventKeys:
		a.note(a.T("cluster.event.keys"))
	}
}

func (a *app) clusterProgress(st cluster.Status) string {
	if st.ToGo > 0 {
		return a.T("cluster.progress.togo", "Share", percent(st.Share), "Time", roughTimeText(st.ToGo), "Cores", a.coresText(st.Cores))
	}
	return a.T("cluster.progress", "Share", percent(st.Share), "Cores", a.coresText(st.Cores))
}
