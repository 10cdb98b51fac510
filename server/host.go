package server

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// checkHost refuses requests that were meant for another server: a page that
// makes its own name resolve to this machine would else be let in by the
// browser.
func (s *Server) checkHost(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.isOurs(r) {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.WriteHeader(http.StatusMisdirectedRequest)
			w.Write([]byte(s.speaker(r).T("server.host") + "\n"))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// isOurs reports whether Host is a name and port of this server.
func (s *Server) isOurs(r *http.Request) bool {
	host, port, ok := splitHost(r.Host, s.standardPort())
	if !ok || port != s.Port {
		return false
	}
	if isLoopbackName(host) {
		return true
	}
	if slices.ContainsFunc(s.Hosts, func(name string) bool { return strings.EqualFold(name, host) }) {
		return true
	}
	return s.Remote && isLocalAddress(r, host)
}

// standardPort is the one that a browser leaves out.
func (s *Server) standardPort() int {
	if s.Secure {
		return 443
	}
	return 80
}

// splitHost splits host:port; the brackets of an IPv6 address stay.
func splitHost(text string, standard int) (host string, port int, ok bool) {
	host, port = text, standard
	if i := strings.LastIndexByte(text, ':'); i > strings.LastIndexByte(text, ']') {
		number, err := strconv.ParseUint(text[i+1:], 10, 16)
		if err != nil {
			return "", 0, false
		}
		host, port = text[:i], int(number)
	}
	return host, port, host != ""
}

func isLoopbackName(host string) bool {
	return strings.EqualFold(host, "localhost") || host == "127.0.0.1" || host == "[::1]"
}

// isLocalAddress reports whether host is the address at which the request
// arrived. An address, unlike a name, cannot be made to mean another machine.
func isLocalAddress(r *http.Request, host string) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	reached, err := netip.ParseAddrPort(local.String())
	if err != nil {
		return false
	}
	named, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && named.Unmap().WithZone("") == reached.Addr().Unmap().WithZone("")
}

// fromLoopback reports whether the request comes from this machine and was
// addressed to loopback.
func fromLoopback(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	host, _, ok := splitHost(r.Host, 0)
	return err == nil && from.Addr().Unmap().IsLoopback() && ok && isLoopbackName(host)
}
