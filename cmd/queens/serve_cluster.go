package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"example.org/queens/cluster"
	"example.org/queens/cluster/control"
	"example.org/queens/cluster/nats"
	"example.org/queens/server"
)

// showCluster returns what tells the page of the run in a folder; nil if no folder
// was named. The folder holds a run, or is empty and may get one.
func showCluster(dir string) (server.Cluster, error) {
	if dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(dir)
	if info, failed := os.Stat(dir); failed == nil && !info.IsDir() {
		return nil, badInput("error.serve.cluster.file", "Dir", dir)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, badInput("error.serve.cluster.missing", "Dir", dir)
	case err != nil:
		return nil, &readError{dir, err}
	case len(entries) == 0:
		return &shownCluster{dir: dir}, nil
	}
	ledger, err := cluster.ReadLedger(nats.LedgerPath(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, badInput("error.serve.cluster.none", "Dir", dir)
	}
	if damaged, ok := errors.AsType[*cluster.LedgerError](err); ok && damaged.Locked {
		return &shownCluster{dir: dir}, nil // by its coordinator
	}
	if err != nil {
		return nil, err
	}
	return &shownCluster{dir: dir}, ledger.Close()
}

// A shownCluster is a run as the page shows it: as its coordinator says, or, if none is at work, as the ledger has it.
type shownCluster struct {
	dir   string
	last  server.ClusterStatus
	heard time.Time  // when a coordinator last answered
	tried time.Time  // when the ledger was last read
	read  ledgerMark // the ledger that was read; zero if last is what a coordinator said
	err   error      // of reading it
}

// A ledgerMark tells whether a ledger has changed.
type ledgerMark struct {
	size    int64
	changed time.Time
}

const (
	coordinatorPatience = 5 * time.Second

	// A ledger that is being read cannot be opened by a coordinator, so one that has just gone gets time to be started
	// again, and the ledger is read once for each change.
	ledgerRest = 10 * time.Second
)

// Status implements [server.Cluster].
func (c *shownCluster) Status(ctx context.Context) (server.ClusterStatus, error) {
	asking, cancel := context.WithTimeout(ctx, coordinatorPatience)
	defer cancel()
	got, err := control.Call(asking, c.dir, control.Request{Do: control.Status})
	switch {
	case errors.Is(err, control.ErrNobody):
		return c.alone(ctx, time.Now())
	case err != nil:
		return server.ClusterStatus{}, err
	case got.Status == nil:
		return server.ClusterStatus{}, errors.New("queens: the coordinator says nothing of the run")
	}
	c.last, c.heard, c.read = shown(*got.Status, true), time.Now(), ledgerMark{}
	return c.last, nil
}

// alone returns the status of a run without a coordinator.
func (c *shownCluster) alone(ctx context.Context, now time.Time) (server.ClusterStatus, error) {
	mark, err := markOf(c.dir)
	if errors.Is(err, fs.ErrNotExist) {
		c.last, c.read = server.ClusterStatus{}, ledgerMark{}
		return c.last, nil
	}
	if err != nil {
		return server.ClusterStatus{}, err
	}
	c.last = abandoned(c.last)
	if mark != c.read && now.Sub(c.heard) >= ledgerRest && now.Sub(c.tried) >= ledgerRest {
		c.tried = now
		var st cluster.Status
		if st, c.err = ledgerStatus(ctx, c.dir); c.err == nil {
			c.last, c.read = shown(st, false), mark
		}
	}
	if c.last.Run == "" {
		return c.last, c.err
	}
	return c.last, nil
}

// shown returns a status as the server knows it.
func shown(st cluster.Status, active bool) server.ClusterStatus {
	s := server.ClusterStatus{
		Run: st.Run, N: st.N, Share: st.Share, Units: st.Units, Cut: st.Cut, Jobs: st.Jobs, Done: st.Done, Aside: st.Aside,
		Rate: st.Rate, BusyCores: st.BusyCores, Cores: st.Cores, ToGo: st.ToGo,
		Active: active, Paused: st.Paused, Finished: st.Finished,
	}
	for _, w := range st.Workers {
		s.Workers = append(s.Workers, server.ClusterWorker{
			Name: w.Name, Cores: w.Cores, Kernel: w.Kernel, Jobs: w.Jobs,
			Self: cluster.IsSelf(w.Name), Live: w.Live, Condemned: w.Condemned,
		})
	}
	return s
}

// abandoned returns a status whose coordinator has gone: nobody works, and nothing is expected.
func abandoned(s server.ClusterStatus) server.ClusterStatus {
	s.Active, s.Rate, s.BusyCores, s.Cores, s.ToGo = false, 0, 0, 0, 0
	workers := s.Workers
	s.Workers = nil // the old ones are in the hands of the server
	for _, w := range workers {
		w.Live = false
		s.Workers = append(s.Workers, w)
	}
	return s
}
