package nats

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A Server is an embedded NATS server with JetStream.
type Server struct {
	*server.Server
	options *server.Options
	keys    *Keys
	local   []*server.NkeyUser // keys that live as long as the process
	locked  map[string]bool    // public keys that were locked out
	store   context.Context    // ends with a StoreError
	broken  context.CancelCauseFunc
}

// ServerOptions say how to run an embedded server.
type ServerOptions struct {
	Dir      string // of JetStream
	Listen   string // host:port; empty: nobody but this process can connect
	Keys     *Keys  // who is let in; nil without Listen
	MaxStore int64  // bound on the disk that JetStream takes; 0: 64 GiB
}

// DefaultMaxStore bounds the disk of JetStream.
const DefaultMaxStore = 64 << 30

// mostBatches bounds the batches that are open in a stream: each takes memory. Who gets none sends one by one.
const mostBatches = 16

// embeddedName is the name of an embedded server, which is no deployment for the runs of others.
const embeddedName = "queens-coordinator"

const readyWithin = 30 * time.Second

// startServer starts a server that lets in the keys of o.Keys and the local ones: a coordinator, which may do anything, and workers.
// Whoever listens beyond the process has TLS 1.3 and keys, on loopback too.
func startServer(o ServerOptions, coordinator *KeyFile, workers ...*KeyFile) (*Server, error) {
	if o.MaxStore <= 0 {
		o.MaxStore = DefaultMaxStore
	}
	s := &Server{keys: o.Keys, locked: map[string]bool{}}
	s.store, s.broken = context.WithCancelCause(context.Background())
	s.local = append(s.local, &server.NkeyUser{Nkey: coordinator.Public()})
	for _, w := range workers {
		s.local = append(s.local, workerUser(w.Public(), w.Name))
	}
	s.options = &server.Options{
		ServerName: embeddedName, DontListen: true, NoSigs: true, NoLog: true, NoSystemAccount: true,
		JetStream: true, StoreDir: filepath.Join(o.Dir, "jetstream"), JetStreamMaxStore: o.MaxStore, SyncAlways: true,
		MaxPayload: 1 << 20, MaxPending: 64 << 20, DisableJetStreamBanner: true,
		JetStreamLimits: server.JSLimitOpts{DefaultMaxConsumers: -1, MaxBatchInflightPerStream: mostBatches, MaxBatchInflightTotal: 2 * mostBatches},
	}
	if o.Listen != "" {
		if err := s.listen(o); err != nil {
			return nil, err
		}
	}
	s.options.Nkeys = s.users()
	var err error
	if s.Server, err = server.NewServer(s.options.Clone()); err != nil {
		return nil, s.diagnose(fmt.Errorf("queens: the message server cannot start: %w", err))
	}
	s.SetLogger(serverLog{s.fails}, false, false)
	s.Start()
	ready := false
	for begin := time.Now(); !ready && s.store.Err() == nil && time.Since(begin) < readyWithin; {
		ready = s.ReadyForConnections(100 * time.Millisecond)
	}
	if !ready || !s.JetStreamEnabled() {
		err := s.diagnose(errors.New("queens: the message server does not start: is the address free and the disk writable?"))
		s.stop()
		return nil, err
	}
	return s, nil
}

func (s *Server) listen(o ServerOptions) error {
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(port)
	if err != nil || number < 0 || number > 65535 {
		return fmt.Errorf("queens: %s is no address to listen on", o.Listen)
	}
	if number == 0 {
		number = server.RANDOM_PORT
	}
	if err := CheckListen(o.Listen); err != nil {
		return err
	}
	s.options.DontListen, s.options.Host, s.options.Port = false, host, number
	s.options.TLSConfig, err = o.Keys.serverTLS()
	s.options.TLSTimeout, s.options.AuthTimeout = 5, 5
	return err
}

// ListenError says why nothing can listen at an address.
type ListenError struct {
	Address string
	Err     error
}

func (e *ListenError) Error() string {
	return fmt.Sprintf("queens: listening on %s: %v", e.Address, e.Err)
}

func (e *ListenError) Unwrap() error { return e.Err }

// CheckListen returns a ListenError if nothing can listen at an address.
func CheckListen(address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return &ListenError{Address: address, Err: err}
	}
	return listener.Close()
}

// CheckServer returns a CertificateError if the server's certificate cannot be used.
func (k *Keys) CheckServer() error {
	if _, err := k.serverTLS(); err != nil {
		return &CertificateError{Dir: k.dir, Err: err}
	}
	return nil
}

// CertificateError says that the server's certificate, or its key, cannot be used.
type CertificateError struct {
	Dir string // of the keys
	Err error
}

func (e *CertificateError) Error() string {
	return fmt.Sprintf("queens: the server's certificate in %s: %v", e.Dir, e.Err)
}

func (e *CertificateError) Unwrap() error { return e.Err }

// users returns who is let in.
func (s *Server) users() []*server.NkeyUser {
	users := append([]*server.NkeyUser(nil), s.local...)
	if s.keys == nil {
		return users
	}
	for _, w := range s.keys.Workers {
		if !w.Revoked && !s.locked[w.Public] {
			users = append(users, workerUser(w.Public, w.Name))
		}
	}
	return users
}

func workerUser(public, name string) *server.NkeyUser {
	return &server.NkeyUser{Nkey: public, Permissions: &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: PublishSubjects(name)},
		Subscribe: &server.SubjectPermission{Allow: SubscribeSubjects(name)},
	}}
}

// reload reads the keys again: new workers are let in, revoked ones cut off.
func (s *Server) reload() error {
	if s.keys == nil {
		return nil
	}
	if err := s.keys.Reload(); err != nil {
		return err
	}
	return s.apply()
}

// lockOut cuts off the key of that name until the server ends.
func (s *Server) lockOut(name string) error {
	for _, w := range s.keys.workers() {
		if w.Name == name {
			s.locked[w.Public] = true
		}
	}
	return s.apply()
}

// lockedOut reports whether the key of that name is.
func (s *Server) lockedOut(name string) bool {
	for _, w := range s.keys.workers() {
		if w.Name == name && !w.Revoked {
			return s.locked[w.Public]
		}
	}
	return true
}

// workers returns the keys of workers, none of no keys.
func (k *Keys) workers() []WorkerKey {
	if k == nil {
		return nil
	}
	return k.Workers
}

// apply lets the server know who is let in.
func (s *Server) apply() error {
	next := s.options.Clone()
	next.Nkeys = s.users()
	if next.TLSConfig != nil {
		config, err := s.keys.serverTLS()
		if err != nil {
			return err
		}
		next.TLSConfig = config
	}
	return s.ReloadOptions(next)
}

func (s *Server) stop() {
	s.broken(nil)
	s.Shutdown()
	s.WaitForShutdown()
}

// Address returns where the server listens, "" if it does not.
func (s *Server) Address() string {
	if a, ok := s.Addr().(*net.TCPAddr); ok && !s.options.DontListen {
		return a.String()
	}
	return ""
}
