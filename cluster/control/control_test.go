package control

import (
	"context"
	"errors"
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
			if _, err := Call(dir, Request{Do: Status}); !errors.Is(err, ErrNobody) {
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
				if got, err := Call(dir, Request{Do: Status}); err != nil || got.Status.N != 8 {
					t.Errorf("%+v, %v", got, err)
				}
				if _, err := Call(dir, Request{Do: Pause}); err == nil {
					t.Error("no error")
				}
				stop()
			}
		})
	}
}

// TestCallContext asks a coordinator that does not answer.
func TestCallContext(t *testing.T) {
	dir := t.TempDir()
	stop, err := Serve(t.Context(), dir, func(ctx context.Context, _ Request) Response { <-ctx.Done(); return Response{} })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if got, err := CallContext(ctx, dir, Request{Do: Status}); err == nil || errors.Is(err, ErrNobody) {
		t.Errorf("%+v, %v", got, err)
	}
	if waited := time.Since(begin); waited > patience/2 {
		t.Errorf("it waited %v", waited)
	}
}
