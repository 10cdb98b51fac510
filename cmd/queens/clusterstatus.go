package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.org/queens/cluster"
	"example.org/queens/cluster/control"
	"example.org/queens/cluster/nats"
	"example.org/queens/count"
)

func (a *app) clusterStatusCommand() *cobra.Command {
	var format string
	var watch bool
	var place *clusterPlace
	cmd := a.sized(&cobra.Command{
		Use:     "status N " + a.T("use.flags"),
		Short:   a.T("cluster.status.short"),
		Example: "  queens cluster status 24 --watch",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := place.run(cmd.Context(), args)
			if err != nil {
				return err
			}
			if format != "" && format != "plain" && format != "json" {
				return unknownName("format", format, countFormats)
			}
			return a.clusterStatus(cmd.Context(), dir, watch, format == "json")
		},
	})
	place = a.addPlace(cmd)
	cmd.Flags().BoolVar(&watch, "watch", false, a.T("cluster.flag.watch"))
	cmd.Flags().VarP(word{&format, "FORM"}, "format", "f", a.T("flag.format.names", "Names", a.join(countFormats)))
	a.complete(cmd, countFormats)
	return cmd
}

// clusterStatus writes how a run is going, once or until it has ended; on a terminal each time in place of the last.
func (a *app) clusterStatus(ctx context.Context, dir string, watch, asJSON bool) error {
	w := &statusWriter{app: a, asJSON: asJSON, inPlace: watch && !asJSON && !a.dumb && isTerminal(a.out)}
	for {
		mark := markOf(dir)
		st, active, err := clusterStatusOf(ctx, dir)
		locked, isLedger := errors.AsType[*cluster.LedgerError](err)
		starting := watch && isLedger && locked.Locked // or ending: a coordinator has the ledger, and does not listen
		waits := watch && !active && !st.Finished
		if err == nil {
			err = w.write(st, active, waits)
		}
		switch {
		case starting:
			err = sleep(ctx, watchPause)
		case err == nil && waits:
			err = awaitCoordinator(ctx, dir, mark)
		case err == nil && watch && active:
			err = sleep(ctx, watchPause)
		default:
			return err
		}
		if err != nil {
			return err
		}
	}
}

// watchPause is the time between two looks at a run.
const watchPause = 2 * time.Second

// A statusWriter writes the status of a run again and again.
type statusWriter struct {
	*app
	asJSON, inPlace bool
	screen          redraw
	written         bool
	waiting         bool // that was said
}

// write writes a status; waits says that it is the last one until a coordinator is at work.
func (w *statusWriter) write(st cluster.Status, active, waits bool) (err error) {
	switch {
	case w.asJSON:
		err = writeJSON(w.stdout, clusterReportOf(st, active))
	case w.inPlace:
		text := w.clusterStatusText(st, active)
		if waits {
			text += w.T("cluster.status.waits") + "\n"
		}
		width, height := terminalSize(w.out)
		_, err = io.WriteString(w.stdout, w.screen.over(text, width, height))
	default:
		if w.written {
			fmt.Fprintln(w.stdout)
		}
		_, err = io.WriteString(w.stdout, w.clusterStatusText(st, active))
	}
	if err == nil {
		err = w.stdout.Flush()
	}
	if err == nil && waits && !w.waiting && !w.inPlace {
		w.note(w.T("cluster.status.waits"))
	}
	w.written, w.waiting = true, waits
	return err
}

// awaitCoordinator waits until a coordinator answers, or until the ledger is another one than it was: then there may have been one.
// It leaves the ledger alone, which a coordinator may want to open.
func awaitCoordinator(ctx context.Context, dir string, was ledgerMark) error {
	for {
		if err := sleep(ctx, watchPause/2); err != nil {
			return err
		}
		_, err := control.Call(ctx, dir, control.Request{Do: control.Status})
		if !errors.Is(err, control.ErrNobody) || markOf(dir) != was {
			return nil // what is wrong, the next look will say
		}
	}
}

// markOf returns what tells whether the ledger of a run has changed.
func markOf(dir string) ledgerMark {
	file, err := os.Stat(nats.LedgerPath(dir))
	if err != nil {
		return ledgerMark{}
	}
	return ledgerMark{file.Size(), file.ModTime()}
}

