package nats

import (
	"context"
	"os"

	"example.org/queens/cluster"
	"example.org/queens/cluster/control"
)

// Answer is what the coordinator says and does when it is asked by the socket of its folder.
func (c *Coordinator) Answer(ctx context.Context, r control.Request) control.Response {
	var got control.Response
	err := c.Do(ctx, func(s *cluster.Scheduler, l *cluster.Ledger) error {
		if err := ctx.Err(); err != nil { // whoever asked has gone
			return err
		}
		settings, _, err := l.Settings()
		if err != nil {
			return err
		}
		switch r.Do {
		case control.Pause:
			s.Pause()
			settings.Paused = true
			err = l.SetSettings(settings)
		case control.Resume:
			s.Resume()
			settings.Paused = false
			err = l.SetSettings(settings)
		case control.Audit:
			if r.Share >= 0 {
				s.SetAudit(r.Share)
				settings.Audit = r.Share
				err = l.SetSettings(settings)
			}
			got.Share = settings.Audit
			if err == nil {
				got.Alarms, err = l.Alarms()
			}
		case control.Backup:
			if _, err = os.Stat(r.Path); err == nil {
				err = l.Backup(r.Path)
			}
		}
		st := s.Status()
		got.Status = &st
		return err
	})
	if err == context.Canceled && ctx.Err() == nil { // all has been counted, and is being checked
		if r.Do == control.Status {
			st := c.Status()
			return control.Response{Status: &st}
		}
		return control.Response{Error: "all has been counted, and is being checked"}
	}
	if err != nil { // what was asked for may still be at it, and write to got
		return control.Response{Error: err.Error()}
	}
	return got
}
