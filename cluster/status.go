package cluster

import (
	"slices"
	"strings"
	"time"
)

// Status says how a run is going.
type Status struct {
	Run       string        `json:"run"`
	N         int           `json:"n"`
	Units     int           `json:"units"`
	Cut       int           `json:"cut"`  // units in jobs
	Jobs      int           `json:"jobs"` // so far
	Done      int           `json:"done"` // jobs that count
	Share     float64       `json:"share"`
	Open      int           `json:"open"`    // tasks not answered
	Waiting   int           `json:"waiting"` // tasks that nobody has
	Out       int           `json:"out"`     // tasks that workers have
	Window    int           `json:"window"`  // the most that may be out
	Aside     int           `json:"aside"`   // tasks set aside
	Cores     int           `json:"cores"`
	Rate      float64       `json:"rate"`      // units a second, lately; 0 while unknown
	BusyCores float64       `json:"busyCores"` // cores' worth of work that came in over the same time
	JobTime   time.Duration `json:"jobTime"`   // that new jobs should take
	Stretch   float64       `json:"stretch"`   // above 1: jobs are longer than asked for, the coordinator is busy
	Checks    time.Duration `json:"checks"`    // the coordinator's time on single units
	Counted   time.Duration `json:"counted"`   // the workers' time, since the coordinator started
	ToGo      time.Duration `json:"toGo"`      // 0 while unknown
	Paused    bool          `json:"paused"`
	Finished  bool          `json:"finished"`
	Workers   []WorkerInfo  `json:"workers"`
}

// Status returns how the run is going.
func (s *Scheduler) Status() Status {
	left := s.work.Cost(s.next, s.work.Units()-s.next)
	st := Status{
		Run: s.params.Run, N: s.work.Splitting.N, Units: s.work.Units(), Cut: s.next, Jobs: len(s.jobs), Done: s.done,
		Share: s.doneCost / s.work.Total(), Open: s.open, Waiting: len(s.waiting), Out: s.out, Window: s.params.Window, Aside: s.aside,
		Cores: s.cores, JobTime: s.size.time(s.target(left, s.ticked)), Stretch: s.size.stretch(s.cores), Checks: s.budget.spent, Counted: s.counted,
		Paused: s.paused, Finished: s.Finished(),
	}
	st.Rate, st.BusyCores = s.meter.rates(s.ticked)
	if s.size.seen >= enoughSeen && s.cores > 0 {
		st.ToGo = s.size.time(max(0, s.work.Total()-s.doneCost)) / time.Duration(s.cores)
	}
	if st.Done == st.Jobs && st.Cut == st.Units {
		st.Share, st.ToGo = 1, 0
	}
	for _, w := range s.workers[1:] {
		info := w.info
		info.Live = w.live
		st.Workers = append(st.Workers, info)
	}
	slices.SortFunc(st.Workers, func(a, b WorkerInfo) int { return strings.Compare(a.Name, b.Name) })
	return st
}