// sleep waits for a time, or until ctx ends, which is an error.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// clusterStatusOf asks the coordinator, or, if none is at work, the ledger.
func clusterStatusOf(ctx context.Context, dir string) (st cluster.Status, active bool, err error) {
	got, err := control.Call(ctx, dir, control.Request{Do: control.Status})
	if err == nil && got.Status != nil {
		return *got.Status, true, nil
	}
	if err != nil && !errors.Is(err, control.ErrNobody) {
		return st, false, err
	}
	st, err = ledgerStatus(ctx, dir)
	return st, false, err
}

// ledgerStatus returns the status that the ledger of a folder has. That is not cheap: it reads every job.
func ledgerStatus(ctx context.Context, dir string) (st cluster.Status, err error) {
	id, snap, settings, err := readLedger(dir)
	if err != nil {
		return st, err
	}
	counter, err := count.New(ctx, id.N, count.Options{Threads: 1})
	if err != nil {
		return st, err
	}
	s, err := cluster.Restore(cluster.WorkOf(counter), cluster.Params{Run: id.Run}, snap, time.Now())
	if failed, ok := errors.AsType[*cluster.LedgerError](err); ok {
		failed.Path = nats.LedgerPath(dir) // which a snapshot does not know
	}
	if err != nil {
		return st, err
	}
	st = s.Status()
	st.Paused = settings.Paused
	return st, nil
}

// readLedger reads what a status needs, and no longer than that keeps a coordinator from the ledger.
func readLedger(dir string) (id cluster.Identity, snap *cluster.Snapshot, settings cluster.Settings, err error) {
	ledger, err := cluster.ReadLedger(nats.LedgerPath(dir))
	if err != nil {
		return id, nil, settings, err
	}
	defer ledger.Close()
	if settings, _, err = ledger.Settings(); err != nil {
		return id, nil, settings, err
	}
	snap, _, err = ledger.Snapshot()
	return ledger.Identity(), snap, settings, err
}

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

func (a *app) clusterPauseCommand() *cobra.Command {
	return a.clusterSwitchCommand("pause", a.T("cluster.pause.short"), control.Pause)
}

func (a *app) clusterResumeCommand() *cobra.Command {
	return a.clusterSwitchCommand("resume", a.T("cluster.resume.short"), control.Resume)
}

func (a *app) clusterSwitchCommand(name, short string, do control.Action) *cobra.Command {
	var place *clusterPlace
	cmd := a.sized(&cobra.Command{
		Use:     name + " N " + a.T("use.flags"),
		Short:   short,
		Example: "  queens cluster " + name + " 24",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := place.run(cmd.Context(), args)
			if err != nil {
				return err
			}
			if _, err = control.Call(cmd.Context(), dir, control.Request{Do: do}); err != nil {
				return err
			}
			if do == control.Pause {
				a.note(a.T("cluster.pause.done"))
			} else {
				a.note(a.T("cluster.resume.done"))
			}
			return nil
		},
	})
	place = a.addPlace(cmd)
	return cmd
}

func (a *app) clusterAuditCommand() *cobra.Command {
	var share string
	var place *clusterPlace
	cmd := a.sized(&cobra.Command{
		Use:     "audit N " + a.T("use.flags"),
		Short:   a.T("cluster.audit.short"),
		Long:    a.T("cluster.audit.long"),
		Example: "  queens cluster audit 24\n  queens cluster audit 24 --share 5%",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := place.run(cmd.Context(), args)
			if err != nil {
				return err
			}
			r := control.Request{Do: control.Audit, Share: -1}
			if share != "" {
				if r.Share, err = parseAudited("--share", share); err != nil {
					return err
				}
			}
			return a.clusterAudit(cmd.Context(), dir, r)
		},
	})
	place = a.addPlace(cmd)
	cmd.Flags().Var(word{&share, "SHARE"}, "share", a.T("cluster.flag.newaudit"))
	return cmd
}

