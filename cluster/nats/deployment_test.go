package nats

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"example.org/queens/cluster"
	"example.org/queens/count"
)

// hangs bounds what must happen at some time.
const hangs = 3 * time.Minute

// A fleet is a NATS deployment within the process of a test, configured as docs/cluster.md says.
type fleet struct {
	t       *testing.T
	keys    *Keys
	dir     string
	ports   []int // of servers for clients, then of the same for each other
	servers []*server.Server
	extra   string // configuration
}

func newFleet(t *testing.T, keys *Keys, n int) *fleet {
	t.Helper()
	f := &fleet{t: t, keys: keys, dir: t.TempDir(), servers: make([]*server.Server, n)}
	var held []net.Listener
	for range 2 * n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, l)
		f.ports = append(f.ports, l.Addr().(*net.TCPAddr).Port)
	}
	for _, l := range held {
		l.Close()
	}
	t.Cleanup(func() {
		for i := range f.servers {
			f.stop(i)
		}
	})
	return f
}

func (f *fleet) config(i int) string {
	text := fmt.Sprintf("server_name: s%d\nlisten: 127.0.0.1:%d\n", i, f.ports[i])
	text += fmt.Sprintf("tls { cert_file: %q, key_file: %q, min_version: \"1.3\" }\n", filepath.Join(f.keys.Dir(), certFile), filepath.Join(f.keys.Dir(), certKeyFile))
	if n := len(f.servers); n > 1 {
		var routes []string
		for _, port := range f.ports[n:] {
			routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", port))
		}
		text += fmt.Sprintf("cluster { name: test, listen: 127.0.0.1:%d, routes: [%s] }\n", f.ports[n+i], strings.Join(routes, ", "))
	}
	if f.extra == "" {
		text += fmt.Sprintf("jetstream { store_dir: %q, sync_interval: always }\n", filepath.Join(f.dir, fmt.Sprint(i)))
	}
	return text + f.extra + f.keys.ServerConfig()
}

func (f *fleet) start(i int) {
	f.t.Helper()
	path := filepath.Join(f.dir, "server.conf")
	if err := os.WriteFile(path, []byte(f.config(i)), 0o600); err != nil {
		f.t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(path)
	if err != nil {
		f.t.Fatal(err)
	}
	o.NoSigs, o.NoLog = true, true
	if f.servers[i], err = server.NewServer(o); err != nil {
		f.t.Fatal(err)
	}
	f.servers[i].Start()
	if !f.servers[i].ReadyForConnections(readyWithin) {
		f.t.Fatal("a server does not start")
	}
}

func (f *fleet) startAll() {
	f.t.Helper()
	for i := range f.servers {
		f.start(i)
	}
}

func (f *fleet) stop(i int) {
	if s := f.servers[i]; s != nil {
		s.Shutdown()
		s.WaitForShutdown()
		f.servers[i] = nil
	}
}

// wipe lets the servers forget everything.
func (f *fleet) wipe() {
	f.t.Helper()
	for i := range f.servers {
		f.stop(i)
		if err := os.RemoveAll(filepath.Join(f.dir, fmt.Sprint(i))); err != nil {
			f.t.Fatal(err)
		}
	}
	f.startAll()
}

func (f *fleet) url() string {
	var urls []string
	for _, port := range f.ports[:len(f.servers)] {
		urls = append(urls, fmt.Sprintf("tls://127.0.0.1:%d", port))
	}
	return strings.Join(urls, ",")
}

// leader returns the server that leads a stream.
func (f *fleet) leader(stream string) int {
	f.t.Helper()
	for begin := time.Now(); time.Since(begin) < hangs; time.Sleep(50 * time.Millisecond) {
		for i, s := range f.servers {
			if s != nil && s.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, stream) {
				return i
			}
		}
	}
	f.t.Fatal("nobody leads ", stream)
	return -1
}

