package server

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

func TestHost(t *testing.T) {
	local := newTest(t, func(c *Config) { c.Hosts = []string{"board.example"} })
	remote := newTest(t, func(c *Config) { c.Remote = true })
	secure := newTest(t, func(c *Config) { c.Secure, c.Port = true, 443 })
	for _, test := range []struct {
		name string
		s    *Server
		host string
		ours bool
	}{
		{"localhost", local, "localhost:8080", true},
		{"capitals", local, "LocalHost:8080", true},
		{"IPv4", local, "127.0.0.1:8080", true},
		{"IPv6", local, "[::1]:8080", true},
		{"another name", local, "board.example:8080", true},
		{"no port", local, "localhost", false},
		{"wrong port", local, "localhost:8081", false},
		{"empty port", local, "localhost:", false},
		{"unknown name", local, "evil.example:8080", false},
		{"a name that begins alike", local, "localhost.evil.example:8080", false},
		{"user before", local, "evil@localhost:8080", false},
		{"IPv6 without brackets", local, "::1:8080", false},
		{"address reached, on loopback", local, "192.0.2.7:8080", false},
		{"address reached", remote, "192.0.2.7:8080", true},
		{"address not reached", remote, "192.0.2.8:8080", false},
		{"name, remote", remote, "evil.example:8080", false},
		{"empty", local, "", false},
		{"standard port left out", secure, "localhost", true},
		{"standard port", secure, "localhost:443", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := request("GET", "/api/methods", "", "Host", test.host)
			reached := net.TCPAddrFromAddrPort(netip.MustParseAddrPort("192.0.2.7:8080"))
			r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(reached)))
			w := do(test.s, r)
			want := http.StatusMisdirectedRequest
			if test.ours {
				want = http.StatusOK
			}
			if w.Code != want {
				t.Errorf("status %d, want %d", w.Code, want)
			}
			if !test.ours && strings.Count(w.Body.String(), "\n") != 1 {
				t.Errorf("not a plain line: %q", w.Body)
			}
		})
	}
}

func TestOrigin(t *testing.T) {
	s := newTest(t, nil)
	const body = `{"text":"1302"}`
	for _, test := range []struct {
		name    string
		headers []string
		status  int
	}{
		{"same", nil, 200},
		{"same, other name of loopback", []string{"Host", "127.0.0.1:8080", "Origin", "http://127.0.0.1:8080"}, 200},
		{"none", []string{"Origin", ""}, 403},
		{"null", []string{"Origin", "null"}, 403},
		{"another site", []string{"Origin", "http://evil.example"}, 403},
		{"another port", []string{"Origin", "http://localhost:3000"}, 403},
		{"another scheme", []string{"Origin", "https://localhost:8080"}, 403},
		{"another name of loopback", []string{"Origin", "http://127.0.0.1:8080"}, 403},
		{"fetched by another site", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"fetched by another port", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"form", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		{"text", []string{"Content-Type", "text/plain"}, 415},
		{"no type", []string{"Content-Type", ""}, 415},
		{"JSON with parameter", []string{"Content-Type", "application/json; charset=utf-8"}, 200},
		{"nonsense type", []string{"Content-Type", "application/json;;;="}, 415},
	} {
		t.Run(test.name, func(t *testing.T) {
			if w := do(s, request("POST", "/api/read", body, test.headers...)); w.Code != test.status {
				t.Errorf("status %d, want %d: %s", w.Code, test.status, w.Body)
			}
		})
	}
	if w := do(s, request("DELETE", "/api/counts/x", "", "Origin", "http://evil.example")); w.Code != 403 {
		t.Errorf("DELETE from elsewhere: %d", w.Code)
	}
	if w := do(s, request("GET", "/api/methods", "", "Sec-Fetch-Site", "cross-site")); w.Code != 403 {
		t.Errorf("GET from elsewhere: %d", w.Code)
	}
	if w := do(s, request("GET", "/", "", "Sec-Fetch-Site", "cross-site")); w.Code != 200 {
		t.Errorf("a link from elsewhere: %d", w.Code)
	}
}

func TestToken(t *testing.T) {
	const token = "a-token-of-some-length"
	var log bytes.Buffer
	s := newTest(t, func(c *Config) {
		c.Token, c.Secure = token, true
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	for _, test := range []struct {
		name, target string
		headers      []string
		status       int
	}{
		{"nothing", "/api/methods", nil, 401},
		{"nothing, the page", "/", nil, 401},
		{"wrong in the URL", "/?token=another", nil, 401},
		{"wrong cookie", "/", []string{"Cookie", "queens-8080=another"}, 401},
		{"beginning of it", "/", []string{"Cookie", "queens-8080=" + token[:8]}, 401},
		{"empty cookie", "/", []string{"Cookie", "queens-8080="}, 401},
		{"cookie of another port", "/", []string{"Cookie", "queens-1=" + token}, 401},
		{"cookie", "/api/methods", []string{"Cookie", "queens-8080=" + token}, 200},
		{"openapi", "/openapi.json", nil, 401},
	} {
		if w := do(s, request("GET", test.target, "", test.headers...)); w.Code != test.status {
			t.Errorf("%s: status %d, want %d", test.name, w.Code, test.status)
		}
	}
	for target, place := range map[string]string{
		"/?token=" + token:                                "/",
		"/?view=play&token=" + token + "&n=8":             "/?n=8&view=play",
		"//evil.example/?token=" + token:                  "/evil.example",
		"/%5cevil.example/?token=" + token:                "/%5Cevil.example",
		"/..//evil.example?token=" + token + "&token=two": "/evil.example",
	} {
		w := do(s, request("GET", target, ""))
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != place {
			t.Errorf("%s: %d to %q, want %q", target, w.Code, w.Header().Get("Location"), place)
		}
		cookie := w.Result().Cookies()[0]
		if cookie.Value != token || !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteStrictMode {
			t.Errorf("cookie %v", cookie)
		}
		if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer" {
			t.Error("the address with the token may be kept")
		}
	}
	if w := do(s, request("POST", "/api/counts?token="+token, `{"n":8}`)); w.Code != 401 {
		t.Errorf("POST with the token in the URL: %d", w.Code)
	}
	if strings.Contains(log.String(), token) || !strings.Contains(log.String(), "path=/api/methods status=200") {
		t.Errorf("the log says %s", &log)
	}
}

func TestHeaders(t *testing.T) {
	s := newTest(t, nil)
	for _, r := range []*http.Request{
		request("GET", "/", ""), request("GET", "/nothing", ""), request("GET", "/api/methods", ""), request("GET", "/api/methods?lang=xx", ""),
		request("GET", "/", "", "Host", "evil"), request("POST", "/api/read", "{", "Origin", "null"), request("PUT", "/api/methods", ""),
	} {
		header := do(s, r).Header()
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if header.Get(name) != want {
				t.Errorf("%s %s: %s is %q", r.Method, r.URL, name, header.Get(name))
			}
		}
		csp := header.Get("Content-Security-Policy")
		if !strings.HasPrefix(csp, "default-src 'none'; ") || strings.Contains(csp, "unsafe") || strings.Contains(csp, "http") || strings.Contains(csp, "*") {
			t.Errorf("%s: policy %q", r.URL, csp)
		}
		for _, part := range []string{"script-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "connect-src 'self'"} {
			if !strings.Contains(csp, part) {
				t.Errorf("%s: policy without %s", r.URL, part)
			}
		}
		if header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s is open to other sites", r.URL)
		}
	}
}

