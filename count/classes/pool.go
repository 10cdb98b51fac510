package classes

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// each calls work(i, stop) for i in 0..tasks-1 on the given number of goroutines (below 1:
// one for each processor) that draw from a shared counter. When ctx ends, stop turns
// true, which work polls, and each returns the context's error.
func each(ctx context.Context, threads, tasks int, work func(i int, stop *atomic.Bool)) error {
	if threads < 1 {
		threads = runtime.GOMAXPROCS(0)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var next atomic.Int64
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var wg sync.WaitGroup
	for range min(threads, tasks) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < tasks && !stop.Load(); i = int(next.Add(1)) - 1 {
				work(i, &stop)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}
