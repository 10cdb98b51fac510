package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestHeaderLimit sends a header that is too large, and one that never ends, to
// a server with the time limits that it has for browsers.
func TestHeaderLimit(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := newTest(t, func(c *Config) { c.Port = l.Addr().(*net.TCPAddr).Port })
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, l, "", "") }()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	large := "GET / HTTP/1.1\r\nHost: " + l.Addr().String() + "\r\nX-Long: " + strings.Repeat("x", headerBytes+8<<10) + "\r\n\r\n"
	if status := speak(t, l.Addr(), large); status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a large header: %d", status)
	}
	if status := speak(t, l.Addr(), "GET / HTTP/1.1\r\n\r\n"); status != http.StatusBadRequest {
		t.Errorf("no Host: %d", status)
	}
	if testing.Short() {
		t.Skip("waits for the time limits")
	}
	begin := time.Now()
	if status := speak(t, l.Addr(), "GET / HTTP/1.1\r\nHost: "); status != 0 && status != http.StatusRequestTimeout {
		t.Errorf("a header that does not end: %d", status)
	}
	if waited := time.Since(begin); waited > headerTime+3*time.Second {
		t.Errorf("it waited %v for a header", waited)
	}
	begin = time.Now()
	slow := fmt.Sprintf("POST /api/read HTTP/1.1\r\nHost: %v\r\nOrigin: http://%[1]v\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{", l.Addr())
	if status := speak(t, l.Addr(), slow); status != http.StatusRequestTimeout {
		t.Errorf("a body that does not end: %d", status)
	}
	if waited := time.Since(begin); waited > requestTime+3*time.Second {
		t.Errorf("it waited %v for a body", waited)
	}
}

// speak sends bytes and returns the status of the answer, 0 if the connection
// was closed without one.
func speak(t *testing.T, address net.Addr, text string) int {
	t.Helper()
	c, err := net.Dial("tcp", address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	go io.WriteString(c, text) // the server may close before it has read all
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}
