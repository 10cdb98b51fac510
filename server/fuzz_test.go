package server

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// fuzzed returns a server whose work is short.
func fuzzed(f *testing.F) *Server {
	return newTest(f, func(c *Config) {
		c.Limits = Limits{Fits: time.Millisecond, Work: time.Second, Events: 1000, Grace: time.Millisecond, Counts: 2}
	})
}

// sane checks an answer to a request that may be anything.
func sane(t *testing.T, s *Server, r *http.Request) {
	t.Helper()
	w := do(s, r)
	if w.Code >= 500 {
		t.Fatalf("%s %s: %d %s", r.Method, r.URL, w.Code, w.Body)
	}
	switch w.Header().Get("Content-Type") {
	case "application/json", "application/problem+json":
		if !json.Valid(w.Body.Bytes()) {
			t.Fatalf("%s %s: %q is not JSON", r.Method, r.URL, w.Body)
		}
	}
	if strings.Contains(w.Body.String(), "<no value>") {
		t.Fatalf("%s %s: %s", r.Method, r.URL, w.Body)
	}
}

// FuzzParameters gives every operation that reads parameters the same ones.
func FuzzParameters(f *testing.F) {
	s := fuzzed(f)
	paths := slices.Sorted(maps.Keys(described(f, s).Paths))
	f.Add("n=8&place=0.4,1.2&block=a1&strength=3")
	f.Add("n=8&method=backtrack&seed=1&limit=2&events=10")
	f.Add("n=12&offset=14199&count=2000")
	f.Add("placement=0,4,7,5,2,6,1,3&lang=zh")
	f.Add("n=99&lang=xx&place=%ff&base=7")
	f.Add("n=-1&n=8&place=9999999.9999999&format=fen")
	f.Add("n=1&place=0.0&block=0.0&format=grid&base=1")
	f.Add(";&%zz=%&n")
	f.Fuzz(func(t *testing.T, query string) {
		for _, path := range paths {
			path = strings.NewReplacer("{id}", "x", "{language}", "en").Replace(path)
			r := request(http.MethodGet, path, "")
			r.URL.RawQuery = query
			sane(t, s, r)
		}
	})
}

// FuzzBody sends any body to the operations that take one.
func FuzzBody(f *testing.F) {
	s := fuzzed(f)
	f.Add(`{"text":"1302","format":"digits","base":1,"n":4}`)
	f.Add(`{"text":"(0, 1), (1, 3)\n\n第2种摆放位置"}`)
	f.Add(`{"text":"{\"n\":4,\"columns\":[1,3,0,2]}","lang":null}`)
	f.Add(`{"n":8,"threads":4096}`)
	f.Add(`{"n":1e400}`)
	f.Add(`{"text":"\ud800"}`)
	f.Add(strings.Repeat("[", 5000))
	f.Add("null")
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range []string{"/api/read", "/api/counts"} {
			r := request(http.MethodPost, path, body)
			r.Header.Set("Content-Type", "application/json")
			sane(t, s, r)
		}
	})
}

// FuzzRequest sends any path, Host and Origin.
func FuzzRequest(f *testing.F) {
	s := fuzzed(f)
	token := newTest(f, func(c *Config) { c.Token, c.Remote = "sixteen-or-more-letters", true })
	f.Add("/", "localhost:8080", "http://localhost:8080", "queens-8080=x")
	f.Add("//evil/..%2f", "[::1]:8080", "null", "=")
	f.Add("/api/counts/%00/events", "localhost:99999", "", "")
	f.Add("/?token=sixteen-or-more-letters", "localhost:8080", "", "")
	f.Fuzz(func(t *testing.T, target, host, origin, cookie string) {
		place, err := url.Parse(target)
		if err != nil {
			return
		}
		for _, method := range []string{"GET", "POST", "DELETE", "OPTIONS", "HEAD"} {
			r := request(method, "/", "")
			r.URL, r.Host = place, host
			r.Header.Set("Origin", origin)
			r.Header.Set("Cookie", cookie)
			sane(t, s, r)
			r.URL = place
			sane(t, token, r)
			if to := do(token, r).Header().Get("Location"); strings.HasPrefix(to, "//") || strings.Contains(to, ":") && !strings.HasPrefix(to, "/") {
				t.Fatalf("%s leads to %s", target, to)
			}
		}
	})
}
