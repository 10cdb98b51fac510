package main

import (
	"example.org/queens/cluster"
)

// A clusterReport is how a run is going, as JSON.
type clusterReport struct {
	Run         string               `json:"run"`
	N           int                  `json:"n"`
	Active      bool                 `json:"active"` // a coordinator is at work
	Finished    bool                 `json:"finished"`
	Paused      bool                 `json:"paused"`
	Share       float64              `json:"share"` // of the work
	Units       int                  `json:"units"`
	UnitsInJobs int                  `json:"unitsInJobs"`
	Jobs        int                  `json:"jobs"` // so far
	JobsDone    int                  `json:"jobsDone"`
	Out         int                  `json:"out"` // tasks that workers have
	Waiting     int                  `json:"waiting"`
	Window      int                  `json:"window"` // the most that may be out
	Aside       int                  `json:"aside"`
	UnitsPerSec float64              `json:"unitsPerSecond"` // lately
	Cores       int                  `json:"cores"`
	BusyCores   float64              `json:"busyCores"`
	JobSeconds  float64              `json:"jobSeconds"` // that new jobs take on a core
	Stretch     float64              `json:"stretch"`
	ToGoSeconds float64              `json:"toGoSeconds"` // 0 while unknown
	Workers     []cluster.WorkerInfo `json:"workers"`
}

func clusterReportOf(st cluster.Status, active bool) clusterReport {
	return clusterReport{
		Run: st.Run, N: st.N, Active: active, Finished: st.Finished, Paused: st.Paused, Share: st.Share, Units: st.Units, UnitsInJobs: st.Cut,
		Jobs: st.Jobs, JobsDone: st.Done, Out: st.Out, Waiting: st.Waiting, Window: st.Window, Aside: st.Aside, UnitsPerSec: st.Rate,
		Cores: st.Cores, BusyCores: st.BusyCores, JobSeconds: st.JobTime.Seconds(), Stretch: st.Stretch, ToGoSeconds: st.ToGo.Seconds(),
		Workers: append([]cluster.WorkerInfo{}, st.Workers...),
	}
}

// A simulatedReport is what came of a simulation, as JSON.
type simulatedReport struct {
	N                 int     `json:"n"`
	Machines          int     `json:"machines"`
	Cores             int     `json:"cores"` // of each
	Finished          bool    `json:"finished"`
	Seconds           float64 `json:"seconds"`
	IdealSeconds      float64 `json:"idealSeconds"`
	Idle              float64 `json:"idle"`
	Jobs              int     `json:"jobs"`
	Tallies           int     `json:"tallies"`
	LongestSeconds    float64 `json:"longestJobSeconds"`
	MessagesPerSecond float64 `json:"messagesPerSecond"`
	PeakPerSecond     float64 `json:"peakTalliesPerSecond"`
	Busy              float64 `json:"coordinatorBusy"`
	Stretch           float64 `json:"stretch"`
	Failures          int     `json:"failures"`
	LedgerBytes       int64   `json:"ledgerBytes"`
}

func simulatedReportOf(n int, s cluster.Simulation, r cluster.Simulated) simulatedReport {
	return simulatedReport{
		N: n, Machines: s.Machines, Cores: s.Cores, Finished: r.Finished, Seconds: r.Makespan.Seconds(), IdealSeconds: r.Ideal.Seconds(),
		Idle: r.Idle, Jobs: r.Jobs, Tallies: r.Tallies, LongestSeconds: r.Longest.Seconds(), MessagesPerSecond: r.Messages,
		PeakPerSecond: r.Peak, Busy: r.Busy, Stretch: r.Stretch, Failures: r.Failures, LedgerBytes: r.LedgerSize,
	}
}
