package server

import (
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// operatorRoutes adds what only whoever runs the server may see.
func (s *Server) operatorRoutes() {
	if s.Metrics {
		s.mux.Handle("GET /metrics", s.loopbackOnly(promhttp.HandlerFor(s.figures.registry, promhttp.HandlerOpts{})))
	}
	if !s.Pprof {
		return
	}
	for path, handle := range map[string]http.HandlerFunc{
		"/debug/pprof/":        pprof.Index,
		"/debug/pprof/cmdline": s.notServed, // it would tell the names of files on the command line
		"/debug/pprof/profile": pprof.Profile,
		"/debug/pprof/symbol":  pprof.Symbol,
		"/debug/pprof/trace":   pprof.Trace,
	} {
		s.mux.Handle("GET "+path, s.loopbackOnly(handle))
	}
}

func (s *Server) notServed(w http.ResponseWriter, r *http.Request) { s.refuse(w, r, notFound()) }

// loopbackOnly answers requests from this machine to itself.
func (s *Server) loopbackOnly(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !fromLoopback(r) {
			s.refuse(w, r, notFound())
			return
		}
		h.ServeHTTP(w, r)
	})
}
