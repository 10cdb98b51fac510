package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"example.org/queens/cluster"
	"example.org/queens/count"
)

type clusterSimulateFlags struct {
	machines, cores, failures, speeds, jobTime, audit, rate, format string
}

func (a *app) clusterSimulateCommand() *cobra.Command {
	f := &clusterSimulateFlags{}
	cmd := a.sized(&cobra.Command{
		Use:     "simulate N " + a.T("use.flags"),
		Short:   a.T("cluster.simulate.short"),
		Long:    a.T("cluster.simulate.long"),
		Example: "  queens cluster simulate 24 --machines 100 --cores 16 --failures 0.01",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.clusterSimulate(cmd.Context(), f, args)
		},
	})
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(word{&f.machines, "K"}, "machines", a.T("cluster.flag.machines"))
	flags.Var(word{&f.cores, "K"}, "cores", a.T("cluster.flag.cores"))
	flags.Var(word{&f.failures, "RATE"}, "failures", a.T("cluster.flag.failures"))
	flags.Var(word{&f.speeds, "FACTOR"}, "speeds", a.T("cluster.flag.speeds"))
	flags.Var(word{&f.jobTime, "TIME"}, "job-time", a.T("cluster.flag.jobtime"))
	flags.Var(word{&f.audit, "SHARE"}, "audit", a.T("cluster.flag.audit"))
	flags.Var(word{&f.rate, "TIME"}, "work", a.T("cluster.flag.work"))
	flags.VarP(word{&f.format, "FORM"}, "format", "f", a.T("flag.format.names", "Names", a.join(countFormats)))
	a.complete(cmd, countFormats)
	return cmd
}

// mostSimulated bounds machines, and the cores of each.
const mostSimulated = 1_000_000

// simulation makes sense of the flags.
func (f *clusterSimulateFlags) simulation() (s cluster.Simulation, err error) {
	for _, number := range []struct {
		flag, text string
		to         *int
	}{{"--machines", f.machines, &s.Machines}, {"--cores", f.cores, &s.Cores}} {
		value, err := positive(number.flag, number.text)
		if err != nil {
			return s, err
		}
		if value > mostSimulated {
			return s, badInput("cluster.error.toomany", "Flag", number.flag, "Value", number.text, "Most", mostSimulated)
		}
		*number.to = int(max(1, value))
	}
	for _, rate := range []struct {
		flag, text string
		least      float64
		to         *float64
	}{{"--failures", f.failures, 0, &s.Failures}, {"--speeds", f.speeds, 1, &s.Speeds}} {
		if rate.text == "" {
			continue
		}
		*rate.to, err = strconv.ParseFloat(rate.text, 64)
		if err != nil || !(*rate.to >= rate.least && *rate.to <= 1000) {
			return s, badInput("cluster.error.rate", "Flag", rate.flag, "Value", rate.text, "Least", rate.least)
		}
	}
	if s.Speeds > 1 && s.Machines == 1 {
		return s, badInput("cluster.error.needsmachines", "Flag", "--speeds")
	}
	if s.Params.JobTime, err = parseDuration("--job-time", f.jobTime, time.Millisecond, 12*time.Hour); err != nil {
		return s, err
	}
	audit, given, err := parseAudit(f.audit)
	if !given {
		audit = cluster.DefaultAudit
	}
	s.Params.Audit, s.Params.Spot = audit, cluster.DefaultSpot
	return s, err
}

func (a *app) clusterSimulate(ctx context.Context, f *clusterSimulateFlags, args []string) error {
	n, err := parseSize(args)
	if err != nil {
		return err
	}
	if f.format != "" && f.format != "plain" && f.format != "json" {
		return unknownName("format", f.format, countFormats)
	}
	s, err := f.simulation()
	if err != nil {
		return err
	}
	work, err := parseDuration("--work", f.rate, time.Second, math.MaxInt64)
	if err != nil {
		return err
	}
	counter, err := count.New(ctx, n, count.Options{Threads: 1})
	if err != nil {
		return err
	}
	s.Work = cluster.WorkOf(counter)
	if work == 0 {
		a.note(a.T("cluster.simulate.measuring"))
		if work, err = counter.Estimate(ctx); err != nil {
			return err
		}
	}
	s.PerCost = float64(work) / s.Work.Total()
	clear := a.showing(func() string { return a.T("cluster.simulate.working") })
	done := cluster.Simulate(ctx, s)
	clear()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return a.writeSimulated(n, s, done, f.format == "json")
}

func (a *app) writeSimulated(n int, s cluster.Simulation, r cluster.Simulated, asJSON bool) error {
	if asJSON {
		return writeJSON(a.stdout, simulatedReportOf(n, s, r))
	}
	for _, line := range []struct{ key, value string }{
		{a.T("cluster.simulate.makespan"), timeText(r.Makespan)},
		{a.T("cluster.simulate.ideal"), timeText(r.Ideal)},
		{a.T("cluster.simulate.idle"), percent(r.Idle)},
		{a.T("cluster.simulate.jobs"), fmt.Sprint(r.Jobs)},
		{a.T("cluster.simulate.longest"), timeText(r.Longest)},
		{a.T("cluster.simulate.messages"), fmt.Sprintf("%.3g", r.Messages)},
		{a.T("cluster.simulate.busy"), percent(r.Busy)},
		{a.T("cluster.simulate.stretch"), fmt.Sprintf("%.2f", r.Stretch)},
		{a.T("cluster.simulate.ledger"), bytesText(uint64(r.LedgerSize))},
		{a.T("cluster.simulate.failures"), fmt.Sprint(r.Failures)},
	} {
		if _, err := fmt.Fprintf(a.stdout, "%12s  %s\n", line.value, line.key); err != nil {
			return err
		}
	}
	return nil
}
