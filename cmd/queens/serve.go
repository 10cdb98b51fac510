package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strconv"

	"github.com/spf13/cobra"

	"example.org/queens/internal/lang"
	"example.org/queens/server"
	"example.org/queens/web"
)

// serveFlags are the flags of serve, as they were written.
type serveFlags struct {
	listen, port     string
	hosts            []string
	tokenFile        string
	tlsCert, tlsKey  string
	cluster          string
	open, log        bool
	metrics, profile bool
}

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:                   "serve " + a.T("use.flags"),
		Short:                 a.T("serve.short"),
		Long:                  a.T("serve.long"),
		Example:               "  queens serve --open\n  queens serve --listen 0.0.0.0 --tls-cert cert.pem --tls-key key.pem",
		ValidArgsFunction:     cobra.NoFileCompletions,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return badInput("error.noargs", "Args", quoted(args))
			}
			return a.serve(cmd.Context(), &f)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.open, "open", false, a.T("serve.open"))
	flags.Var(word{&f.port, "P"}, "port", a.T("serve.port", "Port", defaultPort))
	flags.Var(word{&f.listen, "ADDR"}, "listen", a.T("serve.listen"))
	flags.Var(hostNames{&f.hosts}, "host", a.T("serve.host"))
	flags.Var(word{&f.tokenFile, "FILE"}, "token-file", a.T("serve.token"))
	flags.Var(word{&f.tlsCert, "FILE"}, "tls-cert", a.T("serve.cert"))
	flags.Var(word{&f.tlsKey, "FILE"}, "tls-key", a.T("serve.key"))
	flags.Var(word{&f.cluster, "DIR"}, "cluster", a.T("serve.cluster"))
	flags.BoolVar(&f.log, "log", false, a.T("serve.log"))
	flags.BoolVar(&f.metrics, "metrics", false, a.T("serve.metrics"))
	flags.BoolVar(&f.profile, "pprof", false, a.T("serve.pprof"))
	return cmd
}

// serve serves the page until ctx ends, which is how it is meant to end.
func (a *app) serve(ctx context.Context, f *serveFlags) error {
	address, err := f.address()
	if err != nil {
		return err
	}
	remote := !address.Addr().IsLoopback()
	token, given, err := f.token(remote)
	if err != nil {
		return err
	}
	if err := f.checkTLS(); err != nil {
		return err
	}
	if err := f.checkHosts(); err != nil {
		return err
	}
	shown, err := showCluster(f.cluster)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address.String())
	if err != nil {
		return a.cannotListen(address, err)
	}
	bound := listener.Addr().(*net.TCPAddr)
	s := server.New(server.Config{
		Files: web.Files, Counter: newCounter(), Growth: growth(), Explain: explainForPage, Cluster: shown,
		Port: bound.Port, Hosts: f.hosts, Remote: !isNamed(address.Addr()), Token: token, Secure: f.tlsCert != "",
		Log: a.accessLog(f.log), Metrics: f.metrics, Pprof: f.profile,
	})
	place := f.url(bound)
	if token != "" && !given {
		place.RawQuery = url.Values{"token": {token}}.Encode()
	}
	if remote && f.tlsCert == "" {
		a.note(a.T("serve.plain"))
	}
	fmt.Fprintln(a.stdout, place)
	if err := a.stdout.Flush(); err != nil {
		listener.Close()
		return err
	}
	if f.open {
		place.RawQuery = url.Values{"token": {token}}.Encode()
		if token == "" {
			place.RawQuery = ""
		}
		a.openBrowser(ctx, place.String())
	}
	return s.Serve(ctx, listener, f.tlsCert, f.tlsKey)
}

// isNamed reports whether the server answers to an address wherever it listens.
func isNamed(a netip.Addr) bool {
	return a == netip.AddrFrom4([4]byte{127, 0, 0, 1}) || a == netip.IPv6Loopback()
}

// accessLog returns the log of requests; nil if none is wanted.
func (a *app) accessLog(wanted bool) *slog.Logger {
	if !wanted {
		return nil
	}
	return slog.New(slog.NewTextHandler(a.stderr, nil))
}

// explainForPage words errors for the page as for the terminal.
func explainForPage(p *lang.Printer, n, base int, err error) string {
	return (&app{Printer: p}).explainInput(&boardError{frame{n, base}, err})
}

// url returns where a browser finds the page: by the first name that was given,
// else by the address that was listened on, else by one of this machine's.
func (f *serveFlags) url(bound *net.TCPAddr) *url.URL {
	place := &url.URL{Scheme: "http", Path: "/"}
	if f.tlsCert != "" {
		place.Scheme = "https"
	}
	host := bound.IP.String()
	switch {
	case len(f.hosts) > 0:
		host = f.hosts[0]
	case bound.IP.IsUnspecified():
		host = cmp.Or(machineAddress(func(a netip.Addr) bool { return !a.IsLoopback() }), "127.0.0.1")
	}
	place.Host = net.JoinHostPort(host, strconv.Itoa(bound.Port))
	return place
}

// machineAddress returns an IPv4 address of this machine of the kind that is wanted, "" if there is none.
func machineAddress(wanted func(netip.Addr) bool) string {
	addresses, _ := net.InterfaceAddrs() // without any there is none
	for _, address := range addresses {
		if prefix, err := netip.ParsePrefix(address.String()); err == nil && prefix.Addr().Is4() && wanted(prefix.Addr()) {
			return prefix.Addr().String()
		}
	}
	return ""
}

// newToken draws a token of 130 bits.
func newToken() string { return rand.Text() }
