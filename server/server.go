package server

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"example.org/queens/internal/lang"
	"example.org/queens/trace"
)

// A Config says what is served to whom. Port and Counter must be set.
type Config struct {
	Files   fs.FS   // the page; index.html is its front
	Counter Counter // counts solutions
	Growth  []Known // published counts
	Cluster Cluster // a count on many machines to show; nil for none
	Explain Explain // words errors; nil for their own English

	Port   int      // the port that Host and Origin must name
	Hosts  []string // names beside localhost, 127.0.0.1 and [::1] that Host may have
	Remote bool     // it listens elsewhere than on 127.0.0.1 and [::1]: Host may also be the address reached
	Token  string   // who does not show it is refused; empty for nobody
	Secure bool     // it is reached by TLS

	Log     *slog.Logger // a line a request; nil for none
	Metrics bool         // answer /metrics, to loopback alone
	Pprof   bool         // answer /debug/pprof, to loopback alone
	Limits  Limits       // zero fields are those of [DefaultLimits]
}

// Explain words an error about a board of size n whose rows and columns are
// counted from base.
type Explain func(p *lang.Printer, n, base int, err error) string

// A Server is the handler of the page and its API. Close ends what it started.
type Server struct {
	Config
	printers map[string]*lang.Printer
	catalogs map[string]catalog
	mux      *http.ServeMux
	api      huma.API
	handler  http.Handler
	galleries
	counts  *counts
	run     *run  // of Cluster
	heavy   *gate // work that keeps a processor busy
	traces  *gate // traces being made or sent: they take memory
	streams *gate // open streams
	all     *gate // requests
	figures *figures
	record  recordFunc
	ctx     context.Context // ends with Close
	stop    context.CancelFunc
	once    sync.Once
}

// New returns a server. It starts nothing until a request asks for it.
func New(c Config) *Server {
	c.Limits = c.Limits.orDefault()
	if c.Explain == nil {
		c.Explain = func(_ *lang.Printer, _, _ int, err error) string { return err.Error() }
	}
	s := &Server{
		Config:    c,
		printers:  map[string]*lang.Printer{},
		catalogs:  map[string]catalog{},
		mux:       http.NewServeMux(),
		galleries: newGalleries(),
		heavy:     newGate(c.Limits.Heavy, c.Limits.Waiting, c.Limits.Patience),
		traces:    newGate(c.Limits.Traces, c.Limits.Waiting, c.Limits.Patience),
		streams:   newGate(c.Limits.Streams, 0, 0),
		all:       newGate(c.Limits.Requests, 0, 0),
	}
	s.record = trace.Record
	s.ctx, s.stop = context.WithCancel(context.Background())
	for _, tag := range lang.Languages() {
		s.printers[tag] = lang.New(tag)
		s.catalogs[tag] = newCatalog(tag)
	}
	s.counts = newCounts(s.ctx, c.Counter, c.Limits)
	s.run = &run{server: s}
	s.figures = newFigures(s)
	s.api = humago.New(s.mux, s.apiConfig())
	s.routes()
	s.mux.Handle("GET /openapi.json", s.openAPI())
	s.mux.Handle("GET /", newPage(s, c.Files))
	s.operatorRoutes()
	s.handler = s.guarded(s.mux)
	return s
}

// apiConfig is the configuration of the API. Its own pages are left out: they
// load scripts from elsewhere and make the document while it is asked for.
func (s *Server) apiConfig() huma.Config {
	config := huma.DefaultConfig("queens", "1")
	config.Info.Description = "What the n-queens teaching page asks its server. It may change with the page."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil
	config.Transformers = []huma.Transformer{s.word}
	return config
}

// guarded puts everything that every request must pass before the handler; the
// last line is what it meets first.
func (s *Server) guarded(h http.Handler) http.Handler {
	h = s.limitBody(h)
	h = s.checkOrigin(h)
	h = s.checkToken(h)
	h = s.checkHost(h)
	h = s.limitRequests(h)
	h = s.setHeaders(h)
	h = s.recover(h)
	h = s.watch(h)
	return h
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends all counts and streams and waits for the counts.
func (s *Server) Close() {
	s.once.Do(s.stop)
	s.counts.wait()
}