// streams returns the names of all streams.
func (f *fleet) streams() (names []string) {
	f.t.Helper()
	l, err := dialer{url: f.url(), key: f.keys.Own, told: func(Event) {}}.connect(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	defer l.close()
	js, err := jetstream.New(l.Conn)
	if err != nil {
		f.t.Fatal(err)
	}
	list := js.StreamNames(f.t.Context())
	for name := range list.Name() {
		names = append(names, name)
	}
	if list.Err() != nil {
		f.t.Fatal(list.Err())
	}
	return names
}

// over lets a rig use the fleet, with units small enough for many jobs.
func (r *rig) over(f *fleet) {
	r.options.URL, r.options.Key, r.options.Params.Units = f.url(), f.keys.Own, 25
}

// slow gives a rig the plain kernel: N = 18 takes some seconds with it, N = 19 half a minute.
func (r *rig) slow() {
	r.t.Helper()
	var err error
	if r.counter, err = count.New(context.Background(), r.counter.N(), count.Options{Threads: 2, Kernel: "generic"}); err != nil {
		r.t.Fatal(err)
	}
	r.options.Counter = r.counter
}

// reach waits until so many jobs are done.
func (r *rig) reach(c *Coordinator, done int) {
	r.t.Helper()
	for begin := time.Now(); c.Status().Done < done; time.Sleep(10 * time.Millisecond) {
		select {
		case <-c.ended:
			r.t.Fatalf("it ended before %d jobs were done: %+v", done, c.Status())
		default:
		}
		if time.Since(begin) > hangs {
			r.t.Fatalf("it stands at %+v", c.Status())
		}
	}
}

// until runs a coordinator until so many jobs are done, and closes it.
func (r *rig) until(done int) {
	r.t.Helper()
	c := r.start(r.t.Context())
	ctx, cancel := context.WithCancel(r.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx) }()
	r.reach(c, done)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		r.t.Errorf("it ends with %v", err)
	}
	c.Close()
}

// finish runs a coordinator to its end and wants the right number and no alarms.
func (r *rig) finish() {
	r.t.Helper()
	c := r.start(r.t.Context())
	defer c.Close()
	ctx, cancel := context.WithTimeout(r.t.Context(), hangs)
	defer cancel()
	if err := c.Run(ctx); err != nil {
		r.t.Fatal(err)
	}
	r.check(c)
	r.quiet(c)
}

func (r *rig) quiet(c *Coordinator) {
	r.t.Helper()
	if alarms, err := c.Ledger().Alarms(); err != nil || len(alarms) > 0 {
		r.t.Errorf("alarms: %+v, %v", alarms, err)
	}
}

// work starts a worker that ends with the test.
func (r *rig) work(f *fleet, o WorkerOptions) <-chan error {
	o.URL, o.Threads, o.Kernel, o.Told = f.url(), 1, r.counter.Kernel(), r.options.Told
	ctx, cancel := context.WithCancel(context.Background())
	done, all := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(all)
		done <- Work(ctx, o)
	}()
	r.t.Cleanup(func() { cancel(); <-all })
	return done
}

// TestReplicated counts over three servers, of which there is one at first, while those that lead the streams are stopped and started.
func TestReplicated(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute")
	}
	r := newRig(t, 19, 20*time.Millisecond)
	r.slow()
	keys := r.keys()
	one, two := r.key(keys, "one"), r.key(keys, "two")
	f := newFleet(t, keys, 3)
	r.over(f)
	r.options.Replicas, r.options.Threads = 3, 0
	var waited atomic.Bool
	told := r.options.Told
	r.options.Told = func(e Event) {
		waited.Store(waited.Load() || e.Kind == EventWaiting)
		told(e)
	}
	f.start(0)
	come := make(chan struct{})
	go func() {
		defer close(come)
		for begin := time.Now(); !waited.Load() && time.Since(begin) < hangs; {
			time.Sleep(10 * time.Millisecond)
		}
	}()
	var c *Coordinator
	started := make(chan error, 1)
	go func() {
		var err error
		c, err = NewCoordinator(t.Context(), r.options)
		started <- err
	}()
	select {
	case <-come:
	case err := <-started:
		t.Fatalf("one of three servers is enough: %v", err)
	}
	f.start(1)
	f.start(2)
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	workers := []<-chan error{r.work(f, WorkerOptions{Key: one}), r.work(f, WorkerOptions{Key: two})}
	ended := make(chan error, 1)
	go func() { ended <- c.Run(t.Context()) }()
	lane := c.streams.lane
	for _, stream := range []string{resultsStream(lane), jobsStream(lane), resultsStream(lane)} {
		r.reach(c, c.Status().Done+40)
		leader := f.leader(stream)
		f.stop(leader)
		r.reach(c, c.Status().Done+40) // without it
		f.start(leader)
	}
	for _, w := range append(workers, ended) {
		select {
		case err := <-w:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(hangs):
			t.Fatalf("it does not end: %+v", c.Status())
		}
	}
	r.check(c)
	r.quiet(c)
	if names := f.streams(); len(names) > 0 {
		t.Errorf("a finished run leaves %v", names)
	}
}

