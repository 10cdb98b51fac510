package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"example.org/queens/cluster"
	"example.org/queens/cluster/control"
	"example.org/queens/cluster/nats"
)

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
