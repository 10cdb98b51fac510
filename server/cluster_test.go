package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A toldCluster answers as it is told to.
type toldCluster func(ctx context.Context) (ClusterStatus, error)

func (c toldCluster) Status(ctx context.Context) (ClusterStatus, error) { return c(ctx) }

// showing returns a server that shows a run.
func showing(t *testing.T, limits Limits, c toldCluster) *Server {
	return newTest(t, func(config *Config) { config.Cluster, config.Limits = c, limits })
}

var someStatus = ClusterStatus{
	Run: "n24-1", N: 24, Share: 0.25, Units: 100, Cut: 60, Jobs: 8, Done: 3, Aside: 1,
	Rate: 12.5, BusyCores: 3.9, Cores: 6, ToGo: 90 * time.Second, Active: true, Paused: true,
	Workers: []ClusterWorker{
		{Name: "away", Jobs: 1},
		{Name: "coordinator:kernel", Jobs: 2, Self: true},
		{Name: "<b>live</b>", Cores: 4, Kernel: "avx2", Jobs: 3, Live: true},
		{Name: "wrong", Cores: 2, Live: true, Condemned: true},
	},
}

func TestCluster(t *testing.T) {
	s := showing(t, Limits{}, func(context.Context) (ClusterStatus, error) { return someStatus, nil })
	body := getJSON[clusterBody](t, s, "/api/cluster")
	want := clusterBody{
		Shown: true, Run: "n24-1", N: 24, Share: 0.25, Units: 100, Cut: 60, Jobs: 8, Done: 3, Aside: 1,
		Rate: 12.5, BusyCores: 3.9, Cores: 6, ToGo: 90, Active: true, Paused: true, Age: body.Age, Live: 1,
		Workers: []workerRow{
			{"wrong", 2, "", 0, "wrong"}, {"<b>live</b>", 4, "avx2", 3, "live"},
			{"coordinator:kernel", 0, "", 2, "self"}, {"away", 0, "", 1, "away"},
		},
	}
	if !slices.Equal(body.Workers, want.Workers) {
		t.Errorf("the workers are %+v", body.Workers)
	}
	body.Workers, want.Workers = nil, nil
	if fmt.Sprint(body) != fmt.Sprint(want) || body.Age > 1 {
		t.Errorf("the run is\n%+v, want\n%+v", body, want)
	}
}

func TestClusterNone(t *testing.T) {
	if body := getJSON[clusterBody](t, newTest(t, nil), "/api/cluster"); body.Shown || body.Workers == nil {
		t.Errorf("a server that shows none: %+v", body)
	}
	s := showing(t, Limits{}, func(context.Context) (ClusterStatus, error) { return ClusterStatus{}, nil })
	if body := getJSON[clusterBody](t, s, "/api/cluster"); !body.Shown || body.Run != "" || body.Workers == nil {
		t.Errorf("one that has not begun: %+v", body)
	}
}

// TestClusterMany lists no more workers than a page has use for, those that were wrong among them.
func TestClusterMany(t *testing.T) {
	many := ClusterStatus{Run: "n24-1"}
	for i := range 5000 {
		many.Workers = append(many.Workers, ClusterWorker{Name: fmt.Sprint(i), Live: true, Condemned: i == 4999})
	}
	s := showing(t, Limits{}, func(context.Context) (ClusterStatus, error) { return many, nil })
	body := getJSON[clusterBody](t, s, "/api/cluster")
	if len(body.Workers) != listed || body.More != 5000-listed || body.Live != 4999 || body.Workers[0].State != workerWrong || body.Workers[1].Name != "0" {
		t.Errorf("%d workers are listed, %d are not, %d are there, the first are %+v", len(body.Workers), body.More, body.Live, body.Workers[:2])
	}
}

