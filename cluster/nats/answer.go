package nats

import (
	"context"

	"example.org/queens/cluster"
	"example.org/queens/cluster/control"
)

// Answer is what the coordinator says and does when it is asked by the socket of its folder.
func (c *Coordinator) Answer(ctx context.Context, r control.Request) control.Response {
	var got control.Response
	err := c.Do(ctx, func(s *cluster.Scheduler, l *cluster.Ledger) error {
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
			err = l.Backup(r.Path)
		}
		st := s.Status()
		got.Status = &st
		return err
	})
	if err == context.Canceled && r.Do == control.Status { // all has been counted, and is being checked
		st := c.Status()
		return control.Response{Status: &st}
	}
	if err != nil {
		got.Error = err.Error()
	}
	return got
}
