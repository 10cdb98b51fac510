package main

import (
	"os"
	"sync/atomic"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progressAfter is how long a search runs before it shows that it does.
const progressAfter = time.Second

// progress shows how much was done; key is the sentence that says so. It shows
// nothing while the results themselves go to a terminal. The function it
// returns takes the line away.
func (a *app) progress(key string, done *atomic.Uint64) (stop func()) {
	if a.listing {
		return func() {}
	}
	return a.showing(func() string { return a.N(key, done.Load()) })
}

// showing shows a text and the time on a terminal whose lines can be
// overwritten, once the work takes longer than a second. The function it returns
// takes the line away.
func (a *app) showing(text func() string) (stop func()) {
	if !isTerminal(a.stderr) || a.dumb {
		return func() {}
	}
	begin := time.Now()
	ended := make(chan struct{})
	cleared := make(chan struct{})
	go func() {
		defer close(cleared)
		select {
		case <-ended:
			return
		case <-time.After(progressAfter):
		}
		a.show(text, begin, ended)
	}()
	return func() {
		close(ended)
		<-cleared
	}
}

// show shows a text and the time since begin until ended is closed.
func (a *app) show(text func() string, begin time.Time, ended <-chan struct{}) {
	bars := mpb.New(mpb.WithOutput(a.stderr), mpb.WithRefreshRate(200*time.Millisecond))
	line := func(decor.Statistics) string { return text() + "  " }
	bar := bars.New(0, mpb.NopStyle(), mpb.BarFillerTrim(), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Any(line), decor.NewElapsed(decor.ET_STYLE_MMSS, begin)))
	<-ended
	bar.Abort(true)
	bars.Wait()
}

// isTerminal reports whether stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && (isatty.IsTerminal(file.Fd()) || isatty.IsCygwinTerminal(file.Fd()))
}