// TestClusterGap has many pages ask at once, and again soon after.
func TestClusterGap(t *testing.T) {
	var asked atomic.Int64
	s := showing(t, Limits{ClusterGap: time.Hour}, func(context.Context) (ClusterStatus, error) {
		asked.Add(1)
		time.Sleep(20 * time.Millisecond)
		return someStatus, nil
	})
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if body := getJSON[clusterBody](t, s, "/api/cluster"); body.N != 24 {
				t.Errorf("a page is told %+v", body)
			}
		})
	}
	all.Wait()
	getJSON[clusterBody](t, s, "/api/cluster")
	if got := asked.Load(); got != 1 {
		t.Errorf("the run was asked %d times", got)
	}
	s.Limits.ClusterGap = time.Millisecond
	time.Sleep(2 * time.Millisecond)
	getJSON[clusterBody](t, s, "/api/cluster")
	if got := asked.Load(); got != 2 {
		t.Errorf("after a while the run was asked %d times", got)
	}
}

// TestClusterSilent shows a run that stops answering, and does not ask it twice at once.
func TestClusterSilent(t *testing.T) {
	var asked atomic.Int64
	s := showing(t, Limits{ClusterGap: time.Nanosecond, ClusterWait: 30 * time.Millisecond, ClusterTime: time.Hour}, func(ctx context.Context) (ClusterStatus, error) {
		if asked.Add(1) > 1 {
			<-ctx.Done()
			return ClusterStatus{}, ctx.Err()
		}
		return someStatus, nil
	})
	getJSON[clusterBody](t, s, "/api/cluster")
	begin := time.Now()
	for range 3 {
		if body := getJSON[clusterBody](t, s, "/api/cluster"); body.N != 24 || body.Age < 0.03 {
			t.Errorf("of a silent run it says %+v", body)
		}
	}
	if waited := time.Since(begin); waited > 5*time.Second {
		t.Errorf("it waited %v", waited)
	}
	if got := asked.Load(); got != 2 {
		t.Errorf("it was asked %d times", got)
	}
	s.Close() // ends the question
}

// TestClusterUnknown asks for a run that has never answered, whatever the reason.
func TestClusterUnknown(t *testing.T) {
	tests := map[string]toldCluster{
		"error":  func(context.Context) (ClusterStatus, error) { return ClusterStatus{}, errors.New("no such luck") },
		"panic":  func(context.Context) (ClusterStatus, error) { panic("broken") },
		"silent": func(ctx context.Context) (ClusterStatus, error) { <-ctx.Done(); return ClusterStatus{}, ctx.Err() },
	}
	for name, told := range tests {
		t.Run(name, func(t *testing.T) {
			s := showing(t, Limits{ClusterWait: 20 * time.Millisecond, ClusterTime: 40 * time.Millisecond}, told)
			w := do(s, request("GET", "/api/cluster?lang=zh", ""))
			if p := decode[Problem](t, w, http.StatusServiceUnavailable); p.Code != "server.cluster" || p.Detail == "" || w.Header().Get("Retry-After") == "" {
				t.Errorf("it is answered with %+v", p)
			}
		})
	}
}

// TestClusterAgain shows the last answer while there is no newer one, and then the newer one.
func TestClusterAgain(t *testing.T) {
	var fails atomic.Bool
	s := showing(t, Limits{ClusterGap: time.Nanosecond}, func(context.Context) (ClusterStatus, error) {
		if fails.Load() {
			return ClusterStatus{}, errors.New("no such luck")
		}
		return someStatus, nil
	})
	getJSON[clusterBody](t, s, "/api/cluster")
	fails.Store(true)
	time.Sleep(20 * time.Millisecond)
	if body := getJSON[clusterBody](t, s, "/api/cluster"); body.N != 24 || body.Age < 0.02 {
		t.Errorf("when it fails: %+v", body)
	}
	fails.Store(false)
	if body := getJSON[clusterBody](t, s, "/api/cluster"); body.N != 24 || body.Age > 0.02 {
		t.Errorf("when it answers again: %+v", body)
	}
}
