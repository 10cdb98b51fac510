package nats

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// CheckURL returns an AccessError if a URL, or one of several with commas between them, cannot be that of a server.
func CheckURL(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		if err := checkURL(strings.TrimSpace(one)); err != nil {
			return &AccessError{URL: text, Reason: AccessURL, Err: err}
		}
	}
	return nil
}

func checkURL(text string) error {
	if !strings.Contains(text, "://") {
		text = "tls://" + text
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return err
	case u.Scheme != "tls" && u.Scheme != "nats":
		return errors.New("a scheme other than tls")
	case u.Hostname() == "":
		return errors.New("no host")
	case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" || u.User != nil:
		return errors.New("more than a host and a port")
	}
	if port := u.Port(); port != "" || strings.HasSuffix(u.Host, ":") {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
			return errors.New("no port")
		}
	}
	return nil
}

// A dialing makes network connections that end with its context until they are settled, and looks at what a server says first.
type dialing struct {
	mu   sync.Mutex
	ctx  context.Context
	late context.Context // for when there was a connection: what is under way may be handed over yet
	last *firstLine
	stop func() bool
}

const dialWithin = 5 * time.Second

func (d *dialing) Dial(network, address string) (net.Conn, error) {
	d.mu.Lock()
	ctx := d.ctx
	d.mu.Unlock()
	conn, err := (&net.Dialer{Timeout: dialWithin}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last = &firstLine{Conn: conn}
	d.stop = context.AfterFunc(ctx, func() { conn.Close() })
	return d.last, nil
}

// settled lets the last connection outlive the context.
func (d *dialing) settled() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ctx = d.late
	if d.stop != nil {
		d.stop()
	}
}

// offersTLS reports whether the last server that was asked has TLS.
func (d *dialing) offersTLS() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.last == nil {
		return true
	}
	d.last.mu.Lock()
	defer d.last.mu.Unlock()
	return bytes.Contains(d.last.line, []byte(`"tls_required":true`)) || bytes.Contains(d.last.line, []byte(`"tls_available":true`))
}

// mostInfo bounds the first line of a server.
const mostInfo = 64 << 10

var errNoNATS = errors.New("what answers is no NATS server")

// A firstLine is a connection whose first line must end before long.
type firstLine struct {
	net.Conn
	mu   sync.Mutex
	line []byte
	done bool
}

func (c *firstLine) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done {
		return n, err
	}
	if end := bytes.IndexByte(b[:n], '\n'); end >= 0 {
		c.line, c.done = append(c.line, b[:end]...), true
	} else if c.line = append(c.line, b[:n]...); len(c.line) > mostInfo {
		c.line = c.line[:0]
		return 0, errNoNATS
	}
	return n, err
}
