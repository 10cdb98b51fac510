package nats

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"example.org/queens/cluster"
	"example.org/queens/count"
	"example.org/queens/known"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreTopFunction("github.com/nats-io/nats-server/v2/server.(*Server).startGoRoutine"), // none of ours
	)
}

// A rig is a cluster within the process of a test.
type rig struct {
	t       *testing.T
	counter *count.Counter
	dir     string
	options CoordinatorOptions
}

func newRig(t *testing.T, n int, jobTime time.Duration) *rig {
	t.Helper()
	counter, err := count.New(context.Background(), n, count.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, counter: counter, dir: t.TempDir()}
	r.options = CoordinatorOptions{Counter: counter, Dir: r.dir, Threads: 2, Version: "test", Audited: true,
		Params: cluster.Params{JobTime: jobTime, Lease: 3 * time.Second, Audit: 0.02, Spot: 0.01},
		Told: func(e Event) {
			if testing.Verbose() {
				fmt.Fprintln(os.Stderr, time.Now().Format("05.000"), e.Kind, e.Text)
			}
		}}
	return r
}

func (r *rig) keys() *Keys {
	r.t.Helper()
	keys, err := OpenKeys(filepath.Join(r.dir, "keys"), time.Hour)
	if err != nil {
		r.t.Fatal(err)
	}
	return keys
}

// listening makes the rig's coordinator listen on loopback.
func (r *rig) listening(keys *Keys) {
	r.options.Keys = keys
	r.options.Server.Listen = "127.0.0.1:0"
}

func (r *rig) start(ctx context.Context) *Coordinator {
	r.t.Helper()
	c, err := NewCoordinator(ctx, r.options)
	if err != nil {
		r.t.Fatal(err)
	}
	return c
}

// check compares the ledger with the published value.
func (r *rig) check(c *Coordinator) {
	r.t.Helper()
	total, units, err := c.Ledger().Total()
	if err != nil {
		r.t.Fatal(err)
	}
	want, err := known.Q(r.counter.N())
	if err != nil || total.Hi != 0 || total.Lo != want.Value || units != r.counter.Units() {
		r.t.Fatalf("Q(%d) = %v of %d units, want %d (%v)", r.counter.N(), total, units, want.Value, err)
	}
}

func TestAlone(t *testing.T) {
	for _, n := range []int{1, 2, 8, 15, 16} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			r := newRig(t, n, 50*time.Millisecond)
			begin := time.Now()
			c := r.start(t.Context())
			defer c.Close()
			if ready := time.Since(begin); ready > time.Second && !testing.Short() {
				t.Logf("ready after %v", ready)
			}
			if err := c.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			r.check(c)
		})
	}
}

// key makes a key for a worker and reads it from its file.
func (r *rig) key(keys *Keys, name string) *KeyFile {
	r.t.Helper()
	path, err := keys.AddWorker(name)
	if err != nil {
		r.t.Fatal(err)
	}
	key, err := ReadKeyFile(path)
	if err != nil {
		r.t.Fatal(err)
	}
	return key
}

func TestTwoWorkersOverTLS(t *testing.T) {
	r := newRig(t, 16, 20*time.Millisecond)
	keys := r.keys()
	r.listening(keys)
	r.options.Threads = 0
	key1, key2 := r.key(keys, "one"), r.key(keys, "two") // before the server starts
	c := r.start(t.Context())
	defer c.Close()
	errs := make(chan error, 2)
	for _, key := range []*KeyFile{key1, key2} {
		go func() {
			errs <- Work(t.Context(), WorkerOptions{URL: "tls://" + c.Address(), Key: key, Threads: 1, Told: r.options.Told})
		}()
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.check(c)
	for range 2 {
		if err := <-errs; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	st := c.scheduler.Status()
	if len(st.Workers) < 2 || st.Workers[0].Jobs == 0 && st.Workers[1].Jobs == 0 {
		t.Errorf("workers: %+v", st.Workers)
	}
}
