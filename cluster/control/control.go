// Package control lets other processes of the same user on the same machine ask a coordinator how it goes, and tell it what to do: by a
// socket in its folder.
package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"example.org/queens/cluster"
)

// A Request is what is asked.
type Request struct {
	Do    Action  `json:"do"`
	Share float64 `json:"share,omitempty"` // of Audit; below 0: only ask
	Path  string  `json:"path,omitempty"`  // of Backup
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
}

// ErrNobody says that no coordinator is at work in the folder.
var ErrNobody = errors.New("queens: no coordinator is at work there")

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
	patience   = 10 * time.Second
	mostAsked  = 1 << 16
	mostAnswer = 64 << 20
)

func serve(ctx context.Context, conn net.Conn, answer func(context.Context, Request) Response) {
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn.SetDeadline(time.Now().Add(patience))
	defer context.AfterFunc(ctx, func() { conn.SetDeadline(time.Now()) })()
	var r Request
	if json.NewDecoder(io.LimitReader(conn, mostAsked)).Decode(&r) != nil {
		return
	}
	json.NewEncoder(conn).Encode(answer(ctx, r))
}

// Call asks the coordinator of the folder dir.
func Call(dir string, r Request) (Response, error) { return CallContext(context.Background(), dir, r) }

// CallContext asks the coordinator of the folder dir, and gives up when ctx ends.
func CallContext(ctx context.Context, dir string, r Request) (Response, error) {
	path := filepath.Join(dir, socketName)
	if text, err := os.ReadFile(filepath.Join(dir, pointer)); err == nil && len(path) > longest {
		path = string(text)
	}
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(ctx, "unix", path)
	if err != nil && ctx.Err() != nil {
		return Response{}, ctx.Err()
	}
	if err != nil {
		return Response{}, fmt.Errorf("%w: %v", ErrNobody, err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	defer context.AfterFunc(ctx, func() { conn.SetDeadline(time.Now()) })()
	if err := json.NewEncoder(conn).Encode(r); err != nil {
		return Response{}, err
	}
	var got Response
	if err := json.NewDecoder(io.LimitReader(conn, mostAnswer)).Decode(&got); err != nil {
		return Response{}, err
	}
	if got.Error != "" {
		return got, errors.New(got.Error)
	}
	return got, nil
}
