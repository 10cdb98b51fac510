package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// A reply is an answer with a body.
type reply[T any] struct{ Body T }

// with returns an answer with that body.
func with[T any](body T) *reply[T] { return &reply[T]{body} }

// routes adds every operation of the API.
func (s *Server) routes() {
	work := s.through(s.heavy, s.Limits.Work)

	add(s, get("methods", "/api/methods", "The table of methods"), s.getMethods)
	add(s, get("catalog", "/api/catalog/{language}", "Every sentence of a language"), s.getCatalog)
	add(s, get("trace", "/api/trace", "What a method does, event by event", s.through(s.traces, s.Limits.Patience+s.Limits.Work)), s.getTrace)

	add(s, get("solutions", "/api/solutions", "Solutions of a size, in lexicographic order", work), s.getSolutions)
	add(s, get("orbits", "/api/orbits", "The orbits of the solutions of a size", work), s.getOrbits)
	add(s, get("heatmap", "/api/heatmap", "How many solutions use each square", work), s.getHeatmap)
	add(s, get("images", "/api/images", "The eight images of a placement, and which coincide"), s.getImages)

	add(s, get("check", "/api/check", "What is wrong with queens on a board"), s.getCheck)
	add(s, get("fits", "/api/fits", "How many solutions have the queens that stand", work), s.getFits)
	add(s, get("hint", "/api/hint", "Whether, where and why to place the next queen", work), s.getHint)
	add(s, post("read", "/api/read", "Read a placement in any text form"), s.postRead)
	add(s, get("write", "/api/write", "Write a placement in a text form"), s.getWrite)

	add(s, get("count-plan", "/api/counts/plan", "What an exact count would take", work), s.getPlan)
	start := post("count-start", "/api/counts", "Start an exact count", work)
	start.DefaultStatus = http.StatusCreated
	add(s, start, s.postCount)
	add(s, get("count", "/api/counts/{id}", "How a count is going"), s.getCount)
	add(s, streamOperation(s), s.getEvents)
	add(s, operation("count-cancel", http.MethodDelete, "/api/counts/{id}", "Cancel a count"), s.deleteCount)
	add(s, get("growth", "/api/growth", "The published counts"), s.getGrowth)
	add(s, get("cluster", "/api/cluster", "How the count on many machines is going"), s.getCluster)
}

// A middleware is what an operation passes before its handler.
type middleware = func(huma.Context, func(huma.Context))

func operation(id, method, path, summary string, pass ...middleware) huma.Operation {
	return huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Middlewares: pass}
}

func get(id, path, summary string, pass ...middleware) huma.Operation {
	return operation(id, http.MethodGet, path, summary, pass...)
}

func post(id, path, summary string, pass ...middleware) huma.Operation {
	return operation(id, http.MethodPost, path, summary, pass...)
}

// add adds an operation; all of them fail alike.
func add[I, O any](s *Server, op huma.Operation, handle func(context.Context, *I) (*O, error)) {
	problem := s.api.OpenAPI().Components.Schemas.Schema(typeOf[Problem](), true, "Problem")
	if op.Responses == nil {
		op.Responses = map[string]*huma.Response{}
	}
	op.Responses["default"] = &huma.Response{
		Description: "What was wrong",
		Content:     map[string]*huma.MediaType{"application/problem+json": {Schema: problem}},
	}
	op.MaxBodyBytes = s.Limits.Body
	huma.Register(s.api, op, func(ctx context.Context, input *I) (*O, error) {
		output, err := handle(ctx, input)
		if err != nil {
			return nil, s.failed(err)
		}
		return output, nil
	})
}

// failed returns the failure that err is answered with, and counts it.
func (s *Server) failed(err error) error {
	f, ok := s.stopped(err).(*failure)
	if !ok {
		f = &failure{status: http.StatusInternalServerError, key: "server.panic"}
		if s.Log != nil {
			s.Log.Error("unexpected error", "reason", err)
		}
	}
	s.figures.refused(f.status)
	return f
}

func unwrap(ctx huma.Context) (*http.Request, http.ResponseWriter) { return humago.Unwrap(ctx) }
