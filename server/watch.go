package server

import (
	"net/http"
	"time"
)

// A recorder remembers how a request was answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

// Unwrap lets [http.ResponseController] reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// answered reports whether an answer was begun.
func answered(w http.ResponseWriter) bool {
	r, ok := w.(*recorder)
	return ok && r.status != 0
}

// watch measures every request and writes its line of the access log. The
// query is left out: it may hold the token, and what someone works on.
func (s *Server) watch(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		rec := &recorder{ResponseWriter: w}
		defer func() {
			elapsed := time.Since(begin)
			s.figures.answered(r, rec.status, elapsed)
			if s.Log != nil {
				s.Log.Info("request", "from", r.RemoteAddr, "method", r.Method, "path", r.URL.Path,
					"status", rec.status, "bytes", rec.bytes, "time", elapsed.Round(time.Microsecond))
			}
		}()
		h.ServeHTTP(rec, r)
	})
}
