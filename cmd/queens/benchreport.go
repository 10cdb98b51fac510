package main

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
)

// A benchReport is a run of queens bench as JSON. Fields are only ever added.
type benchReport struct {
	Version string     `json:"version"`
	Go      string     `json:"go"`
	OS      string     `json:"os"`
	Arch    string     `json:"arch"`
	CPU     string     `json:"cpu"`
	Cores   int        `json:"cores"` // that the program may use
	Load    string     `json:"load"`  // load average before the run; empty where the system does not say
	Rows    []benchRow `json:"rows"`
}

// A benchRow is one program counting one size with some threads.
type benchRow struct {
	Program         string    `json:"program"`
	N               int       `json:"n"`
	Threads         int       `json:"threads"`
	Solutions       string    `json:"solutions"`
	Seconds         []float64 `json:"seconds"` // of each run, ascending
	Median          float64   `json:"median"`
	PerSolutionNano float64   `json:"perSolutionNs"` // 0 if there is no solution
	Speedup         float64   `json:"speedup"`       // over plain backtracking with one thread
	Scaling         float64   `json:"scaling"`       // over the same program with one thread
}

func newBenchReport() *benchReport {
	return &benchReport{
		Version: versionText(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		CPU: cpuModel(), Cores: runtime.GOMAXPROCS(0), Load: loadAverage(),
	}
}

// summarize completes the rows of one size, of which the first is plain
// backtracking.
func summarize(rows []benchRow) {
	alone := map[string]float64{} // the median of each program with one thread
	for i := range rows {
		row := &rows[i]
		slices.Sort(row.Seconds)
		row.Median = median(row.Seconds)
		if row.Threads == 1 {
			alone[row.Program] = row.Median
		}
		if solutions, _ := strconv.ParseFloat(row.Solutions, 64); solutions > 0 {
			row.PerSolutionNano = row.Median * 1e9 / solutions
		}
		row.Speedup = rows[0].Median / row.Median
		row.Scaling = alone[row.Program] / row.Median
	}
}

// median returns the middle of sorted numbers.
func median(sorted []float64) float64 {
	middle := len(sorted) / 2
	if len(sorted)%2 == 0 {
		return (sorted[middle-1] + sorted[middle]) / 2
	}
	return sorted[middle]
}

func (a *app) writeBenchHead(r *benchReport) {
	fmt.Fprintln(a.stdout, a.T("bench.machine", "CPU", r.CPU, "Cores", r.Cores, "System", r.OS+"/"+r.Arch, "Go", r.Go, "Version", r.Version))
	if r.Load != "" {
		fmt.Fprintln(a.stdout, a.T("bench.load", "Load", r.Load))
	}
	fmt.Fprintln(a.stdout, a.T("bench.head"))
	fmt.Fprintf(a.stdout, "%3s  %-12s %3s %10s %10s %10s %9s %9s %8s\n",
		"N", "program", "thr", "median s", "min s", "max s", "ns/sol", "speed-up", "scaling")
}

func (a *app) writeBenchRows(rows []benchRow) {
	for _, r := range rows {
		fmt.Fprintf(a.stdout, "%3d  %-12s %3d %10.4f %10.4f %10.4f %9.2f %8.1fx %7.2fx\n", r.N, r.Program, r.Threads,
			r.Median, r.Seconds[0], r.Seconds[len(r.Seconds)-1], r.PerSolutionNano, r.Speedup, r.Scaling)
	}
}
