package nats

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
	"time"

	natsgo "github.com/nats-io/nats.go"

	"example.org/queens/cluster"
)

func TestBucket(t *testing.T) {
	var b bucket
	now := time.Now()
	passed := 0
	for range 100 {
		if b.take(10, 1, now) {
			passed++
		}
	}
	if passed != 10 || b.over != 90 {
		t.Errorf("%d passed, %d did not", passed, b.over)
	}
	if !b.take(10, 1, now.Add(3*time.Second)) {
		t.Error("nothing passes later")
	}
	if b.take(10, 1, now.Add(time.Hour)); b.over != 0 {
		t.Error("it never forgets")
	}
}

// TestFlood floods a run by one key in several ways: it is locked out and named, the run is finished by the others, and nothing is set aside.
func TestFlood(t *testing.T) {
	for name, flood := range map[string]func(nc *natsgo.Conn, run, lane string, i int) error{
		"results": func(nc *natsgo.Conn, _, lane string, i int) error {
			return nc.Publish(resultSubject(lane, cluster.Task{Job: uint32(i)}, "evil"), bytes.Repeat([]byte{7}, 40_000))
		},
		"hellos": func(nc *natsgo.Conn, run, _ string, i int) error {
			return nc.PublishRequest(helloSubject("evil"), inboxOf("evil")+".x", pack(hello{Run: run, Session: fmt.Sprint(i), Definition: 1}))
		},
		"beats": func(nc *natsgo.Conn, run, lane string, i int) error {
			return nc.Publish(beatSubject(run, "evil"), pack(beat{Session: "s", Lane: lane, Cores: 1, Leaving: i%2 == 0}))
		},
		"no beats": func(nc *natsgo.Conn, run, _ string, _ int) error {
			return nc.Publish(beatSubject(run, "evil"), []byte("x"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, 16, 10*time.Millisecond)
			r.options.MaxStore = 5 << 20
			r.options.Threads = 0
			var mu sync.Mutex
			var locked []string
			came := 0
			told := r.options.Told
			r.options.Told = func(e Event) {
				mu.Lock()
				defer mu.Unlock()
				told(e)
				switch {
				case e.Kind == EventAlarm && e.Alarm.Kind == cluster.AlarmLocked:
					locked = append(locked, e.Alarm.Worker)
				case e.Text == "evil" && (e.Kind == EventWorker || e.Kind == EventGone):
					came++
				}
			}
			c, keys := r.running("evil", "honest")
			config, err := keys["evil"].clientTLS()
			if err != nil {
				t.Fatal(err)
			}
			closed := make(chan struct{})
			nc, err := natsgo.Connect("tls://"+c.Address(), natsgo.Secure(config), natsgo.Nkey(keys["evil"].Public(), keys["evil"].pair().Sign),
				natsgo.CustomInboxPrefix(inboxOf("evil")), natsgo.NoReconnect(), natsgo.ClosedHandler(func(*natsgo.Conn) { close(closed) }))
			if err != nil {
				t.Fatal(err)
			}
			defer nc.Close()
			go func() {
				for i := 0; flood(nc, c.run, c.streams.lane, i) == nil; i++ {
				}
			}()
			select {
			case <-closed:
			case <-time.After(time.Minute):
				t.Fatal("it is not locked out")
			}
			if again, err := natsgo.Connect("tls://"+c.Address(), natsgo.Secure(config), natsgo.Nkey(keys["evil"].Public(), keys["evil"].pair().Sign)); err == nil {
				again.Close()
				t.Error("it is let in again")
			}
			if err := Work(t.Context(), WorkerOptions{URL: "tls://" + c.Address(), Key: keys["honest"], Threads: 2, Told: told}); err != nil {
				t.Error(err)
			}
			<-c.ended
			r.check(c)
			mu.Lock()
			defer mu.Unlock()
			if len(locked) != 1 || locked[0] != "evil" || came > 2*mostTold {
				t.Errorf("locked out: %v; it came and went %d times", locked, came)
			}
		})
	}
}
