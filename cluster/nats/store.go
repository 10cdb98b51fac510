package nats

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// StoreError says that messages can be kept no longer. The ledger is whole: with more room the run goes on.
type StoreError struct {
	Path string // of the embedded server's folder; empty with a URL
	Room bool   // it is the bound of CoordinatorOptions.MaxStore that is reached, not the disk
	Err  error
}

func (e *StoreError) Error() string {
	if e.Room {
		return fmt.Sprintf("queens: no room for messages: %v", e.Err)
	}
	return fmt.Sprintf("queens: messages cannot be kept in %s: %v", e.Path, e.Err)
}

func (e *StoreError) Unwrap() error { return e.Err }

// LeastStore is the least that MaxStore can be.
const LeastStore = 1 << 20

// storeFailures are what a disk can say, as the errors that the words stand for: a server passes on the words.
var storeFailures = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS, syscall.EIO}

// storeFailure returns the error of a disk that err is or has the words of, nil if there is none.
func storeFailure(err error) error {
	if err == nil {
		return nil
	}
	for _, known := range storeFailures {
		if errors.Is(err, known) || strings.Contains(err.Error(), known.Error()) {
			return known
		}
	}
	return nil
}

// A serverLog is told what the embedded server writes to its log, and looks for failures to store: whoever sent the message hears nothing of them.
type serverLog struct{ failed func(error) }

func (serverLog) Noticef(string, ...any) {}
func (serverLog) Debugf(string, ...any)  {}
func (serverLog) Tracef(string, ...any)  {}

func (l serverLog) Warnf(format string, v ...any)  { l.look(format, v) }
func (l serverLog) Errorf(format string, v ...any) { l.look(format, v) }
func (l serverLog) Fatalf(format string, v ...any) { l.look(format, v) }

// look judges by how a line begins: those that tell of a client begin with its address.
func (l serverLog) look(format string, v []any) {
	text := fmt.Sprintf(format, v...)
	for _, known := range []string{"JetStream failed to store", "JetStream out of", "Filesystem permission", "Can't start JetStream"} {
		if strings.HasPrefix(text, known) {
			l.failed(errors.New(strings.TrimPrefix(text, "Can't start JetStream: ")))
			return
		}
	}
	if strings.HasPrefix(text, "JetStream stream '") && strings.Contains(text, "critical write error") ||
		strings.HasPrefix(text, "Filestore [") && storeFailure(errors.New(text)) != nil {
		l.failed(errors.New(text))
	}
}

// full returns why nothing can be written to the server's folder, nil if that is not so.
func (s *Server) full() error {
	dir := s.options.StoreDir
	if _, err := os.Stat(dir); err != nil {
		dir = filepath.Dir(dir)
	}
	f, err := os.CreateTemp(dir, ".room-")
	if err != nil {
		return storeFailure(err)
	}
	_, err = f.Write(make([]byte, 64<<10))
	if err == nil {
		err = f.Sync()
	}
	f.Close()
	os.Remove(f.Name())
	return storeFailure(err)
}

// fails notes that messages cannot be kept.
func (s *Server) fails(err error) {
	if known := storeFailure(err); known != nil {
		err = known
	}
	s.broken(&StoreError{Path: s.options.StoreDir, Err: err})
}

// diagnose returns the error that a failure of the embedded server is a sign of: that its disk is full, or the failure itself.
func (s *Server) diagnose(err error) error {
	if err == nil || s == nil {
		return err
	}
	if cause := context.Cause(s.store); cause != nil {
		return cause
	}
	why := storeFailure(err)
	if why == nil {
		why = s.full()
	}
	if why == nil {
		return err
	}
	return &StoreError{Path: s.options.StoreDir, Err: why}
}

// troubled tells trouble, unless it is that the disk of the embedded server is full: then the run ends with that.
func (c *Coordinator) troubled(err error) {
	var store *StoreError
	if errors.As(c.server.diagnose(err), &store) {
		c.link.cancel(store)
		return
	}
	trouble(c.options.Told, err)
}

// isFull reports whether a server refuses a message because its stream has no room.
func isFull(err error) bool {
	var api *jetstream.APIError
	switch code(err) {
	case errResources, errNoRoom:
		return true
	case errStore:
		return errors.As(err, &api) && strings.HasPrefix(api.Description, "maximum bytes")
	}
	return false
}

// fullWithin is how long no task can be sent for want of room, and none comes back, before the run ends.
const fullWithin = 30 * time.Second

// keepRoom takes results out of their stream that are in the ledger, when they take half of the room, the older half of them: a task whose
// acknowledgement was lost finds the younger.
func (c *Coordinator) keepRoom(ctx context.Context) error {
	every := 5 * time.Second
	if c.server != nil {
		every = 250 * time.Millisecond
	}
	for pause(ctx, every) {
		short, cancel := context.WithTimeout(ctx, 5*time.Second)
		err := c.makeRoom(short)
		cancel()
		if store, ok := errors.AsType[*StoreError](err); ok {
			return store
		}
	}
	return nil
}

func (c *Coordinator) makeRoom(ctx context.Context) error {
	info, err := c.streams.results.Info(ctx)
	if err != nil {
		return err
	}
	st, most := info.State, uint64(max(info.Config.MaxBytes, 0))
	if most == 0 || st.Bytes <= most/2 {
		return nil
	}
	if known := c.applied.Load(); known >= st.FirstSeq {
		up := st.FirstSeq + (known-st.FirstSeq)/2 + 1
		err = c.streams.results.Purge(ctx, jetstream.WithPurgeSequence(up))
	}
	if err != nil && info.Config.DenyPurge && st.Bytes > most/20*19 { // made by an earlier version
		return &StoreError{Room: true, Err: err}
	}
	return err
}