// TestElsewhere goes on with a run with and without a deployment, and with one that has forgotten everything.
func TestElsewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute")
	}
	r := newRig(t, 19, 20*time.Millisecond)
	r.slow()
	f := newFleet(t, r.keys(), 1)
	f.startAll()
	r.options.Params.Units = 25
	r.until(20)
	embedded := r.options
	r.over(f)
	r.until(60)
	r.until(80)
	f.wipe()
	r.until(100)
	if names := f.streams(); len(names) != 2 {
		t.Errorf("a run that is not finished has %v", names)
	}
	r.options = embedded
	r.until(140)
	r.over(f)
	r.until(180)
	if names := f.streams(); len(names) != 2 {
		t.Errorf("a run that is not finished has %v", names)
	}
	r.finish()
	if names := f.streams(); len(names) > 0 {
		t.Errorf("a finished run leaves %v", names)
	}
}

// TestRestored goes on with an older copy of a ledger, among messages and with a worker that know what came after it.
func TestRestored(t *testing.T) {
	if testing.Short() {
		t.Skip("ten seconds")
	}
	r := newRig(t, 18, 20*time.Millisecond)
	r.slow()
	keys := r.keys()
	key := r.key(keys, "one")
	f := newFleet(t, keys, 1)
	f.startAll()
	r.over(f)
	r.options.Threads = 0
	worker := r.work(f, WorkerOptions{Key: key})
	c := r.start(t.Context())
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx) }()
	r.reach(c, 20)
	copied := t.TempDir()
	if err := c.Ledger().Backup(LedgerPath(copied)); err != nil {
		t.Fatal(err)
	}
	r.reach(c, 60)
	cancel()
	<-ended
	c.Close()
	r.options.Dir, r.options.Params.Units = copied, 30
	r.finish()
	select {
	case err := <-worker:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(hangs):
		t.Error("the worker does not end")
	}
}

// TestStrangePosition goes on with a ledger that names streams which there cannot be.
func TestStrangePosition(t *testing.T) {
	r := newRig(t, 12, time.Second)
	l, err := cluster.OpenLedger(LedgerPath(r.dir), r.counter.Splitting(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Apply(nil, cluster.Position{Stream: "2026-01-02T03:04:05.678Z", Sequence: 9}, 0); err != nil {
		t.Fatal(err)
	}
	l.Close()
	r.finish()
}

// TestGone takes the streams away in the middle: the coordinator says so and ends, and the next one goes on.
func TestGone(t *testing.T) {
	r := newRig(t, 18, 20*time.Millisecond)
	r.slow()
	f := newFleet(t, r.keys(), 1)
	f.startAll()
	r.over(f)
	c := r.start(t.Context())
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), hangs)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx) }()
	r.reach(c, 20)
	if err := c.streams.remove(ctx, c.streams.lane); err != nil {
		t.Fatal(err)
	}
	if gone, ok := errors.AsType[*DeploymentError](<-ended); !ok || gone.Reason != DeploymentGone {
		t.Errorf("it ends with %v", gone)
	}
}

