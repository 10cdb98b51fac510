package main

import (
	"context"
	"errors"
	"strconv"
	"time"

	"example.org/queens"
	"example.org/queens/bitboard"
	"example.org/queens/server"
)

// newCounter returns the counter of the page.
func newCounter() server.Counter { return lister{} }

// growth returns the published counts.
func growth() []server.Known { return nil }

// A lister counts by listing every solution: one search for each square of the
// first row.
type lister struct{}

// listerMax is the largest size that is counted so: half an hour on one core.
const listerMax = 18

// Plan implements [server.Counter]. The nodes of a search grow from those of
// size 11 by a factor that itself grows with the size.
func (lister) Plan(_ context.Context, n, threads int) (server.Plan, error) {
	if n > listerMax {
		return server.Plan{}, &server.CountError{N: n, Max: listerMax}
	}
	const nodesPerSecond = 4e7
	nodes := 166925.0
	for size := 12; size <= n; size++ {
		nodes *= 0.4*float64(size) + 0.3
	}
	seconds := nodes / nodesPerSecond / float64(threads)
	return server.Plan{Expected: time.Duration(seconds * float64(time.Second)), Memory: uint64(threads) << 20}, nil
}

// Count implements [server.Counter].
func (lister) Count(ctx context.Context, n, threads int, tell func(server.Progress)) (string, error) {
	begin := time.Now()
	var total uint64
	for col := range n {
		p := queens.Problem{Size: n, Given: []queens.Square{{Row: 0, Col: col}}}
		count, err := queens.CountOf(ctx, bitboard.Engine{Threads: threads}, p)
		if err != nil {
			return "", errors.Join(ctx.Err(), err)
		}
		total += count
		share := float64(col+1) / float64(n)
		tell(server.Progress{Share: share, ToGo: time.Duration(float64(time.Since(begin)) * (1 - share) / share)})
	}
	return strconv.FormatUint(total, 10), nil
}
