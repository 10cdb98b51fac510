package main

import (
	"crypto/tls"
	"errors"
	"net/netip"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
)

// defaultPort is the port if --port was not given.
const defaultPort = 8080

// address returns the address and port to listen on.
func (f *serveFlags) address() (netip.AddrPort, error) {
	port := uint64(defaultPort)
	if f.port != "" {
		var err error
		if port, err = strconv.ParseUint(f.port, 10, 16); err != nil {
			return netip.AddrPort{}, badInput("error.serve.port", "Value", f.port)
		}
	}
	listen := f.listen
	if listen == "" || listen == "localhost" {
		listen = "127.0.0.1"
	}
	address, err := netip.ParseAddr(strings.Trim(listen, "[]"))
	if err != nil {
		return netip.AddrPort{}, badInput("error.serve.listen", "Value", f.listen)
	}
	return netip.AddrPortFrom(address, uint16(port)), nil
}

// tokenForm is what a token may be: it stands in a URL and in a cookie.
var tokenForm = regexp.MustCompile(`^[\w.~-]{16,256}$`)

// token returns the token that is asked for: the one given, a new one if other
// machines can reach the server, else none.
func (f *serveFlags) token(remote bool) (token string, given bool, err error) {
	if f.tokenFile == "" {
		if remote {
			token = newToken()
		}
		return token, false, nil
	}
	text, err := readFile("--token-file", f.tokenFile)
	if err != nil {
		return "", false, err
	}
	token = strings.TrimSpace(text)
	if !tokenForm.MatchString(token) {
		return "", false, badInput("error.serve.token", "Name", f.tokenFile)
	}
	return token, true, nil
}

// checkTLS says what is wrong with the certificate and the key before anyone
// asks for them.
func (f *serveFlags) checkTLS() error {
	if (f.tlsCert == "") != (f.tlsKey == "") {
		return badInput("error.serve.tls")
	}
	if f.tlsCert == "" {
		return nil
	}
	for _, name := range []string{f.tlsCert, f.tlsKey} {
		if _, err := os.ReadFile(name); err != nil {
			return &readError{name, err}
		}
	}
	if _, err := tls.LoadX509KeyPair(f.tlsCert, f.tlsKey); err != nil {
		return badInput("error.serve.pair", "Cert", f.tlsCert, "Key", f.tlsKey)
	}
	return nil
}

// What Windows calls EADDRINUSE and EADDRNOTAVAIL.
const (
	wsaAddressInUse        = syscall.Errno(10048)
	wsaAddressNotAvailable = syscall.Errno(10049)
)

// cannotListen says why the address cannot be listened on.
func (a *app) cannotListen(address netip.AddrPort, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, wsaAddressInUse):
		return &statusError{exitIO, a.T("error.serve.inuse", "Port", address.Port())}
	case errors.Is(err, syscall.EADDRNOTAVAIL), errors.Is(err, wsaAddressNotAvailable):
		return badInput("error.serve.notours", "Value", address.Addr())
	}
	return &statusError{exitIO, a.T("error.serve.failed", "Address", address, "Reason", a.cause(err))}
}

// hostForm is what a name of the server may be.
var hostForm = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$`)

// checkHosts refuses names that no browser can ask for.
func (f *serveFlags) checkHosts() error {
	for _, name := range f.hosts {
		if !hostForm.MatchString(name) {
			return badInput("error.serve.host", "Value", name)
		}
	}
	return nil
}

// hostNames are the values of a flag that may repeat, each the name of a machine.
type hostNames struct{ list *[]string }

func (n hostNames) String() string { return "" }
func (n hostNames) Type() string   { return "NAME" }

func (n hostNames) Set(text string) error {
	if text == "" {
		return errEmpty
	}
	*n.list = append(*n.list, text)
	return nil
}
