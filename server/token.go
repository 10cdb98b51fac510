package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
)

// checkToken lets in who shows the token: in the cookie, or once in the URL, from
// where it is moved to the cookie so that it is neither logged nor shared.
func (s *Server) checkToken(h http.Handler) http.Handler {
	if s.Token == "" {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		if r.Method == http.MethodGet && s.isToken(query.Get("token")) {
			s.moveToken(w, r, query)
			return
		}
		cookie, err := r.Cookie(s.cookieName())
		if err != nil || !s.isToken(cookie.Value) {
			s.askToken(w, r)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// askToken refuses who has no token. Someone who followed a link from another
// site has one that the browser did not send yet: the link on the answer makes
// it.
func (s *Server) askToken(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		s.refuse(w, r, &failure{status: http.StatusUnauthorized, key: "server.token"})
		return
	}
	p := s.speaker(r)
	s.figures.refused(http.StatusUnauthorized)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusUnauthorized)
	fmt.Fprintf(w, "<!doctype html><html lang=%q><meta charset=\"utf-8\"><title>queens</title><p>%s <a href=\"/\">%s</a></p></html>\n",
		p.Tag(), html.EscapeString(p.T("server.token")), html.EscapeString(p.T("server.token.again")))
}

// isToken compares in a time that says nothing about the token.
func (s *Server) isToken(text string) bool {
	got, want := sha256.Sum256([]byte(text)), sha256.Sum256([]byte(s.Token))
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// cookieName has the port in it: cookies do not tell ports apart.
func (s *Server) cookieName() string { return "queens-" + strconv.Itoa(s.Port) }

// moveToken sets the cookie and sends the browser to the same place without the
// token. The place is a path on this server, whatever the request says.
func (s *Server) moveToken(w http.ResponseWriter, r *http.Request, query url.Values) {
	query.Del("token")
	place := url.URL{Path: path.Clean("/" + r.URL.Path), RawQuery: query.Encode()}
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(), Value: s.Token, Path: "/",
		HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteStrictMode,
	})
	w.Header().Set("Location", place.String())
	w.WriteHeader(http.StatusSeeOther)
}
