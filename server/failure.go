package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"example.org/queens/internal/lang"
)

// A Problem is the body of every answer that is an error, see RFC 9457.
type Problem struct {
	Type   string `json:"type" example:"about:blank" doc:"Always about:blank"`
	Title  string `json:"title" doc:"The words of the status"`
	Status int    `json:"status" doc:"The status of the answer"`
	Detail string `json:"detail" doc:"What was wrong and what would be right, in the language asked for"`
	Code   string `json:"code" doc:"The key of the detail in the catalog, or what kind of mistake it is about"`
	Param  string `json:"param,omitempty" doc:"The parameter or field at fault"`
	Line   int    `json:"line,omitempty" doc:"Where in a text, counted from 1"`
	Column int    `json:"column,omitempty" doc:"Where in the line, in characters, counted from 1"`
}

// ContentType makes the answer problem+json.
func (*Problem) ContentType(string) string { return "application/problem+json" }

// A failure is an answer that is an error, before it is put into words: either a
// key of the catalog with its values, or another error and the board it is
// about.
type failure struct {
	status       int
	key          string
	pairs        []any
	cause        error
	n, base      int // the board that cause is about
	param        string
	line, column int
	retry        time.Duration // when to try again, 0 for never
}

func (f *failure) Error() string {
	if f.cause != nil {
		return f.cause.Error()
	}
	return fmt.Sprint(f.key, f.pairs)
}

// GetStatus, GetHeaders and ContentType are what the API framework asks of an
// error.
func (f *failure) GetStatus() int { return f.status }

func (f *failure) GetHeaders() http.Header {
	if f.retry == 0 {
		return nil
	}
	seconds := max(1, int(f.retry.Round(time.Second).Seconds()))
	return http.Header{"Retry-After": {strconv.Itoa(seconds)}}
}

func (*failure) ContentType(string) string { return "application/problem+json" }

// bad is the refusal of a request that makes no sense.
func bad(key string, pairs ...any) *failure {
	return &failure{status: http.StatusUnprocessableEntity, key: key, pairs: pairs}
}

// notFound is the answer about something that is not there.
func notFound() *failure { return &failure{status: http.StatusNotFound, key: "server.notfound"} }

// problem puts a failure into words.
func (s *Server) problem(p *lang.Printer, f *failure) *Problem {
	body := &Problem{
		Type: "about:blank", Title: http.StatusText(f.status), Status: f.status,
		Code: f.key, Param: f.param, Line: f.line, Column: f.column,
	}
	if f.cause != nil {
		body.Code, body.Detail = "input", s.Explain(p, f.n, f.base, f.cause)
		return body
	}
	body.Detail = p.T(f.key, f.pairs...)
	return body
}

// word puts the errors of the API into words: it is called for every answer.
func (s *Server) word(ctx huma.Context, _ string, answer any) (any, error) {
	switch answer := answer.(type) {
	case *failure:
		return s.problem(s.printer(ctx.Query("lang"), ctx.Header("Accept-Language")), answer), nil
	case *huma.ErrorModel:
		p := s.printer(ctx.Query("lang"), ctx.Header("Accept-Language"))
		return s.problem(p, s.invalid(p, ctx.Operation(), answer)), nil
	}
	return answer, nil
}

// answer writes a failure where there is no handler that could return it.
func (s *Server) answer(ctx huma.Context, err error) {
	r, w := unwrap(ctx)
	s.refuse(w, r, err)
}

// refuse writes a failure outside of the API framework.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f, ok := err.(*failure)
	if !ok {
		f = &failure{status: http.StatusInternalServerError, key: "server.panic"}
	}
	for name, values := range f.GetHeaders() {
		w.Header()[name] = values
	}
	s.figures.refused(f.status)
	w.Header().Set("Content-Type", f.ContentType(""))
	w.WriteHeader(f.status)
	json.NewEncoder(w).Encode(s.problem(s.speaker(r), f))
}
