package server

import (
	"mime"
	"net/http"
	"strings"
)

// checkOrigin refuses what another page makes a browser ask for: what changes
// something must name this server as its origin and come as JSON, which no form
// can send, and the API answers no other site at all.
func (s *Server) checkOrigin(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f := s.foreign(r); f != nil {
			s.refuse(w, r, f)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// foreign returns why a request is refused, nil if it is not.
func (s *Server) foreign(r *http.Request) *failure {
	safe := r.Method == http.MethodGet || r.Method == http.MethodHead
	if site := r.Header.Get("Sec-Fetch-Site"); strings.HasPrefix(r.URL.Path, "/api/") && (site == "cross-site" || site == "same-site") {
		return &failure{status: http.StatusForbidden, key: "server.origin"}
	}
	if safe {
		return nil
	}
	if r.Header.Get("Origin") != s.origin(r) {
		return &failure{status: http.StatusForbidden, key: "server.origin"}
	}
	if r.Method == http.MethodDelete && r.ContentLength == 0 {
		return nil
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return &failure{status: http.StatusUnsupportedMediaType, key: "server.mediatype"}
	}
	return nil
}

// origin returns what the browser calls the origin of the page that r was sent
// to; Host was checked before.
func (s *Server) origin(r *http.Request) string {
	if s.Secure {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
