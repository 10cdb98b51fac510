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

// progress shows on a terminal how much was done, once the work takes longer
// than a second; key is the sentence that says so. It shows nothing while the
// results themselves go to a terminal, or where a line cannot be overwritten. The function it returns takes the line
// away.
func (a *app) progress(key string, done *atomic.Uint64) (stop func()) {
	if !isTerminal(a.stderr) || a.listing || a.dumb {
		return func() {}
	}
	ended := make(chan struct{})
	cleared := make(chan struct{})
	go func() {
		defer close(cleared)
		select {
		case <-ended:
			return
		case <-time.After(progressAfter):
		}
		a.showProgress(key, done, ended)
	}()
	return func() {
		close(ended)
		<-cleared
	}
}

// showProgress shows how much was done, and the time, until ended is closed.
func (a *app) showProgress(key string, done *atomic.Uint64, ended <-chan struct{}) {
	bars := mpb.New(mpb.WithOutput(a.stderr), mpb.WithRefreshRate(200*time.Millisecond))
	text := func(decor.Statistics) string { return a.N(key, done.Load()) + "  " }
	bar := bars.New(0, mpb.NopStyle(), mpb.BarFillerTrim(), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Any(text), decor.Elapsed(decor.ET_STYLE_MMSS)))
	<-ended
	bar.Abort(true)
	bars.Wait()
}

// isTerminal reports whether stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && (isatty.IsTerminal(file.Fd()) || isatty.IsCygwinTerminal(file.Fd()))
}
