package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// live returns a server that is reached by TCP.
func live(t *testing.T, change func(*Config)) (*Server, *httptest.Server) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := newTest(t, func(c *Config) {
		c.Port = l.Addr().(*net.TCPAddr).Port
		if change != nil {
			change(c)
		}
	})
	web := &httptest.Server{Listener: l, Config: &http.Server{Handler: s, ReadTimeout: 300 * time.Millisecond, WriteTimeout: 300 * time.Millisecond}}
	web.Start()
	t.Cleanup(web.Close)
	t.Cleanup(s.stop)
	return s, web
}

// steps counts in steps that the test takes.
type steps struct {
	step  chan Progress
	ended chan error // why it ended
}

func newSteps() *steps { return &steps{make(chan Progress), make(chan error, 100)} }

func (*steps) Plan(context.Context, int, int) (Plan, error) { return Plan{}, nil }

func (c *steps) Count(ctx context.Context, n, _ int, tell func(Progress)) (string, error) {
	for {
		select {
		case p, more := <-c.step:
			if !more {
				c.ended <- nil
				return "92", nil
			}
			if p.Share < 0 {
				panic("a broken counter")
			}
			tell(p)
		case <-ctx.Done():
			c.ended <- ctx.Err()
			return "", ctx.Err()
		}
	}
}

// event is a server-sent event.
type event struct {
	id    int
	name  string
	state countBody
}

// events reads the events of a stream.
type events struct {
	t     *testing.T
	lines *bufio.Scanner
	close func()
}

func listen(t *testing.T, web *httptest.Server, id, last string) *events {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, "GET", web.URL+"/api/counts/"+id+"/events", nil)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	answer, err := web.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cancel)
	if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%d %s", answer.StatusCode, answer.Header.Get("Content-Type"))
	}
	return &events{t, bufio.NewScanner(answer.Body), func() { cancel(); answer.Body.Close() }}
}

// next returns the next event, comments left out; false at the end.
func (e *events) next() (event, bool) {
	var v event
	for e.lines.Scan() {
		line := e.lines.Text()
		name, value, _ := strings.Cut(line, ": ")
		switch name {
		case "id":
			v.id, _ = strconv.Atoi(value)
		case "event":
			v.name = value
		case "data":
			if err := json.Unmarshal([]byte(value), &v.state); err != nil {
				e.t.Error(err)
			}
		case "":
			if line == "" && v.name != "" {
				return v, true
			}
		}
	}
	return v, false
}

func start(t *testing.T, web *httptest.Server, n int) countBody {
	t.Helper()
	r, _ := http.NewRequest("POST", web.URL+"/api/counts", strings.NewReader(fmt.Sprintf(`{"n":%d}`, n)))
	r.Header.Set("Origin", web.URL)
	r.Header.Set("Content-Type", "application/json")
	answer, err := web.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var body countBody
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil || answer.StatusCode != 201 {
		t.Fatalf("%d %v", answer.StatusCode, err)
	}
	return body
}

func TestStream(t *testing.T) {
	c := newSteps()
	_, web := live(t, func(cfg *Config) { cfg.Counter = c })
	id := start(t, web, 8).ID
	e := listen(t, web, id, "")
	c.step <- Progress{Share: 0.25, ToGo: time.Minute}
	var last event
	for last.state.Share != 0.25 {
		last, _ = e.next()
		if last.name != "progress" || last.state.N != 8 || last.state.ID != id {
			t.Fatalf("got %+v", last)
		}
	}
	if last.state.ToGo != 60 || last.state.State != counting {
		t.Errorf("got %+v", last)
	}
	time.Sleep(400 * time.Millisecond) // longer than the server's time limits for ordinary answers
	e.close()                          // the connection is lost

	e = listen(t, web, id, strconv.Itoa(last.id))
	c.step <- Progress{Share: 0.75}
	if v, _ := e.next(); v.id <= last.id || v.state.Share != 0.75 {
		t.Errorf("after coming back: %+v", v)
	}
	close(c.step)
	v, _ := e.next()
	if v.name != "done" || v.state.Count != "92" || v.state.Share != 1 {
		t.Errorf("at the end: %+v", v)
	}
	if v, more := e.next(); more {
		t.Errorf("after the end: %+v", v)
	}
	r, _ := http.NewRequest("GET", web.URL+"/api/counts/"+id+"/events", nil)
	r.Header.Set("Last-Event-ID", strconv.Itoa(v.id))
	answer, err := web.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != 204 {
		t.Errorf("back for more: %d", answer.StatusCode)
	}
	if v, _ := listen(t, web, id, "nonsense").next(); v.name != "done" {
		t.Errorf("a late listener: %+v", v)
	}
}

