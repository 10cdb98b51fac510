package server

import (
	"context"
	"errors"
	"runtime"
	"time"
)

type planInput struct {
	Spoken
	N       int `query:"n" required:"true" minimum:"1" maximum:"32"`
	Threads int `query:"threads" minimum:"0" maximum:"4096" doc:"0 for one on each processor"`
}

type planBody struct {
	N       int     `json:"n"`
	Threads int     `json:"threads" doc:"How many would be used"`
	Seconds float64 `json:"seconds" doc:"How long it would take"`
	Memory  string  `json:"memory" doc:"How many bytes it would take"`
}

func (s *Server) getPlan(ctx context.Context, in *planInput) (*reply[planBody], error) {
	threads := threadsOf(in.Threads)
	plan, err := s.plan(ctx, in.N, threads)
	if err != nil {
		return nil, err
	}
	return with(planBody{in.N, threads, plan.Expected.Seconds(), decimal(plan.Memory)}), nil
}

// threadsOf returns the number of threads to use: no more than processors.
func threadsOf(asked int) int {
	most := runtime.GOMAXPROCS(0)
	if asked < 1 {
		return most
	}
	return min(asked, most)
}

// plan plans a count or says why there can be none.
func (s *Server) plan(ctx context.Context, n, threads int) (Plan, error) {
	plan, err := s.Counter.Plan(ctx, n, threads)
	if refused, ok := errors.AsType[*CountError](err); ok {
		if refused.Need > 0 {
			return plan, bad("server.count.memory", "Size", n, "Need", gigabytes(refused.Need), "Memory", gigabytes(refused.Memory))
		}
		return plan, bad("server.count.size", "Size", n, "Max", refused.Max)
	}
	return plan, err
}

type countInput struct {
	Spoken
	Body struct {
		N       int `json:"n" minimum:"1" maximum:"32"`
		Threads int `json:"threads,omitempty" minimum:"0" maximum:"4096" doc:"0 for one on each processor"`
	}
}

func (s *Server) postCount(ctx context.Context, in *countInput) (*reply[countBody], error) {
	threads := threadsOf(in.Body.Threads)
	plan, err := s.plan(ctx, in.Body.N, threads)
	if err != nil {
		return nil, err
	}
	j, err := s.counts.start(in.Body.N, threads, plan.Expected <= s.Limits.QuickTime)
	if err != nil {
		return nil, busy("server.busy.counts", 10*time.Second, "Max", s.Limits.Counts)
	}
	body, _, _ := j.look()
	return with(body), nil
}

type CountID struct {
	Spoken
	ID string `path:"id" maxLength:"40"`
}

func (s *Server) getCount(_ context.Context, in *CountID) (*reply[countBody], error) {
	j := s.counts.find(in.ID)
	if j == nil {
		return nil, notFound()
	}
	body, _, _ := j.look()
	return with(body), nil
}

// deleteCount cancels a count; one that has ended stays as it is.
func (s *Server) deleteCount(_ context.Context, in *CountID) (*struct{}, error) {
	j := s.counts.find(in.ID)
	if j == nil {
		return nil, notFound()
	}
	j.cancel()
	return nil, nil
}

func (s *Server) getGrowth(context.Context, *Spoken) (*reply[[]Known], error) {
	return with(append([]Known{}, s.Growth...)), nil
}
