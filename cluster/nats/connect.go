package nats

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	natsgo "github.com/nats-io/nats.go"
)

// AccessError says that a server does not let a process in, or that a process does not trust a server. It does not help to try again.
type AccessError struct {
	URL    string
	Reason AccessReason
	Err    error
}

// AccessReason says why there is no access.
type AccessReason string

const (
	AccessKey         AccessReason = "key"         // the key is not one of this server, or was revoked
	AccessExpired     AccessReason = "expired"     // the certificate of the server has expired
	AccessCertificate AccessReason = "certificate" // the certificate of the server is not of the authority in the key file
	AccessPlain       AccessReason = "plain"       // the server does not offer TLS 1.3
	AccessURL         AccessReason = "url"         // it is none
	AccessPermission  AccessReason = "permission"  // the server lets the key in, but not do what a worker must
)

func (e *AccessError) Error() string {
	return fmt.Sprintf("queens: no access to %s: %s: %v", e.URL, e.Reason, e.Err)
}

func (e *AccessError) Unwrap() error { return e.Err }

// access returns the AccessError that an error is a sign of, nil if it is none.
func access(url string, err error) error {
	if err == nil {
		return nil
	}
	var invalid x509.CertificateInvalidError
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var verify *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	reason := AccessReason("")
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		reason = AccessExpired
	case errors.As(err, &invalid), errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &verify):
		reason = AccessCertificate
	case errors.As(err, &record), errors.As(err, &alert), errors.Is(err, natsgo.ErrSecureConnWanted),
		strings.Contains(err.Error(), "tls: ") || strings.Contains(err.Error(), "secure connection"):
		reason = AccessPlain
	case errors.Is(err, natsgo.ErrAuthorization), errors.Is(err, natsgo.ErrAuthExpired), errors.Is(err, natsgo.ErrAuthRevoked),
		errors.Is(err, natsgo.ErrNkeysNotSupported), strings.Contains(strings.ToLower(err.Error()), "authorization violation"):
		reason = AccessKey
	case errors.Is(err, natsgo.ErrPermissionViolation):
		reason = AccessPermission
	default:
		return nil
	}
	return &AccessError{URL: url, Reason: reason, Err: err}
}

// A link is a connection that is made again whenever it is lost. Its context ends when there is no hope.
type link struct {
	*natsgo.Conn
	url    string
	ctx    context.Context
	cancel context.CancelCauseFunc
	end    context.CancelFunc // of dialing
}

// A dialer says where to connect.
type dialer struct {
	url    string // empty with server
	server *Server
	key    *KeyFile
	name   string
	told   func(Event)

	dialing *dialing // set by connect
}

// connect connects, trying again while nobody answers; that it is not let in is an error at once.
func (d dialer) connect(ctx context.Context) (*link, error) {
	if d.server == nil {
		if err := CheckURL(d.url); err != nil {
			return nil, err
		}
	}
	l := &link{url: d.url}
	l.ctx, l.cancel = context.WithCancelCause(ctx)
	d.dialing = &dialing{ctx: l.ctx}
	d.dialing.late, l.end = lingering(l.ctx, leaveWithin)
	defer func() {
		if l.Conn == nil {
			l.end()
		}
	}()
	options, err := d.options(l)
	if err != nil {
		l.cancel(err)
		return nil, err
	}
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		l.Conn, err = natsgo.Connect(d.url, options...)
		if err == nil {
			d.dialing.settled()
			return l, nil
		}
		if ctx.Err() != nil {
			l.cancel(nil)
			return nil, context.Cause(ctx)
		}
		if fatal := d.access(err); fatal != nil {
			l.cancel(fatal)
			return nil, fatal
		}
		if d.server != nil {
			l.cancel(err)
			return nil, err
		}
		d.told(Event{Kind: EventUnreachable, Text: d.silent(err)})
		select {
		case <-ctx.Done():
			l.cancel(nil)
			return nil, context.Cause(ctx)
		case <-time.After(wait):
		}
	}
}

// access returns the AccessError that an error is a sign of, nil if it is none.
func (d dialer) access(err error) error {
	if errors.Is(err, natsgo.ErrNkeysNotSupported) && !d.dialing.offersTLS() {
		return &AccessError{URL: d.url, Reason: AccessPlain, Err: err}
	}
	return access(d.url, err)
}

// silent says who does not answer. That there is no server to be had says nothing more.
func (d dialer) silent(err error) string {
	if errors.Is(err, natsgo.ErrNoServers) {
		return d.url
	}
	return d.url + ": " + err.Error()
}

func (d dialer) options(l *link) ([]natsgo.Option, error) {
	pair := d.key.pair()
	options := []natsgo.Option{
		natsgo.Name(d.name), natsgo.CustomInboxPrefix(inboxOf(d.key.Name)),
		natsgo.Nkey(d.key.Public(), pair.Sign),
		natsgo.MaxReconnects(-1), natsgo.ReconnectBufSize(-1), natsgo.Timeout(5 * time.Second),
		natsgo.PingInterval(10 * time.Second), natsgo.MaxPingsOutstanding(2),
		natsgo.CustomReconnectDelay(func(attempts int) time.Duration {
			return time.Duration(min(attempts, 20)) * time.Duration(100+rand.IntN(50)) * time.Millisecond
		}),
		natsgo.DisconnectErrHandler(func(_ *natsgo.Conn, err error) {
			if l.ctx.Err() == nil {
				d.told(Event{Kind: EventDisconnected, Text: fmt.Sprint(err)})
			}
		}),
		natsgo.ReconnectHandler(func(*natsgo.Conn) {
			d.dialing.settled()
			d.told(Event{Kind: EventReconnected})
		}),
		natsgo.ErrorHandler(func(_ *natsgo.Conn, _ *natsgo.Subscription, err error) { d.failed(l, err) }),
		natsgo.ReconnectErrHandler(func(_ *natsgo.Conn, err error) { d.failed(l, err) }),
		natsgo.ClosedHandler(func(c *natsgo.Conn) {
			err := c.LastError()
			if fatal := d.access(err); fatal != nil {
				err = fatal
			}
			l.cancel(err)
		}),
	}
	if d.server != nil {
		return append(options, natsgo.InProcessServer(d.server)), nil
	}
	config, err := d.key.clientTLS()
	if err != nil {
		return nil, err
	}
	return append(options, natsgo.Secure(config), natsgo.SetCustomDialer(d.dialing), natsgo.SkipHostLookup()), nil
}

// failed ends the link on errors that will not pass.
func (d dialer) failed(l *link, err error) {
	if fatal := d.access(err); fatal != nil {
		l.cancel(fatal)
		return
	}
	if !errors.Is(err, natsgo.ErrConsumerNotActive) {
		d.told(Event{Kind: EventTrouble, Text: err.Error()})
	}
}

// close ends the link for good.
func (l *link) close() {
	l.cancel(nil)
	l.Conn.Close()
	l.end()
}
