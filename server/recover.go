package server

import (
	"fmt"
	"net/http"
	"runtime/debug"
)

// recover turns a panic into status 500, if nothing was answered yet; the
// server lives on.
func (s *Server) recover(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			reason := recover()
			if reason == nil {
				return
			}
			if reason == http.ErrAbortHandler {
				panic(reason)
			}
			s.figures.panics.Inc()
			if s.Log != nil {
				s.Log.Error("panic", "path", r.URL.Path, "reason", fmt.Sprint(reason), "stack", string(debug.Stack()))
			}
			if answered(w) {
				panic(http.ErrAbortHandler) // so that half an answer does not look like a whole one
			}
			s.refuse(w, r, &failure{status: http.StatusInternalServerError, key: "server.panic"})
		}()
		h.ServeHTTP(w, r)
	})
}
