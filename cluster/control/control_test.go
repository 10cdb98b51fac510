package control

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/queens/cluster"
)

func TestCall(t *testing.T) {
	for name, sub := range map[string]string{"short": "d", "long": strings.Repeat("long", 40)} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), sub)
			if _, err := Call(t.Context(), dir, Request{Do: Status}); !errors.Is(err, ErrNobody) {
				t.Errorf("nobody answers with %v", err)
			}
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second finds what the first left
				stop, err := Serve(t.Context(), dir, func(_ context.Context, r Request) Response {
					if r.Do != Status {
						return Response{Error: "no"}
					}
					return Response{Status: &cluster.Status{N: 8}}
				})
				if err != nil {
					t.Fatal(err)
				}
				if got, err := Call(t.Context(), dir, Request{Do: Status}); err != nil || got.Status.N != 8 {
					t.Errorf("%+v, %v", got, err)
				}
				if _, err := Call(t.Context(), dir, Request{Do: Pause}); err == nil {
					t.Error("no error")
				}
				stop()
			}
		})
	}
}

// TestCallGivesUp asks a coordinator that does not answer.
func TestCallGivesUp(t *testing.T) {
	dir := t.TempDir()
	stop, err := Serve(t.Context(), dir, func(ctx context.Context, _ Request) Response { <-ctx.Done(); return Response{} })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if got, err := Call(ctx, dir, Request{Do: Status}); err == nil || errors.Is(err, ErrNobody) {
		t.Errorf("%+v, %v", got, err)
	}
	if waited := time.Since(begin); waited > patience/2 {
		t.Errorf("it waited %v", waited)
	}
}

// TestSignsOfLife waits for a coordinator that is slow, and not for one that stands still.
func TestSignsOfLife(t *testing.T) {
	dir := t.TempDir()
	stop, err := Serve(t.Context(), dir, func(context.Context, Request) Response {
		time.Sleep(silence + sign)
		return Response{Share: 1}
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Call(t.Context(), dir, Request{Do: Backup}); err != nil || got.Share != 1 {
		t.Errorf("a slow one: %+v, %v", got, err)
	}
	stop()
	listener, err := net.Listen("unix", filepath.Join(dir, socketName)) // nobody accepts
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	begin := time.Now()
	if got, err := Call(t.Context(), dir, Request{Do: Status}); !errors.Is(err, ErrSilent) {
		t.Errorf("a silent one: %+v, %v", got, err)
	}
	if waited := time.Since(begin); waited > 2*silence {
		t.Errorf("it waited %v", waited)
	}
}

// TestGone asks and goes away before the coordinator has heard it: nothing is done.
func TestGone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, socketName)
	asked := make(chan context.Context, 10)
	conns := make(chan net.Conn, 1)
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			conns <- conn
		}
	}()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { _, err := Call(ctx, dir, Request{Do: Pause}); done <- err }()
	conn := <-conns
	time.Sleep(20 * time.Millisecond)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	answer := func(ctx context.Context, _ Request) Response {
		asked <- ctx
		<-ctx.Done()
		return Response{}
	}
	serve(t.Context(), conn, answer)
	if len(asked) > 0 {
		t.Error("it is done though nobody waits for it")
	}
	// one that goes away later is not waited for
	listener.Close()
	stop, err := Serve(t.Context(), dir, answer)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	ctx, cancel = context.WithCancel(t.Context())
	go func() { _, err := Call(ctx, dir, Request{Do: Pause}); done <- err }()
	working := <-asked
	cancel()
	select {
	case <-working.Done():
	case <-time.After(silence):
		t.Error("it goes on")
	}
	<-done
}
