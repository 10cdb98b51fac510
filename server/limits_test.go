package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"example.org/queens"
	"example.org/queens/methods"
	"example.org/queens/trace"
)

// stuck is a recordFunc that works until its context ends.
type stuck struct {
	began chan struct{}
	ended chan time.Time
}

func newStuck() *stuck { return &stuck{make(chan struct{}, 100), make(chan time.Time, 100)} }

func (k *stuck) record(ctx context.Context, _ methods.Method, _ queens.Problem, _ methods.Options, _ trace.Limits) (*trace.Trace, error) {
	k.began <- struct{}{}
	<-ctx.Done()
	k.ended <- time.Now()
	return nil, ctx.Err()
}

const someTrace = "/api/trace?method=backtrack&n=4"

// refused checks that an answer is a refusal with a reason and a time to try
// again.
func refused(t *testing.T, w *httptest.ResponseRecorder, code string) {
	t.Helper()
	if w.Header().Get("Retry-After") == "" {
		t.Errorf("no Retry-After")
	}
	if p := decode[Problem](t, w, http.StatusTooManyRequests); p.Code != code || p.Detail == "" {
		t.Errorf("refused with %+v, want %s", p, code)
	}
}

// TestHeavy fills the places of heavy requests.
func TestHeavy(t *testing.T) {
	s := newTest(t, func(c *Config) {
		c.Limits = Limits{Heavy: 1, Waiting: 1, Patience: 50 * time.Millisecond, Work: time.Hour}
	})
	k := newStuck()
	s.record = k.record
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() { do(s, request("GET", someTrace, "").WithContext(ctx)) })
	<-k.began
	refused(t, do(s, request("GET", "/api/orbits?n=4", "")), "server.busy.work") // it waited in vain
	if w := do(s, request("GET", "/api/methods", "")); w.Code != 200 {
		t.Errorf("a light request: %d", w.Code)
	}
	cancel()
	all.Wait()
	if w := do(s, request("GET", "/api/orbits?n=4", "")); w.Code != 200 {
		t.Errorf("after that: %d", w.Code)
	}
}

// TestWaiting has more requests wait than may.
func TestWaiting(t *testing.T) {
	g := newGate(1, 1, time.Hour)
	if g.enter(t.Context()) != nil {
		t.Fatal("the first does not pass")
	}
	var all sync.WaitGroup
	all.Go(func() {
		if err := g.enter(t.Context()); err != nil {
			t.Error(err)
		}
	})
	for g.waiting.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	if err := g.enter(t.Context()); err != errBusy {
		t.Errorf("one too many: %v", err)
	}
	g.leave()
	all.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := g.enter(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("one that went away: %v", err)
	}
}

// TestTime lets work take too long.
func TestTime(t *testing.T) {
	s := newTest(t, func(c *Config) { c.Limits = Limits{Work: 20 * time.Millisecond} })
	s.record = newStuck().record
	refused(t, do(s, request("GET", someTrace, "")), "server.busy.time")
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	if _, err := s.of(ctx, 9); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a gallery without time: %v", err)
	}
	if w := do(s, request("GET", "/api/orbits?n=9", "")); w.Code != 200 {
		t.Errorf("the next one: %d", w.Code)
	}
}

func TestTraces(t *testing.T) {
	s := newTest(t, func(c *Config) { c.Limits = Limits{Heavy: 8, Traces: 1, Waiting: 1, Patience: time.Millisecond} })
	k := newStuck()
	s.record = k.record
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() { do(s, request("GET", someTrace, "").WithContext(ctx)) })
	<-k.began
	refused(t, do(s, request("GET", someTrace, "")), "server.busy.work")
	cancel()
	all.Wait()
}

func TestRequests(t *testing.T) {
	s := newTest(t, func(c *Config) { c.Limits = Limits{Requests: 1} })
	k := newStuck()
	s.record = k.record
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() { do(s, request("GET", someTrace, "").WithContext(ctx)) })
	<-k.began
	refused(t, do(s, request("GET", "/api/methods", "")), "server.busy.requests")
	cancel()
	all.Wait()
}

