package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// errBusy says that a gate did not open in time.
var errBusy = errors.New("server: busy")

// A gate lets a number of goroutines pass at once; others wait a while before
// it, if they are not too many.
type gate struct {
	places   chan struct{}
	waiting  atomic.Int64
	most     int64 // that may wait
	patience time.Duration
}

func newGate(places, waiting int, patience time.Duration) *gate {
	return &gate{places: make(chan struct{}, places), most: int64(waiting), patience: patience}
}

// enter takes a place, which leave gives back. It returns errBusy or the error
// of ctx if there is none.
func (g *gate) enter(ctx context.Context) error {
	select {
	case g.places <- struct{}{}:
		return nil
	default:
	}
	if g.waiting.Add(1) > g.most {
		g.waiting.Add(-1)
		return errBusy
	}
	defer g.waiting.Add(-1)
	patience := time.NewTimer(g.patience)
	defer patience.Stop()
	select {
	case g.places <- struct{}{}:
		return nil
	case <-patience.C:
		return errBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *gate) leave() { <-g.places }

// inside returns how many have a place.
func (g *gate) inside() int { return len(g.places) }

// limitRequests refuses requests beyond what the server can have at once.
// Streams, which last, have a limit of their own.
func (s *Server) limitRequests(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/events") {
			h.ServeHTTP(w, r)
			return
		}
		if s.all.enter(r.Context()) != nil {
			s.refuse(w, r, busy("server.busy.requests", time.Second))
			return
		}
		defer s.all.leave()
		h.ServeHTTP(w, r)
	})
}

// busy is the refusal of a request beyond a limit.
func busy(key string, retry time.Duration, pairs ...any) *failure {
	return &failure{status: http.StatusTooManyRequests, key: key, pairs: pairs, retry: retry}
}

// through returns what makes an operation pass a gate and bounds the time that
// it may take from there; 0 is no bound.
func (s *Server) through(g *gate, limit time.Duration) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if err := g.enter(ctx.Context()); err != nil {
			s.answer(ctx, s.stopped(err))
			return
		}
		defer g.leave()
		if limit > 0 {
			work, cancel := context.WithTimeout(ctx.Context(), limit)
			defer cancel()
			ctx = huma.WithContext(ctx, work)
		}
		next(ctx)
	}
}

// stopped is what to answer when work was not done, or not completely.
func (s *Server) stopped(err error) error {
	switch {
	case errors.Is(err, errBusy):
		return busy("server.busy.work", 2*time.Second)
	case errors.Is(err, context.DeadlineExceeded):
		return busy("server.busy.time", 10*time.Second, "Seconds", s.Limits.Work.Seconds())
	case errors.Is(err, context.Canceled):
		return &failure{status: http.StatusRequestTimeout, key: "server.gone"} // nobody reads it
	}
	return err
}
