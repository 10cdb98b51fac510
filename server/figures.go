package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// figures are what /metrics tells.
type figures struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	refusals *prometheus.CounterVec
	panics   prometheus.Counter
}

func newFigures(s *Server) *figures {
	f := &figures{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "queens_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "queens_request_seconds", Help: "Time to answer a request, by route.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 4, 8),
		}, []string{"route"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "queens_refusals_total", Help: "Requests refused, by status.",
		}, []string{"status"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "queens_panics_total", Help: "Requests that panicked.",
		}),
	}
	f.registry.MustRegister(f.requests, f.seconds, f.refusals, f.panics,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("queens_requests_active", "Requests being answered.", s.all.inside),
		gauge("queens_heavy_active", "Requests at work on a processor.", s.heavy.inside),
		gauge("queens_streams_active", "Open streams.", s.streams.inside),
		gauge("queens_counts_active", "Counts that run or wait.", s.counts.running),
	)
	return f
}

func gauge(name, help string, value func() int) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(value()) })
}

// answered counts a request. The route is the pattern that it matched, so that
// requests cannot make up new ones.
func (f *figures) answered(r *http.Request, status int, elapsed time.Duration) {
	f.requests.WithLabelValues(r.Pattern, strconv.Itoa(status)).Inc()
	f.seconds.WithLabelValues(r.Pattern).Observe(elapsed.Seconds())
}

// refused counts a request that was refused.
func (f *figures) refused(status int) { f.refusals.WithLabelValues(strconv.Itoa(status)).Inc() }
