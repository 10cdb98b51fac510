// Package control lets other processes of the same user on the same machine ask a coordinator how it goes, and tell it what to do: by a
// socket in its folder.
package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"example.org/queens/cluster"
)

// A Request is what is asked.
type Request struct {
	Do    Action  `json:"do"`
	Share float64 `json:"share,omitempty"` // of Audit; below 0: only ask
	Path  string  `json:"path,omitempty"`  // of Backup: a file that is there
	Signs bool    `json:"signs,omitempty"` // the asker understands signs of life before the answer
}

// An Action is what can be asked for.
type Action string

const (
	Status Action = "status"
	Pause  Action = "pause"
	Resume Action = "resume"
	Audit  Action = "audit"  // the alarms; and set the share
	Backup Action = "backup" // of the ledger
)

// A Response is the answer.
type Response struct {
	Status *cluster.Status `json:"status,omitempty"`
	Alarms []cluster.Alarm `json:"alarms,omitempty"`
	Share  float64         `json:"share,omitempty"`
	Error  string          `json:"error,omitempty"`
	Busy   bool            `json:"busy,omitempty"` // a sign of life, no answer yet
}

// ErrNobody says that no coordinator is at work in the folder.
var ErrNobody = errors.New("queens: no coordinator is at work there")

// ErrSilent says that there is a coordinator that does not answer, as one that was stopped.
var ErrSilent = errors.New("queens: the coordinator does not answer")

// An AnswerError is what the coordinator could not do.
type AnswerError struct{ Text string }

func (e *AnswerError) Error() string { return e.Text }

// The socket is in the folder, or, if its path would be too long for one, in a folder of its own that a file names.
const (
	socketName = "control.sock"
	pointer    = "control.path"
	longest    = 100 // bytes of a socket's path
)

// Serve answers requests for the folder dir until ctx ends.
func Serve(ctx context.Context, dir string, answer func(context.Context, Request) Response) (stop func(), err error) {
	path := filepath.Join(dir, socketName)
	cleanup := func() {}
	if len(path) > longest {
		short, err := os.MkdirTemp("", "queens-*") // only its owner may enter
		if err != nil {
			return nil, err
		}
		cleanup = func() { os.RemoveAll(short); os.Remove(filepath.Join(dir, pointer)) }
		path = filepath.Join(short, socketName)
		if err := os.WriteFile(filepath.Join(dir, pointer), []byte(path), 0o600); err != nil {
			return nil, err
		}
	}
	os.Remove(path) // of a process that was killed: the ledger's lock says that there is no other
	listener, err := net.Listen("unix", path)
	if err != nil {
		cleanup()
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		cleanup()
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() { serve(ctx, conn, answer) })
		}
	})
	return func() {
		cancel()
		listener.Close()
		all.Wait()
		cleanup()
	}, nil
}

const (
	patience       = 10 * time.Second // with what is asked, and for an answer
	backupPatience = time.Hour        // for a ledger of some size
	silence        = 4 * time.Second  // without a sign of life: nobody is there
	sign           = time.Second      // between signs of life
	mostAsked      = 1 << 16
	mostAnswer     = 64 << 20
)

// serve answers one request, if who asked is still there to hear the answer: of one that has gone nobody knows whether it should
// still be done.
func serve(ctx context.Context, conn net.Conn, answer func(context.Context, Request) Response) {
	defer conn.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conn.SetDeadline(time.Now().Add(patience))
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Now()) })
	defer stop()
	var r Request
	if json.NewDecoder(io.LimitReader(conn, mostAsked)).Decode(&r) != nil {
		return
	}
	limit := patience
	if r.Do == Backup {
		limit = backupPatience
	}
	conn.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	if gone(conn) {
		return
	}
	conn.SetDeadline(time.Now().Add(limit))
	ctx, late := context.WithTimeout(ctx, limit)
	defer late()
	go func() {
		if gone(conn) {
			cancel()
		}
	}()
	answered := make(chan Response, 1)
	go func() { answered <- answer(ctx, r) }()
	signs := time.NewTicker(sign)
	defer signs.Stop()
	out := json.NewEncoder(conn)
	for {
		select {
		case got := <-answered:
			out.Encode(got)
			return
		case <-signs.C:
			if r.Signs && out.Encode(Response{Busy: true}) != nil {
				cancel()
			}
		}
	}
}

// gone waits until the other side closes a connection, on which nothing more is to come, or until its deadline.
func gone(conn net.Conn) bool {
	for {
		if _, err := conn.Read(make([]byte, 64)); err != nil {
			return !errors.Is(err, os.ErrDeadlineExceeded)
		}
	}
}

// Call asks the coordinator of the folder dir, and gives up when ctx ends or there is no sign of life.
func Call(ctx context.Context, dir string, r Request) (Response, error) {
	path := filepath.Join(dir, socketName)
	if text, err := readPointer(dir); err == nil && len(path) > longest {
		path = string(text)
	}
	dialer := net.Dialer{Timeout: silence}
	conn, err := dialer.DialContext(ctx, "unix", path)
	switch {
	case err != nil && ctx.Err() != nil:
		return Response{}, ctx.Err()
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, os.ErrDeadlineExceeded): // too many wait for it
		return Response{}, ErrSilent
	case err != nil:
		return Response{}, fmt.Errorf("%w: %v", ErrNobody, err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	got, err := ask(conn, r)
	switch {
	case err != nil && ctx.Err() != nil:
		return Response{}, ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return Response{}, ErrSilent
	case err != nil: // it has ended meanwhile
		return Response{}, fmt.Errorf("%w: %w", ErrNobody, err)
	case got.Error != "":
		return got, &AnswerError{got.Error}
	}
	return got, nil
}

// ask sends a request and waits for the answer.
func ask(conn net.Conn, r Request) (got Response, err error) {
	r.Signs = true
	conn.SetDeadline(time.Now().Add(silence))
	if err := json.NewEncoder(conn).Encode(r); err != nil {
		return got, err
	}
	in := json.NewDecoder(io.LimitReader(conn, mostAnswer))
	for {
		got = Response{}
		if err := in.Decode(&got); err != nil || !got.Busy {
			return got, err
		}
		conn.SetDeadline(time.Now().Add(silence))
	}
}

// readPointer reads the file that names the socket.
func readPointer(dir string) ([]byte, error) {
	name := filepath.Join(dir, pointer)
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return os.ReadFile(name)
}