// TestHeartbeat keeps a connection alive on which nothing happens.
func TestHeartbeat(t *testing.T) {
	c := newSteps()
	_, web := live(t, func(cfg *Config) { cfg.Counter, cfg.Limits = c, Limits{Heartbeat: 20 * time.Millisecond} })
	e := listen(t, web, start(t, web, 8).ID, "")
	for range 12 {
		if !e.lines.Scan() {
			t.Fatal("the stream ended")
		}
	}
	if line := e.lines.Text(); line != "" && line != ": still here" {
		t.Errorf("got %q", line)
	}
}

// TestAbandoned leaves counts alone: one that nobody ever listened to, and one
// whose page went away.
func TestAbandoned(t *testing.T) {
	c := newSteps()
	s, web := live(t, func(cfg *Config) { cfg.Counter, cfg.Limits = c, Limits{Grace: 150 * time.Millisecond} })
	start(t, web, 8)
	if err := <-c.ended; err == nil {
		t.Error("a count without listeners was finished")
	}
	id := start(t, web, 8).ID
	e := listen(t, web, id, "")
	e.next()
	time.Sleep(300 * time.Millisecond)
	select {
	case err := <-c.ended:
		t.Errorf("it ended while someone listened: %v", err)
	default:
	}
	e.close()
	gone := time.Now()
	select {
	case <-c.ended:
		if kept := time.Since(gone); kept < 100*time.Millisecond {
			t.Errorf("it ended %v after its page: too soon for one that comes back", kept)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("it goes on without its page")
	}
	wait(t, func() bool { return s.counts.running() == 0 })
	if got := getCountState(t, s, id); got != cancelled {
		t.Errorf("it is %s", got)
	}
}

func getCountState(t *testing.T, s *Server, id string) string {
	t.Helper()
	r := request("GET", "/api/counts/"+id, "", "Host", "localhost:"+strconv.Itoa(s.Port))
	return decode[countBody](t, do(s, r), 200).State
}

// wait waits for something to become true.
func wait(t *testing.T, condition func() bool) {
	t.Helper()
	for begin := time.Now(); !condition(); time.Sleep(2 * time.Millisecond) {
		if time.Since(begin) > 5*time.Second {
			t.Fatal("it does not happen")
		}
	}
}

func TestCancel(t *testing.T) {
	c := newSteps()
	s, web := live(t, func(cfg *Config) { cfg.Counter = c })
	id := start(t, web, 8).ID
	e := listen(t, web, id, "")
	wait(t, func() bool { return getCountState(t, s, id) == counting })
	r, _ := http.NewRequest("DELETE", web.URL+"/api/counts/"+id, nil)
	r.Header.Set("Origin", web.URL)
	answer, err := web.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != 204 {
		t.Errorf("status %d", answer.StatusCode)
	}
	<-c.ended
	for {
		v, more := e.next()
		if !more {
			t.Fatal("the stream ended without an error")
		}
		if v.name == "error" {
			if v.state.State != cancelled {
				t.Errorf("got %+v", v)
			}
			break
		}
	}
}

// TestCountsLimit starts more counts than may be, and more than may run.
func TestCountsLimit(t *testing.T) {
	c := newSteps()
	s, web := live(t, func(cfg *Config) {
		cfg.Counter, cfg.Limits = c, Limits{Counts: 3, Quick: 1, Grace: time.Hour, Keep: 50 * time.Millisecond}
	})
	first := start(t, web, 8).ID
	wait(t, func() bool { return getCountState(t, s, first) == counting })
	second, third := start(t, web, 8).ID, start(t, web, 8).ID
	r := request("POST", "/api/counts", `{"n":8}`, "Host", "localhost:"+strconv.Itoa(s.Port), "Origin", "http://localhost:"+strconv.Itoa(s.Port))
	refused(t, do(s, r), "server.busy.counts")
	for _, id := range []string{second, third} {
		if got := getCountState(t, s, id); got != waiting {
			t.Errorf("it is %s", got)
		}
	}
	s.counts.find(second).cancel()
	wait(t, func() bool { return s.counts.running() == 2 })
	s.counts.find(first).cancel()
	wait(t, func() bool { return getCountState(t, s, third) == counting })
	c.step <- Progress{Share: -1} // it panics
	wait(t, func() bool { return s.counts.running() == 0 })
	wait(t, func() bool { return s.counts.find(first) == nil }) // it was kept for a while
}

// TestKept bounds the results that are kept.
func TestKept(t *testing.T) {
	s := newTest(t, func(c *Config) { c.Limits = Limits{Kept: 2} })
	var ids []string
	for range 5 {
		j, err := s.counts.start(8, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, j.id)
		wait(t, func() bool { return s.counts.running() == 0 })
	}
	for i, id := range ids {
		if kept := s.counts.find(id) != nil; kept != (i >= 3) {
			t.Errorf("result %d of 5: kept is %v", i+1, kept)
		}
	}
}

func TestStreams(t *testing.T) {
	c := newSteps()
	s, web := live(t, func(cfg *Config) { cfg.Counter, cfg.Limits = c, Limits{Streams: 1} })
	id := start(t, web, 8).ID
	e := listen(t, web, id, "")
	e.next()
	refused(t, do(s, request("GET", "/api/counts/"+id+"/events", "", "Host", "localhost:"+strconv.Itoa(s.Port))), "server.busy.work")
	e.close()
	wait(t, func() bool { return s.streams.inside() == 0 })
	if w := do(s, request("GET", "/api/counts/nothing/events", "", "Host", "localhost:"+strconv.Itoa(s.Port))); w.Code != 404 {
		t.Errorf("a count that is not there: %d", w.Code)
	}
}

// TestServe ends a server with an open stream, a running count and a request at
// work.
func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c, k := newSteps(), newStuck()
	s := newTest(t, func(cfg *Config) { cfg.Counter, cfg.Port = c, l.Addr().(*net.TCPAddr).Port })
	s.record = k.record
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, l, "", "") }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	place := "http://" + l.Addr().String()
	stream := openStream(t, client, place)
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() {
		if answer, err := client.Get(place + someTrace); err == nil {
			answer.Body.Close()
		}
	})
	<-k.began
	begin := time.Now()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if late := time.Since(begin); late > 5*time.Second {
		t.Errorf("it took %v to end", late)
	}
	if err := <-c.ended; err == nil {
		t.Error("the count was finished")
	}
	io.Copy(io.Discard, stream)
}

// openStream starts a count and listens to it.
func openStream(t *testing.T, client *http.Client, place string) io.Reader {
	t.Helper()
	r, _ := http.NewRequest("POST", place+"/api/counts", strings.NewReader(`{"n":8}`))
	r.Header.Set("Origin", place)
	r.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	var body countBody
	json.NewDecoder(answer.Body).Decode(&body)
	answer.Body.Close()
	if answer, err = client.Get(place + "/api/counts/" + body.ID + "/events"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return answer.Body
}
