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

// progress shows on a terminal how many solutions were found, once the work
// takes longer than a second. It shows nothing while the solutions themselves
// go to a terminal. The function it returns takes the line away.
func (a *app) progress(found *atomic.Uint64) (stop func()) {
	if !isTerminal(a.stderr) || a.listing {
		return func() {}
	}
	done := make(chan struct{})
	cleared := make(chan struct{})
	go func() {
		defer close(cleared)
		select {
		case <-done:
			return
		case <-time.After(progressAfter):
		}
		a.showProgress(found, done)
	}()
	return func() {
		close(done)
		<-cleared
	}
}

// showProgress shows the solutions found and the time until done.
func (a *app) showProgress(found *atomic.Uint64, done <-chan struct{}) {
	bars := mpb.New(mpb.WithOutput(a.stderr), mpb.WithRefreshRate(200*time.Millisecond))
	text := func(decor.Statistics) string { return a.N("progress.found", found.Load()) + "  " }
	bar := bars.New(0, mpb.NopStyle(), mpb.BarFillerTrim(), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Any(text), decor.Elapsed(decor.ET_STYLE_MMSS)))
	<-done
	bar.Abort(true)
	bars.Wait()
}

// isTerminal reports whether stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && (isatty.IsTerminal(file.Fd()) || isatty.IsCygwinTerminal(file.Fd()))
}