func TestBody(t *testing.T) {
	s := newTest(t, func(c *Config) { c.Limits = Limits{Body: 100} })
	long := `{"text":"` + strings.Repeat("1", 100) + `"}`
	if p := decode[Problem](t, do(s, request("POST", "/api/read", long)), 413); p.Code != "server.body.large" {
		t.Errorf("got %+v", p)
	}
	r := request("POST", "/api/read", "")
	r.Header.Set("Content-Type", "application/json")
	r.Body = io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF))
	if p := decode[Problem](t, do(s, r), 400); p.Code != "server.body" {
		t.Errorf("a broken body: %+v", p)
	}
	r = request("POST", "/api/read", "")
	r.Header.Set("Content-Type", "application/json")
	r.Body = io.NopCloser(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(`{"text":"1"}`))))
	if w := do(s, r); w.Code != 408 && w.Code != 400 {
		t.Errorf("a slow body: %d", w.Code)
	}
}

// TestEvents cuts traces at the limit of the server.
func TestEvents(t *testing.T) {
	s := newTest(t, func(c *Config) { c.Limits = Limits{Events: 50} })
	var seen atomic.Int64
	s.record = func(_ context.Context, _ methods.Method, _ queens.Problem, _ methods.Options, l trace.Limits) (*trace.Trace, error) {
		seen.Store(int64(l.Events))
		return nil, &queens.SizeError{Size: 4}
	}
	do(s, request("GET", someTrace, ""))
	if seen.Load() != 50 {
		t.Errorf("the limit was %d events", seen.Load())
	}
}

// TestClass has a class of thirty open every part of the page at once.
func TestClass(t *testing.T) {
	s := newTest(t, nil)
	var all sync.WaitGroup
	for range 30 {
		for _, target := range []string{
			"/", "/api/methods", "/api/catalog/zh", "/api/trace?method=backtrack&n=6", "/api/orbits?n=8", "/api/solutions?n=8",
			"/api/heatmap?n=8", "/api/hint?n=8&place=0.0&strength=3", "/api/fits?n=8&place=0.3", "/api/check?n=8&place=0.0",
		} {
			all.Go(func() {
				if w := do(s, request("GET", target, "")); w.Code != 200 {
					t.Errorf("%s: %d %s", target, w.Code, w.Body)
				}
			})
		}
		all.Wait() // ten at once for each of thirty would be more than they can click
	}
}

func TestPanic(t *testing.T) {
	var log bytes.Buffer
	s := newTest(t, func(c *Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	s.record = func(context.Context, methods.Method, queens.Problem, methods.Options, trace.Limits) (*trace.Trace, error) {
		panic("a secret of the program")
	}
	for range 3 {
		w := do(s, request("GET", someTrace, "", "Accept-Language", "zh"))
		if strings.Contains(w.Body.String(), "secret") {
			t.Errorf("the answer tells why: %s", w.Body)
		}
		if p := decode[Problem](t, w, 500); p.Code != "server.panic" {
			t.Errorf("got %+v", p)
		}
	}
	if w := do(s, request("GET", "/api/orbits?n=4", "")); w.Code != 200 {
		t.Errorf("after that: %d", w.Code)
	}
	if !strings.Contains(log.String(), "a secret of the program") {
		t.Error("the log does not tell why")
	}
	if s.heavy.inside() != 0 || s.traces.inside() != 0 || s.all.inside() != 0 {
		t.Error("a place was not given back")
	}
}

// TestGoneAway closes the connection of a heavy request and measures how soon
// the work stops.
func TestGoneAway(t *testing.T) {
	s, web := live(t, nil)
	k := newStuck()
	s.record = k.record
	ctx, cancel := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, "GET", web.URL+someTrace, nil)
	go func() {
		<-k.began
		cancel()
	}()
	gone := time.Now()
	if _, err := web.Client().Do(r); err == nil {
		t.Fatal("it was answered")
	}
	select {
	case ended := <-k.ended:
		if late := ended.Sub(gone); late > 2*time.Second {
			t.Errorf("it worked on for %v", late)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("it works on")
	}
}

// TestGoneAwayForReal does the same to an engine: the search of size 16 would
// take a minute.
func TestGoneAwayForReal(t *testing.T) {
	s, web := live(t, func(c *Config) { c.Limits = Limits{Fits: time.Hour, Work: time.Hour} })
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, "GET", web.URL+"/api/fits?n=16", nil)
	if _, err := web.Client().Do(r); err == nil {
		t.Fatal("it was answered")
	}
	begin := time.Now()
	for s.heavy.inside() > 0 {
		if time.Since(begin) > 5*time.Second {
			t.Fatal("it works on")
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Logf("the work stopped %v after the browser went away", time.Since(begin).Round(time.Millisecond))
}
