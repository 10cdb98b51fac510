package server

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
)

// limitBody reads the body of a request, so that handlers find it whole or not
// at all.
func (s *Server) limitBody(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.Limits.Body))
		if err != nil {
			s.refuse(w, r, s.unread(err))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		h.ServeHTTP(w, r)
	})
}

// unread says why a body could not be read.
func (s *Server) unread(err error) *failure {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return &failure{status: http.StatusRequestEntityTooLarge, key: "server.body.large", pairs: []any{"Max", s.Limits.Body}}
	}
	if late, ok := errors.AsType[net.Error](err); ok && late.Timeout() {
		return &failure{status: http.StatusRequestTimeout, key: "server.body.slow"}
	}
	return &failure{status: http.StatusBadRequest, key: "server.body"}
}