// TestTwoRuns lets two runs share a deployment: a worker goes to the one that it names, and the other does not wait for it.
func TestTwoRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("ten seconds")
	}
	a, b := newRig(t, 16, 20*time.Millisecond), newRig(t, 15, 20*time.Millisecond)
	keys := a.keys()
	f := newFleet(t, keys, 1)
	f.startAll()
	a.over(f)
	b.over(f)
	a.options.Threads, b.options.Threads = 0, 0
	ca := a.start(t.Context())
	defer ca.Close()
	cb := b.start(t.Context())
	defer cb.Close()
	ended := make(chan error, 2)
	go func() { ended <- ca.Run(t.Context()) }()
	go func() { ended <- cb.Run(t.Context()) }()
	workers := []<-chan error{
		a.work(f, WorkerOptions{Key: a.key(keys, "any")}), // no server knows it
	}
	select {
	case err := <-workers[0]:
		if _, ok := errors.AsType[*AccessError](err); !ok {
			t.Errorf("a key that came later: %v", err)
		}
	case <-time.After(hangs):
		t.Error("a key that came later is not refused")
	}
	for i := range f.servers { // as the owner of the servers would, with a new authorization block
		f.stop(i)
		f.start(i)
	}
	a.work(f, WorkerOptions{Key: keyOf(t, keys, "any"), Run: ca.run})
	for range 1 {
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(hangs):
			t.Fatal("it does not end")
		}
	}
	a.check(ca)
	if done := cb.Status().Done; done > 0 {
		t.Errorf("a run got %d results of a worker of another", done)
	}
	b.work(f, WorkerOptions{Key: keyOf(t, keys, "any")})
	if err := <-ended; err != nil {
		t.Error(err)
	}
	b.check(cb)
}

func keyOf(t *testing.T, keys *Keys, name string) *KeyFile {
	t.Helper()
	key, err := ReadKeyFile(keys.KeyPath(name))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// TestDeployment wants a deployment refused at once that cannot do what is needed, with the reason.
func TestDeployment(t *testing.T) {
	for _, test := range []struct {
		name     string
		servers  int
		extra    string
		replicas int
		disk     int64
		want     DeploymentReason
	}{
		{name: "no JetStream", servers: 1, extra: "max_payload: 1MB\n", want: DeploymentNoJetStream},
		{name: "one server, three replicas", servers: 1, replicas: 3, want: DeploymentFewServers},
		{name: "no room", servers: 1, disk: 1 << 50, want: DeploymentNoRoom},
		{name: "two servers, three replicas", servers: 2, replicas: 3, want: DeploymentFewServers},
		{name: "two servers, no room", servers: 2, replicas: 2, disk: 1 << 50, want: DeploymentNoRoom},
		{name: "two servers, no JetStream", servers: 2, extra: "max_payload: 1MB\n", want: DeploymentNoJetStream},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRig(t, 12, time.Second)
			f := newFleet(t, r.keys(), test.servers)
			f.extra = test.extra
			f.startAll()
			r.over(f)
			r.options.Replicas, r.options.MaxStore = test.replicas, test.disk
			ctx, cancel := context.WithTimeout(t.Context(), hangs)
			defer cancel()
			c, err := NewCoordinator(ctx, r.options)
			if wrong, ok := errors.AsType[*DeploymentError](err); !ok || wrong.Reason != test.want {
				t.Errorf("refused with %v, want %s", err, test.want)
			}
			if err == nil {
				c.Close()
			}
			if test.extra == "" {
				if names := f.streams(); len(names) > 0 {
					t.Errorf("it leaves %v", names)
				}
			}
		})
	}
}

// TestWorkersKey wants a coordinator with the key of a worker refused at once.
func TestWorkersKey(t *testing.T) {
	r := newRig(t, 12, time.Second)
	keys := r.keys()
	key := r.key(keys, "one")
	f := newFleet(t, keys, 1)
	f.startAll()
	r.over(f)
	r.options.Key = key
	_, err := NewCoordinator(t.Context(), r.options)
	if denied, ok := errors.AsType[*AccessError](err); !ok || denied.Reason != AccessPermission {
		t.Errorf("refused with %v", err)
	}
}
