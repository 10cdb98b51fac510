package server

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// A Cluster is a count on many machines that the page shows. The server asks it one
// question at a time.
type Cluster interface {
	// Status says how the run is going. It ends soon after ctx does, or it has
	// no answer while it goes on.
	Status(ctx context.Context) (ClusterStatus, error)
}

// A ClusterStatus says how a run is going. The zero value says that none has begun.
type ClusterStatus struct {
	Run        string // its name; empty if none has begun
	N          int
	Share      float64       // of the work, 0 to 1
	Units, Cut int           // all units, and those in jobs
	Jobs, Done int           // so far, and those that count
	Aside      int           // jobs that failed too often
	Rate       float64       // units a second; 0 while unknown
	BusyCores  float64       // cores' worth of work that came in
	Cores      int           // of the workers that are there
	ToGo       time.Duration // 0 while unknown
	Active     bool          // somebody coordinates it
	Paused     bool
	Finished   bool
	Workers    []ClusterWorker
}

// A ClusterWorker is one who computes. Its name comes from other machines.
type ClusterWorker struct {
	Name      string
	Cores     int
	Kernel    string
	Jobs      int  // that it has done since the run was last taken up
	Self      bool // the coordinator itself, which recounts
	Live      bool
	Condemned bool // its results were wrong
}

type clusterBody struct {
	Shown     bool        `json:"shown" doc:"This server shows such a count; if not, all else is empty"`
	Run       string      `json:"run" doc:"Its name; empty if none has begun"`
	N         int         `json:"n"`
	Share     float64     `json:"share" doc:"How much of the work is done, 0 to 1"`
	Units     int         `json:"units"`
	Cut       int         `json:"cut" doc:"How many units are in jobs"`
	Jobs      int         `json:"jobs" doc:"So far: more are made of the units that are in none"`
	Done      int         `json:"done" doc:"How many jobs count"`
	Aside     int         `json:"aside" doc:"How many jobs failed too often and were set aside"`
	Rate      float64     `json:"rate" doc:"Units a second, 0 while unknown"`
	BusyCores float64     `json:"busyCores" doc:"How many cores' worth of work came in, 0 while unknown"`
	Cores     int         `json:"cores" doc:"Cores of the workers that are there"`
	ToGo      float64     `json:"toGo" doc:"How many more seconds it takes, 0 while unknown"`
	Active    bool        `json:"active" doc:"A coordinator is at work"`
	Paused    bool        `json:"paused"`
	Finished  bool        `json:"finished"`
	Age       float64     `json:"age" doc:"How many seconds ago this was so"`
	Live      int         `json:"live" doc:"How many workers are there"`
	Workers   []workerRow `json:"workers" doc:"Those that were wrong first, then those that are there"`
	More      int         `json:"more" doc:"How many workers are not listed"`
}

type workerRow struct {
	Name   string `json:"name"`
	Cores  int    `json:"cores"`
	Kernel string `json:"kernel" doc:"The machine code that it counts with"`
	Jobs   int    `json:"jobs" doc:"How many it has done"`
	State  string `json:"state" enum:"wrong,live,self,away" doc:"self is the coordinator, which recounts"`
}

func (s *Server) getCluster(ctx context.Context, _ *Spoken) (*reply[clusterBody], error) {
	if s.Cluster == nil {
		return with(clusterBody{Workers: []workerRow{}}), nil
	}
	status, at, err := s.run.look(ctx)
	if err != nil {
		return nil, err
	}
	return with(bodyOf(status, time.Since(at))), nil
}

// listed is how many workers are listed.
const listed = 200

// bodyOf shapes a status that is so old.
func bodyOf(c ClusterStatus, age time.Duration) clusterBody {
	body := clusterBody{
		Shown: true, Run: c.Run, N: c.N, Share: c.Share, Units: c.Units, Cut: c.Cut, Jobs: c.Jobs, Done: c.Done, Aside: c.Aside,
		Rate: c.Rate, BusyCores: c.BusyCores, Cores: c.Cores, ToGo: c.ToGo.Seconds(),
		Active: c.Active, Paused: c.Paused, Finished: c.Finished, Age: max(0, age.Seconds()), Workers: []workerRow{},
	}
	for _, w := range c.Workers {
		row := workerRow{w.Name, w.Cores, w.Kernel, w.Jobs, stateOf(w)}
		if row.State == workerLive {
			body.Live++
		}
		body.Workers = append(body.Workers, row)
	}
	slices.SortStableFunc(body.Workers, func(a, b workerRow) int {
		return cmp.Compare(slices.Index(workerStates, a.State), slices.Index(workerStates, b.State))
	})
	body.More = max(0, len(body.Workers)-listed)
	body.Workers = body.Workers[:len(body.Workers)-body.More]
	return body
}

// The states of a worker.
const (
	workerWrong = "wrong"
	workerLive  = "live"
	workerSelf  = "self"
	workerAway  = "away"
)

// workerStates are in the order in which workers are listed.
var workerStates = []string{workerWrong, workerLive, workerSelf, workerAway}

func stateOf(w ClusterWorker) string {
	switch {
	case w.Condemned:
		return workerWrong
	case w.Self:
		return workerSelf
	case w.Live:
		return workerLive
	}
	return workerAway
}

// A run is what is known of the count on many machines. However many pages look,
// it is asked one question at a time, and none sooner than a while after the
// last was answered.
type run struct {
	server *Server

	mu     sync.Mutex
	known  *ClusterStatus // the last answer
	at     time.Time      // when that was so
	err    error          // of the last question; nil if it had an answer
	ended  time.Time      // when it ended
	asking chan struct{}  // closed when the question that is out ends; nil if none is
}

// look returns the last answer, and when it was given. It waits a while for a newer
// one if that is due.
func (r *run) look(ctx context.Context) (ClusterStatus, time.Time, error) {
	if asking := r.ask(); asking != nil {
		patience := time.NewTimer(r.server.Limits.ClusterWait)
		defer patience.Stop()
		select {
		case <-asking:
		case <-patience.C:
		case <-ctx.Done():
			return ClusterStatus{}, time.Time{}, ctx.Err()
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		return ClusterStatus{}, time.Time{}, &failure{status: http.StatusServiceUnavailable, key: "server.cluster", retry: 2 * time.Second}
	}
	return *r.known, r.at, nil
}

// ask asks if an answer is due, and returns what is closed when the question ends;
// nil if none is out.
func (r *run) ask() chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.asking == nil && time.Since(r.ended) >= r.server.Limits.ClusterGap {
		r.asking = make(chan struct{})
		go r.learn(r.asking)
	}
	return r.asking
}

// learn asks the run.
func (r *run) learn(asking chan struct{}) {
	ctx, cancel := context.WithTimeout(r.server.ctx, r.server.Limits.ClusterTime)
	defer cancel()
	status, err := r.status(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.known, r.at = &status, time.Now()
	}
	if log := r.server.Log; log != nil && err != nil && r.err == nil {
		log.Warn("the run cannot be asked", "reason", err)
	}
	r.err, r.ended, r.asking = err, time.Now(), nil
	close(asking)
}

func (r *run) status(ctx context.Context) (status ClusterStatus, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	return r.server.Cluster.Status(ctx)
}
