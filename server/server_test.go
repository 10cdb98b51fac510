package server

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const testPort = 8080

// testFiles stand for the page.
var testFiles = fstest.MapFS{
	"index.html":   {Data: []byte("<!doctype html><title>queens</title>")},
	"app/board.js": {Data: []byte("export const n = 8;")},
	"notes.key":    {Data: []byte("not of a type that a page has")},
}

// newTest returns a server that ends with the test.
func newTest(t testing.TB, change func(*Config)) *Server {
	c := Config{Port: testPort, Counter: quickCounter{}, Files: testFiles}
	if change != nil {
		change(&c)
	}
	s := New(c)
	t.Cleanup(s.Close)
	return s
}

// quickCounter counts at once.
type quickCounter struct{}

func (quickCounter) Plan(_ context.Context, n, _ int) (Plan, error) {
	if n > 20 {
		return Plan{}, &CountError{N: n, Max: 20}
	}
	if n == 20 {
		return Plan{}, &CountError{N: n, Need: 8e9, Memory: 4e9}
	}
	return Plan{Expected: time.Duration(n) * time.Second, Memory: 1 << 20}, nil
}

func (quickCounter) Count(_ context.Context, n, _ int, tell func(Progress)) (string, error) {
	tell(Progress{Share: 0.5, ToGo: time.Second})
	return "92", nil
}

// request returns a request that passes all checks; headers are names and values
// in turn.
func request(method, target, body string, headers ...string) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = "localhost:8080"
	r.RemoteAddr = "127.0.0.1:5000"
	if method != http.MethodGet {
		r.Header.Set("Origin", "http://localhost:8080")
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
	}
	for i := 0; i < len(headers); i += 2 {
		switch {
		case headers[i] == "Host":
			r.Host = headers[i+1]
		case headers[i+1] == "":
			r.Header.Del(headers[i])
		default:
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	return r
}

// do has the server answer a request.
func do(s http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// getJSON reads an answer that must be of status 200.
func getJSON[T any](t *testing.T, s http.Handler, target string) T {
	t.Helper()
	return decode[T](t, do(s, request("GET", target, "")), http.StatusOK)
}

// decode reads an answer that must have that status and be JSON of that type, no
// more and no less.
func decode[T any](t *testing.T, w *httptest.ResponseRecorder, status int) T {
	t.Helper()
	var value T
	if w.Code != status {
		t.Fatalf("status %d, want %d: %s", w.Code, status, w.Body)
	}
	decoder := json.NewDecoder(w.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	return value
}
