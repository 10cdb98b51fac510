package server

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"example.org/queens"
	"example.org/queens/internal/nearest"
	"example.org/queens/methods"
	"example.org/queens/trace"
)

// recordFunc is [trace.Record].
type recordFunc func(context.Context, methods.Method, queens.Problem, methods.Options, trace.Limits) (*trace.Trace, error)

type traceInput struct {
	Squares
	Method string `query:"method" required:"true" maxLength:"40" doc:"A name of the table of methods"`
	N      int    `query:"n" required:"true" minimum:"1" maximum:"32"`
	Seed   string `query:"seed" maxLength:"20" example:"1" doc:"For methods that are seeded, 0 to 2^64-1; without it 1"`
	Limit  int    `query:"limit" minimum:"0" maximum:"1000000" doc:"Solutions after which it ends, 0 for no limit; without it 1 for a method that delivers a stream, else 0"`
	Events int    `query:"events" minimum:"1" maximum:"1000000" default:"1000000" doc:"Events after which it is cut"`
}

type traceOutput struct {
	Type string          `header:"Content-Type"`
	Body json.RawMessage `doc:"The JSON form of package trace"`
}

func (s *Server) getTrace(ctx context.Context, in *traceInput) (*traceOutput, error) {
	m, found := methods.Find(in.Method)
	if !found {
		return nil, unknownMethod(in.Method)
	}
	if most := traceMaxSize(m); in.N > most {
		return nil, bad("server.trace.size", "Method", m.Name, "Max", most, "Size", in.N)
	}
	p, err := in.problem(in.N)
	if err != nil {
		return nil, err
	}
	seed, err := seedOf(in.Seed)
	if err != nil {
		return nil, err
	}
	limits := trace.Limits{Events: min(in.Events, s.Limits.Events), Solutions: uint64(in.Limit)}
	if in.Limit == 0 && m.Delivers == methods.Stream {
		limits.Solutions = 1
	}
	body, err := s.trace(ctx, m, p, methods.Options{Seed: seed, Threads: 1}, limits)
	if err != nil {
		return nil, err
	}
	return &traceOutput{Type: "application/json", Body: body}, nil
}

// trace runs an engine and returns the JSON form of what it did.
func (s *Server) trace(ctx context.Context, m methods.Method, p queens.Problem, o methods.Options, l trace.Limits) ([]byte, error) {
	if err := s.heavy.enter(ctx); err != nil {
		return nil, err
	}
	defer s.heavy.leave()
	work, cancel := context.WithTimeout(ctx, s.Limits.Work)
	defer cancel()
	t, err := s.record(work, m, p, o, l)
	switch {
	case work.Err() != nil:
		return nil, work.Err()
	case err != nil:
		return nil, input(p.Size, 0, err)
	}
	return json.Marshal(t)
}

// seedOf reads a seed; it is a string, since a number of a browser has 53 bits.
func seedOf(text string) (uint64, error) {
	if text == "" {
		return 1, nil
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		f := bad("server.seed")
		f.param = "seed"
		return 0, f
	}
	return seed, nil
}

func unknownMethod(name string) *failure {
	f := &failure{status: http.StatusUnprocessableEntity, param: "method", key: "server.method"}
	if close := nearest.Of(name, methods.Honouring(0)); close != "" {
		f.key, f.pairs = "server.method.near", []any{"Nearest", close}
	}
	return f
}
