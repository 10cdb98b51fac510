package main

import (
	"fmt"
	"strings"

	"example.org/queens/cluster"
)

// clusterStatusText says how a run is going, in lines.
func (a *app) clusterStatusText(st cluster.Status, active bool) string {
	var text strings.Builder
	line := func(sentence string) { fmt.Fprintln(&text, sentence) }
	line(a.T("cluster.status.run", "Run", st.Run, "N", st.N, "Share", percent(st.Share)))
	line(a.T("cluster.status.jobs", "Done", st.Done, "Jobs", st.Jobs))
	line(a.T("cluster.status.units", "Cut", st.Cut, "Units", st.Units))
	switch {
	case st.Finished:
		line(a.T("cluster.status.finished"))
	case !active:
		line(a.T("cluster.status.inactive"))
	}
	if st.Paused && !st.Finished {
		line(a.T("cluster.paused"))
	}
	if active && !st.Finished {
		line(a.T("cluster.status.out", "Out", st.Out, "Window", st.Window, "Waiting", st.Waiting))
		line(a.T("cluster.status.jobtime", "Time", timeText(st.JobTime)))
		if st.Rate > 0 {
			line(a.T("cluster.status.rate", "Rate", perSecond(st.Rate), "Busy", fmt.Sprintf("%.1f", st.BusyCores), "Cores", a.coresText(st.Cores)))
		}
		if st.ToGo > 0 {
			line(a.T("cluster.status.togo", "Time", roughTimeText(st.ToGo), "Cores", a.coresText(st.Cores)))
		}
	}
	if st.Stretch > 1.05 {
		line(a.T("cluster.status.stretched", "Factor", fmt.Sprintf("%.1f", st.Stretch)))
	}
	if st.Aside > 0 {
		line(a.T("cluster.stuck", "Aside", st.Aside))
	}
	for _, w := range st.Workers {
		key := "cluster.status.worker"
		switch {
		case w.Condemned:
			key = "cluster.status.condemned"
		case !w.Live:
			key = "cluster.status.away"
		}
		line(a.clusterWorkerLine(key, w))
	}
	return text.String()
}

// clusterWorkerLine says how a worker is.
func (a *app) clusterWorkerLine(key string, w cluster.WorkerInfo) string {
	switch {
	case w.Name == cluster.SelfKernel:
		return a.N("cluster.status.selfkernel", uint64(w.Jobs))
	case cluster.IsSelf(w.Name):
		return a.N("cluster.status.selfplain", uint64(w.Jobs))
	}
	switch key {
	case "cluster.status.condemned":
		return a.T("cluster.status.condemned", "Name", w.Name)
	case "cluster.status.away":
		return a.N("cluster.status.away", uint64(w.Jobs), "Name", w.Name)
	}
	return a.N("cluster.status.worker", uint64(w.Jobs), "Name", w.Name, "Cores", a.coresText(w.Cores), "Kernel", w.Kernel)
}

// coresText says how many cores there are.
func (a *app) coresText(cores int) string { return a.N("cluster.cores", uint64(cores)) }

// perSecond writes a rate with three digits, or all those before the point.
func perSecond(rate float64) string {
	if rate >= 100 {
		return fmt.Sprintf("%.0f", rate)
	}
	return fmt.Sprintf("%.3g", rate)
}
