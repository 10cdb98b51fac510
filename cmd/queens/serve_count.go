package main

import (
	"context"
	"errors"
	"sync"

	"example.org/queens/count"
	"example.org/queens/known"
	"example.org/queens/server"
)

// newCounter returns what counts for the page: the exact count.
func newCounter() server.Counter {
	return &exactCounter{memory: serverMemory(machineMemory()), plans: map[planKey]server.Plan{}}
}

// serverMemory returns how much memory each count may take on a machine with so
// much of it: two long ones, which the server runs at once, leave a quarter of
// the machine. Where the memory is not known it is 4 GB.
func serverMemory(machine uint64) uint64 {
	if machine == 0 {
		return 4e9
	}
	return machine / 8 * 3
}

// growth returns the published counts for the chart.
func growth() []server.Known {
	var list []server.Known
	for n := 1; n <= known.Last(known.Total); n++ {
		if e, err := known.Q(n); err == nil {
			list = append(list, server.Known{N: n, Count: count.Total{Lo: e.Value}.String(), By: e.By, Year: e.Year, Source: e.Source})
		}
	}
	return list
}

// An exactCounter is the exact count as the server knows it. It plans each size
// once: the page asks for all of them.
type exactCounter struct {
	memory uint64 // that each count may take
	mu     sync.Mutex
	plans  map[planKey]server.Plan
}

type planKey struct{ n, threads int }

// Plan implements [server.Counter].
func (e *exactCounter) Plan(ctx context.Context, n, threads int) (server.Plan, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	key := planKey{n, threads}
	if plan, found := e.plans[key]; found {
		return plan, nil
	}
	forecast, err := count.ForecastOf(ctx, n, count.Options{Threads: threads, Memory: e.memory})
	if err != nil {
		return server.Plan{}, refusal(err)
	}
	plan := server.Plan{Expected: forecast.Time, Memory: forecast.Memory}
	e.plans[key] = plan
	return plan, nil
}

// Count implements [server.Counter].
func (e *exactCounter) Count(ctx context.Context, n, threads int, tell func(server.Progress)) (string, error) {
	c, err := count.New(ctx, n, count.Options{Threads: threads, Memory: e.memory, Report: count.Reporter{
		Tell: func(p count.Progress) { tell(server.Progress{Share: p.Share, ToGo: p.ToGo}) },
	}})
	if err != nil {
		return "", refusal(err)
	}
	result, err := c.Run(ctx)
	return result.Count.String(), err
}

// refusal puts what the exact count does not take into the words of the server.
func refusal(err error) error {
	if size, ok := errors.AsType[*count.SizeError](err); ok {
		return &server.CountError{N: size.N, Max: size.Max}
	}
	if memory, ok := errors.AsType[*count.MemoryError](err); ok {
		return &server.CountError{N: memory.N, Need: memory.Need, Memory: memory.Bound}
	}
	return err
}
