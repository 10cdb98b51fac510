package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
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
		mark, _ := markOf(dir) // without a ledger it is that of none
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
		if now, _ := markOf(dir); !errors.Is(err, control.ErrNobody) || now != was {
			return nil // what is wrong, the next look will say
		}
	}
}

// markOf returns what tells whether the ledger of a run has changed.
func markOf(dir string) (ledgerMark, error) {
	file, err := os.Stat(nats.LedgerPath(dir))
	if err != nil {
		return ledgerMark{}, err
	}
	return ledgerMark{file.Size(), file.ModTime()}, nil
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
