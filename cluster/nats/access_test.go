package nats

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"example.org/queens/cluster"
)

// running starts a coordinator that listens, with keys for the given names, and runs it until the test ends.
func (r *rig) running(names ...string) (c *Coordinator, keys map[string]*KeyFile) {
	r.t.Helper()
	k := r.keys()
	r.listening(k)
	keys = map[string]*KeyFile{}
	for _, name := range names {
		keys[name] = r.key(k, name)
	}
	c = r.start(r.t.Context())
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	r.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			r.t.Error(err)
		}
		c.Close()
	})
	return c, keys
}

func TestAccess(t *testing.T) {
	r := newRig(t, 12, time.Second)
	r.options.Threads = 0
	c, keys := r.running("one")
	foreign, err := OpenKeys(t.TempDir(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	stranger := r.key(foreign, "one")
	unknown := *stranger
	unknown.CA = keys["one"].CA
	for _, test := range []struct {
		name   string
		url    string
		key    KeyFile
		reason AccessReason
	}{
		{"wrong key", "tls://", unknown, AccessKey},
		{"wrong authority", "tls://", *stranger, AccessCertificate},
	} {
		t.Run(test.name, func(t *testing.T) {
			begin := time.Now()
			err := Work(t.Context(), WorkerOptions{URL: test.url + c.Address(), Key: &test.key, Threads: 1})
			denied, ok := errors.AsType[*AccessError](err)
			if !ok || denied.Reason != test.reason {
				t.Errorf("refused with %v, want %s", err, test.reason)
			}
			if took := time.Since(begin); took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
	t.Run("no key", func(t *testing.T) {
		config, _ := keys["one"].clientTLS()
		nc, err := natsgo.Connect("tls://"+c.Address(), natsgo.Secure(config))
		if err == nil {
			nc.Close()
		}
		if access("", err) == nil {
			t.Errorf("refused with %v", err)
		}
	})
	t.Run("no TLS", func(t *testing.T) {
		pair := keys["one"].pair()
		nc, err := natsgo.Connect("nats://"+c.Address(), natsgo.Nkey(keys["one"].Public(), pair.Sign), natsgo.Timeout(2*time.Second))
		if err == nil {
			nc.Close()
			t.Error("let in without TLS")
		}
	})
}

func TestExpiredCertificate(t *testing.T) {
	r := newRig(t, 12, time.Second)
	r.options.Threads = 0
	keys := r.keys()
	if err := keys.Renew(-time.Minute); err != nil {
		t.Fatal(err)
	}
	c, worker := r.running("one")
	err := Work(t.Context(), WorkerOptions{URL: "tls://" + c.Address(), Key: worker["one"], Threads: 1})
	if denied, ok := errors.AsType[*AccessError](err); !ok || denied.Reason != AccessExpired {
		t.Errorf("refused with %v", err)
	}
}

// TestPermissions tries everything that the key of a worker must not do.
func TestPermissions(t *testing.T) {
	r := newRig(t, 12, time.Second)
	r.options.Threads = 0
	c, keys := r.running("liar", "honest")
	key := keys["liar"]
	denied := make(chan error, 100)
	config, err := key.clientTLS()
	if err != nil {
		t.Fatal(err)
	}
	pair := key.pair()
	nc, err := natsgo.Connect("tls://"+c.Address(), natsgo.Secure(config), natsgo.Nkey(key.Public(), pair.Sign), natsgo.CustomInboxPrefix(inboxOf("liar")),
		natsgo.ErrorHandler(func(_ *natsgo.Conn, _ *natsgo.Subscription, err error) { denied <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	run, task := c.run, cluster.Task{Job: 0}
	lane := c.streams.lane
	results, jobs := resultsStream(lane), jobsStream(lane)
	subjects := []string{
		resultSubject(lane, task, "honest"), beatSubject(run, "honest"), helloSubject("honest"), orderSubject(run, "honest"), leadSubject(run),
		jobSubject(lane, "liar", task), jobSubject(lane, "honest", task),
		"$JS.API.STREAM.INFO." + results, "$JS.API.STREAM.UPDATE." + results, "$JS.API.STREAM.DELETE." + results, "$JS.API.STREAM.PURGE." + results,
		"$JS.API.STREAM.MSG.DELETE." + results, "$JS.API.STREAM.MSG.GET." + results, "$JS.API.STREAM.CREATE.MORE", "$JS.API.STREAM.PURGE." + jobs,
		"$JS.API.DIRECT.GET." + results, "$JS.API.DIRECT.GET." + results + "." + resultSubject(lane, task, "honest"),
		"$JS.API.CONSUMER.CREATE." + results, "$JS.API.CONSUMER.CREATE." + jobs + ".x", "$JS.API.CONSUMER.DELETE." + jobs + "." + consumerOf("liar"),
		"$JS.API.CONSUMER.MSG.NEXT." + jobs + "." + consumerOf("honest"), "$JS.ACK." + jobs + "." + consumerOf("honest") + ".1.1.1.1.1",
		"$JS.API.CONSUMER.PAUSE." + jobs + "." + consumerOf("liar"), "$SYS.REQ.SERVER.PING",
	}
	for _, subject := range subjects {
		if err := nc.Publish(subject, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		nc.Flush()
		select {
		case err := <-denied:
			if !errors.Is(err, natsgo.ErrPermissionViolation) {
				t.Errorf("%s: %v", subject, err)
			}
		case <-time.After(3 * time.Second):
			t.Errorf("%s: nothing is said against it", subject)
		}
	}
	for _, subject := range []string{">", prefix + ".>", inboxOf("honest") + ".>", jobsOf(lane, "honest"), orderSubject(run, "honest"), "_INBOX.>"} {
		if _, err := nc.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		nc.Flush()
		select {
		case err := <-denied:
			if !errors.Is(err, natsgo.ErrPermissionViolation) {
				t.Errorf("%s: %v", subject, err)
			}
		case <-time.After(3 * time.Second):
			t.Errorf("%s: it may listen to it", subject)
		}
	}
}

// TestForged lets a worker answer what it was not given, under its own key: refused and named.
func TestForged(t *testing.T) {
	r := newRig(t, 16, 10*time.Millisecond)
	r.options.Threads = 0
	r.options.Params.Audit = 1
	c, keys := r.running("forger", "one", "two")
	l, err := dialer{url: "tls://" + c.Address(), key: keys["forger"], told: r.options.Told}.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	for copied := range uint8(2) { // both copies of an audited job
		tally := cluster.Tally{Run: c.run, Task: cluster.Task{Job: 0, Copy: copied}, Fingerprint: r.counter.Splitting().String(), Worker: "forger", Results: []uint64{1}}
		if _, err := l.Request(resultSubject(c.streams.lane, tally.Task, "forger"), tally.Encode(), 5*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"one", "two"} {
		go Work(t.Context(), WorkerOptions{URL: "tls://" + c.Address(), Key: keys[name], Threads: 1, Told: r.options.Told})
	}
	deadline := time.Now().Add(30 * time.Second)
	for !c.Status().Finished && time.Now().Before(deadline) {
		select {
		case <-c.ended:
			deadline = time.Now()
		case <-time.After(20 * time.Millisecond):
		}
	}
	<-c.ended
	r.check(c)
	alarms, err := c.Ledger().Alarms()
	if err != nil || len(alarms) == 0 || alarms[0].Worker != "forger" {
		t.Errorf("alarms: %+v, %v", alarms, err)
	}
}

// TestWriteOnce wants a second result under the same task refused, even from the coordinator.
func TestWriteOnce(t *testing.T) {
	r := newRig(t, 8, time.Second)
	c := r.start(t.Context())
	defer c.Close()
	subject := resultSubject(c.streams.lane, cluster.Task{Job: 99}, "x")
	if _, err := c.streams.js.Publish(t.Context(), subject, []byte("first")); err != nil {
		t.Fatal(err)
	}
	_, err := c.streams.js.Publish(t.Context(), subject, []byte("second"))
	var api *jetstream.APIError
	if !errors.As(err, &api) || api.ErrorCode != errStore {
		t.Errorf("the second is answered with %v", err)
	}
	if err := c.streams.results.DeleteMsg(t.Context(), 1); err == nil {
		t.Error("a result can be deleted")
	}
}

// TestRevoke cuts off a worker while it works, and lets another in.
func TestRevoke(t *testing.T) {
	r := newRig(t, 18, 5*time.Millisecond)
	r.options.Threads = 0
	c, keys := r.running("one")
	c.Do(t.Context(), func(s *cluster.Scheduler, _ *cluster.Ledger) error { s.Pause(); return nil })
	failed := make(chan error, 1)
	go func() {
		failed <- Work(t.Context(), WorkerOptions{URL: "tls://" + c.Address(), Key: keys["one"], Threads: 1, Told: r.options.Told})
	}()
	time.Sleep(300 * time.Millisecond)
	k, err := OpenKeys(c.options.Keys.Dir(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	path, err := k.Rotate("one")
	if err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-failed:
		if denied, ok := errors.AsType[*AccessError](err); !ok || denied.Reason != AccessKey {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the revoked key still works")
	}
	key, err := ReadKeyFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	joined := make(chan bool, 10)
	go Work(ctx, WorkerOptions{URL: "tls://" + c.Address(), Key: key, Threads: 1, Told: func(e Event) {
		if e.Kind == EventJoined {
			joined <- true
		}
	}})
	select {
	case <-joined:
	case <-ctx.Done():
		t.Error("the new key does not work")
	}
}

func TestKeyFile(t *testing.T) {
	keys, err := OpenKeys(t.TempDir(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	path, err := keys.AddWorker("one")
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	for _, test := range []struct {
		name string
		do   func() error
		want KeyReason
	}{
		{"twice", func() error { _, err := keys.AddWorker("one"); return err }, KeyExists},
		{"bad name", func() error { _, err := keys.AddWorker("a.b"); return err }, KeyName},
		{"own name", func() error { _, err := keys.AddWorker("coordinator"); return err }, KeyName},
		{"unknown", func() error { return keys.Revoke("nobody") }, KeyUnknown},
		{"readable", func() error { os.Chmod(path, 0o640); _, err := ReadKeyFile(path); return err }, KeyReadable},
		{"damaged", func() error {
			os.WriteFile(path, []byte("{}"), 0o600)
			os.Chmod(path, 0o600)
			_, err := ReadKeyFile(path)
			return err
		}, KeyDamaged},
		{"missing", func() error { _, err := ReadKeyFile(path + "x"); return err }, KeyMissing},
	} {
		t.Run(test.name, func(t *testing.T) {
			var key *KeyError
			if err := test.do(); !errors.As(err, &key) || key.Reason != test.want {
				t.Errorf("%v, want %s", err, test.want)
			} else if strings.Contains(err.Error(), "SU") {
				t.Errorf("a secret in %v", err)
			}
		})
	}
}

// TestSecondCoordinator wants a second one on a ledger refused.
func TestSecondCoordinator(t *testing.T) {
	r := newRig(t, 8, time.Second)
	c := r.start(t.Context())
	defer c.Close()
	_, err := NewCoordinator(t.Context(), r.options)
	if locked, ok := errors.AsType[*cluster.LedgerError](err); !ok || !locked.Locked {
		t.Errorf("refused with %v", err)
	}
}
