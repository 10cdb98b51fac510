package main

import (
	"sync/atomic"
	"time"

	"example.org/queens/count"
)

// A shareProgress shows on a terminal how much of a long work is done and how
// long the rest will take.
type shareProgress struct {
	app     *app
	begin   string // the sentence until something is known
	current atomic.Pointer[count.Progress]
	stop    func() // takes the line away
}

func (a *app) newShareProgress(begin string) *shareProgress {
	return &shareProgress{app: a, begin: begin}
}

// start begins to show the progress, once the work takes longer than a second.
func (p *shareProgress) start() { p.stop = p.app.showing(p.text) }

// tell takes the progress of a count.
func (p *shareProgress) tell(progress count.Progress) { p.current.Store(&progress) }

// parts takes the progress of a work in equal parts.
func (p *shareProgress) parts(done, planned int) {
	p.tell(count.Progress{Share: float64(done) / float64(max(planned, 1))})
}

func (p *shareProgress) text() string {
	progress := p.current.Load()
	switch {
	case progress == nil:
		return p.app.T(p.begin)
	case progress.ToGo > 0:
		return p.app.T("progress.togo", "Share", percent(progress.Share), "Time", timeText(progress.ToGo.Round(time.Second)))
	}
	return p.app.T("progress.share", "Share", percent(progress.Share))
}
