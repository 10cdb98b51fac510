package nats

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/queens/cluster"
	"example.org/queens/count"
)

func benchOptions(b *testing.B, n int) CoordinatorOptions {
	b.Helper()
	counter, err := count.New(context.Background(), n, count.Options{Threads: 2})
	if err != nil {
		b.Fatal(err)
	}
	return CoordinatorOptions{Counter: counter, Dir: b.TempDir(), Threads: 2, Version: "bench", Audited: true,
		Params: cluster.Params{Lease: time.Minute}}
}

// BenchmarkOverhead counts in turn with a cluster of one process and without, two threads each, and compares wall times. Jobs are not
// audited; single units are checked.
//
//	go test ./cluster/nats -run - -bench Overhead -benchtime 3x -timeout 1h
func BenchmarkOverhead(b *testing.B) {
	for _, n := range []int{20, 21} {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			var alone, cluster time.Duration
			for b.Loop() {
				begin := time.Now()
				counter, err := count.New(b.Context(), n, count.Options{Threads: 2})
				if err != nil {
					b.Fatal(err)
				}
				want, err := counter.Run(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				alone += time.Since(begin)
				begin = time.Now()
				o := benchOptions(b, n)
				o.Params.Spot = 0.01
				c, err := NewCoordinator(b.Context(), o)
				if err != nil {
					b.Fatal(err)
				}
				if err := c.Run(b.Context()); err != nil {
					b.Fatal(err)
				}
				got, _, err := c.Ledger().Total()
				if err != nil || got != want.Count {
					b.Fatal(got, want.Count, err)
				}
				c.Close()
				cluster += time.Since(begin)
			}
			b.ReportMetric(100*(cluster.Seconds()/alone.Seconds()-1), "%overhead")
		})
	}
}

// BenchmarkTinyJobs lets 176,870 jobs of one unit that takes no time go through server, worker and ledger, every write synced.
func BenchmarkTinyJobs(b *testing.B) {
	for range b.N {
		o := benchOptions(b, 22)
		o.Params.Units, o.fake = 1, true
		c, err := NewCoordinator(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		begin := time.Now()
		if err := c.Run(b.Context()); err != nil {
			b.Fatal(err)
		}
		jobs := float64(c.Status().Jobs)
		b.ReportMetric(jobs/time.Since(begin).Seconds(), "jobs/s")
		size, err := c.ledger.Size()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(size)/float64(o.Counter.Units()), "ledger-B/job")
		c.Close()
	}
}

// BenchmarkMillionQueued hands out a million jobs to a worker that does nothing, and reports the memory of the process.
func BenchmarkMillionQueued(b *testing.B) {
	const million = 1_000_000
	for range b.N {
		o := benchOptions(b, 25)
		o.Threads = 0
		o.Params.Units, o.Params.Window = 1, million
		setScale(b, o)
		c, err := NewCoordinator(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		ctx, cancel := context.WithCancel(b.Context())
		done := make(chan error, 1)
		begin := time.Now()
		go func() { done <- c.Run(ctx) }()
		c.Do(ctx, func(s *cluster.Scheduler, _ *cluster.Ledger) error {
			for i := range 4 {
				s.Hello(cluster.WorkerInfo{Name: "w" + strconv.Itoa(i), Cores: 4096}, time.Now().Add(time.Hour))
			}
			return nil
		})
		for c.Status().Out < million {
			time.Sleep(50 * time.Millisecond)
		}
		b.ReportMetric(million/time.Since(begin).Seconds(), "jobs/s")
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.HeapInuse)/1e6, "heap-MB")
		b.ReportMetric(peakRSS(), "peak-MB")
		cancel()
		<-done
		c.Close()
	}
}

// setScale lets the ledger know how long a unit takes, so that the scheduler does not begin carefully.
func setScale(b *testing.B, o CoordinatorOptions) {
	b.Helper()
	l, err := cluster.OpenLedger(LedgerPath(o.Dir), o.Counter.Splitting(), time.Now())
	if err == nil {
		err = l.Apply(nil, cluster.Position{}, 0.000_1)
	}
	if err == nil {
		err = l.Close()
	}
	if err != nil {
		b.Fatal(err)
	}
}

// peakRSS returns the most memory that the process has had, in megabytes; 0 where that is not known.
func peakRSS() float64 {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if kilobytes, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			value, _ := strconv.ParseFloat(strings.Fields(kilobytes)[0], 64)
			return value / 1000
		}
	}
	return 0
}