func TestPage(t *testing.T) {
	s := newTest(t, nil)
	for target, want := range map[string]string{
		"/":             "text/html; charset=utf-8",
		"/index.html":   "text/html; charset=utf-8",
		"/app/board.js": "text/javascript; charset=utf-8",
	} {
		w := do(s, request("GET", target, ""))
		if w.Code != 200 || w.Header().Get("Content-Type") != want {
			t.Errorf("%s: %d %s", target, w.Code, w.Header().Get("Content-Type"))
		}
		again := do(s, request("GET", target, "", "If-None-Match", w.Header().Get("ETag")))
		if again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("%s again: %d", target, again.Code)
		}
	}
	for _, target := range []string{"/app/", "/app", "/notes.key", "/../go.mod", "/%2e%2e/go.mod", "/app/board.js/", "/api/nothing", "/debug/pprof/", "/metrics"} {
		if w := do(s, request("GET", target, "")); w.Code != 404 && w.Code != 307 && w.Code != 301 {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
	if w := do(s, request("DELETE", "/api/methods", "")); w.Code != 405 {
		t.Errorf("DELETE of the methods: %d", w.Code)
	}
}

func TestOperator(t *testing.T) {
	s := newTest(t, func(c *Config) { c.Metrics, c.Pprof, c.Hosts = true, true, []string{"board.example"} })
	do(s, request("GET", "/api/methods", ""))
	do(s, request("GET", "/api/methods?lang=xx", ""))
	w := do(s, request("GET", "/metrics", ""))
	for _, want := range []string{`queens_requests_total{route="GET /api/methods",status="200"} 1`, "queens_streams_active 0", "queens_counts_active 0", "go_goroutines"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %s in %s", want, w.Body)
		}
	}
	if w := do(s, request("GET", "/debug/pprof/goroutine?debug=1", "")); w.Code != 200 {
		t.Errorf("pprof: %d", w.Code)
	}
	if w := do(s, request("GET", "/debug/pprof/cmdline", "")); w.Code != 404 {
		t.Errorf("the command line: %d", w.Code)
	}
	for _, target := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/profile"} {
		away := request("GET", target, "")
		away.RemoteAddr = "192.0.2.9:4000"
		if w := do(s, away); w.Code != 404 {
			t.Errorf("%s from elsewhere: %d", target, w.Code)
		}
		if w := do(s, request("GET", target, "", "Host", "board.example:8080")); w.Code != 404 {
			t.Errorf("%s by another name: %d", target, w.Code)
		}
	}
}