// clusterAudit writes the share of the jobs that are audited, and all alarms.
func (a *app) clusterAudit(ctx context.Context, dir string, r control.Request) error {
	got, err := control.Call(ctx, dir, r)
	if errors.Is(err, control.ErrNobody) && r.Share < 0 {
		ledger, opened := cluster.ReadLedger(nats.LedgerPath(dir))
		if opened != nil {
			return opened
		}
		defer ledger.Close()
		settings, _, failed := ledger.Settings()
		if failed != nil {
			return failed
		}
		got.Share = settings.Audit
		got.Alarms, err = ledger.Alarms()
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, a.T("cluster.audit.share", "Share", percent(got.Share)))
	if len(got.Alarms) == 0 {
		fmt.Fprintln(a.stdout, a.T("cluster.audit.none"))
	}
	for _, alarm := range got.Alarms {
		a.writeAlarm(alarm)
	}
	return nil
}

// writeAlarm writes an alarm and the answers that differ.
func (a *app) writeAlarm(alarm cluster.Alarm) {
	fmt.Fprintln(a.stdout, alarm.Time.UTC().Format("2006-01-02 15:04:05Z"), a.alarmText(alarm))
	for _, answer := range alarm.Answers {
		fmt.Fprintf(a.stdout, "    %s.%d %s\n", answer.Worker, answer.Copy, answer.Sum)
	}
	if u := alarm.Unit; u != nil {
		fmt.Fprintln(a.stdout, "   ", a.T("cluster.alarm.unit", "Unit", u.Unit, "Worker", alarm.Worker, "Said", u.Worker, "Found", u.Found))
	}
}

// alarmText says in one line what an alarm is about.
func (a *app) alarmText(alarm cluster.Alarm) string {
	switch alarm.Kind {
	case cluster.AlarmMismatch:
		return a.T("cluster.alarm.mismatch", "Job", alarm.Job)
	case cluster.AlarmCheck:
		return a.T("cluster.alarm.check", "Job", alarm.Job, "Worker", alarm.Worker)
	case cluster.AlarmCondemned:
		return a.T("cluster.alarm.condemned", "Job", alarm.Job, "Worker", alarm.Worker)
	case cluster.AlarmForged:
		return a.T("cluster.alarm.forged", "Worker", alarm.Worker, "Job", alarm.Job, "Task", cluster.Task{Job: alarm.Job, Copy: alarm.Copy})
	case cluster.AlarmMalformed:
		return a.T("cluster.alarm.malformed", "Worker", alarm.Worker, "Reason", a.reasonText(alarm.Reason))
	case cluster.AlarmLocked:
		return a.T("cluster.alarm.locked", "Worker", alarm.Worker)
	case cluster.AlarmDamaged:
		return a.T("cluster.alarm.damaged", "Job", alarm.Job)
	case cluster.AlarmAside:
		if alarm.Reason == cluster.ReasonCopies {
			return a.T("cluster.alarm.undecided", "Job", alarm.Job)
		}
		return a.T("cluster.alarm.aside", "Job", alarm.Job, "Worker", alarm.Worker, "Reason", a.reasonText(alarm.Reason))
	}
	return string(alarm.Kind)
}

// reasonText puts a reason into words; those of another program are quoted.
func (a *app) reasonText(reason cluster.Reason) string {
	switch reason {
	case "":
		return ""
	case cluster.ReasonForeign:
		return a.T("cluster.reason.foreign")
	case cluster.ReasonMisplaced:
		return a.T("cluster.reason.misplaced")
	case cluster.ReasonNoTally:
		return a.T("cluster.reason.notally")
	case cluster.ReasonNoBeat:
		return a.T("cluster.reason.nobeat")
	case cluster.ReasonMany:
		return a.T("cluster.reason.many")
	case cluster.ReasonNoUnits:
		return a.T("cluster.reason.nounits")
	case cluster.ReasonDiffers:
		return a.T("cluster.reason.differs")
	}
	return strconv.QuoteToASCII(string(reason))
}

// perSecond writes a rate with three digits, or all those before the point.
func perSecond(rate float64) string {
	if rate >= 100 {
		return fmt.Sprintf("%.0f", rate)
	}
	return fmt.Sprintf("%.3g", rate)
}
