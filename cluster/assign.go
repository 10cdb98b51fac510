package cluster

import (
	"slices"
	"time"
)

// Tick gives up silent workers, looks for what got lost, and hands out tasks. It is called after events, and a few
// times a second without any.
func (s *Scheduler) Tick(now time.Time) {
	s.ticked = now
	if now.Sub(s.swept) >= s.params.Lease/8 {
		s.swept = now
		if s.behind < s.params.Lease/8 {
			s.expire(now)
			s.sweep(now)
			s.duplicate(now)
		}
		if s.out == 0 {
			s.meter.start(now)
		}
		s.allHungry()
	}
	s.feed(now)
	s.doSelf(now)
}

// expire gives up workers that were not heard of for a lease. After a start everybody has a lease to be heard.
func (s *Scheduler) expire(now time.Time) {
	for _, w := range s.workers[1:] {
		if w.self {
			continue
		}
		heard := w.info.Seen
		if heard.Before(s.started) {
			heard = s.started
		}
		if now.Sub(heard) < s.params.Lease {
			continue
		}
		switch {
		case w.live:
			s.giveUp(w, now)
		case len(w.held) > 0:
			s.release(w, now)
			s.orders.Withdraw = append(s.orders.Withdraw, w.info.Name)
		}
	}
}

// sweep gives out again what a live worker was given long ago and does not compute: a message that got lost.
func (s *Scheduler) sweep(now time.Time) {
	for t, k := range s.tasks {
		for _, x := range k.takers {
			w := s.workers[x.worker]
			if x.lost || w.self {
				continue
			}
			if _, runs := w.runs[t]; runs {
				continue
			}
			expected := s.size.time(s.cost(&s.jobs[t.Job])) * time.Duration(1+len(w.held)/max(w.info.Cores, 1))
			if since(x.since, now) > 2*s.params.Lease+4*expected {
				s.lose(t, w)
			}
		}
	}
}

// duplicate gives idle workers, when all has been given out, what others have had for long: whoever answers first counts, and
// the other answer is compared.
func (s *Scheduler) duplicate(now time.Time) {
	if s.paused || s.next < s.work.Units() || len(s.waiting) > 0 {
		return
	}
	var idle []*worker
	for _, w := range s.workers[1:] {
		if w.live && len(w.held) == 0 {
			idle = append(idle, w)
		}
	}
	if len(idle) == 0 {
		return
	}
	for t, k := range s.tasks {
		if !k.open || len(k.takers) != 1 || k.takers[0].lost || k.self {
			continue
		}
		if age := since(k.takers[0].since, now); age < 3*s.size.time(s.cost(&s.jobs[t.Job])) || age < s.params.Lease/4 {
			continue
		}
		for i, w := range idle {
			if s.may(t, w) {
				s.give(t, w, now)
				idle = slices.Delete(idle, i, i+1)
				break
			}
		}
		if len(idle) == 0 {
			return
		}
	}
}

// feed hands out tasks to workers that have room, one each in turn.
func (s *Scheduler) feed(now time.Time) {
	if s.paused {
		return
	}
	s.hungry = slices.DeleteFunc(s.hungry, func(w *worker) bool {
		w.hungry = len(w.held) < lowWater(s.depth(w))
		return !w.hungry
	})
	for len(s.hungry) > 0 {
		list := s.hungry
		s.hungry = nil
		var still []*worker
		for _, w := range list {
			w.hungry = false
			if len(s.orders.Assign) >= mostGiven {
				still = append(still, w)
				continue
			}
			if !w.live || w.info.Condemned || s.out >= s.window() || len(w.held) >= s.depth(w) {
				continue
			}
			if t, ok := s.pick(w, now); ok {
				s.give(t, w, now)
				still = append(still, w)
			}
		}
		for _, w := range still {
			s.hunger(w)
		}
		if len(s.orders.Assign) >= mostGiven {
			return // the rest next time
		}
	}
}

// lowWater is how many tasks a worker that should have depth may come down to before it gets more: a message for each would cost more
// than the job if jobs are tiny.
func lowWater(depth int) int {
	if depth <= 16 {
		return depth
	}
	return depth - depth/4
}

// mostGiven bounds what is handed out at once, and so the memory that it takes.
const mostGiven = 5_000

// firstTasks is how many tasks are out until the scale of costs is known: with a wrong guess of it the jobs of a great cluster would be far
// too many.
const firstTasks = 64

func (s *Scheduler) window() int {
	if s.size.seen < enoughSeen {
		return min(s.params.Window, firstTasks)
	}
	return s.params.Window
}

// scan is how many waiting tasks are tried for a worker.
const scan = 64

// pick returns a task for a worker: one that waits, else a new job.
func (s *Scheduler) pick(w *worker, now time.Time) (Task, bool) {
	for i, t := range s.waiting[:min(len(s.waiting), scan)] {
		if s.may(t, w) {
			s.tasks[t].waiting = false
			s.waiting = slices.Delete(s.waiting, i, i+1)
			return t, true
		}
	}
	return s.cut(now)
}

// may reports whether a worker may be given a task: it must not have had a part in any other computation of the job.
func (s *Scheduler) may(t Task, w *worker) bool {
	if w.info.Condemned || s.answered(t.Job, w.number) {
		return false
	}
	if k := s.tasks[t]; slices.Contains(k.failed, w.number) && s.untried(k) {
		return false
	}
	for c := range s.jobs[t.Job].copies {
		other := s.tasks[Task{t.Job, c}]
		if other == nil {
			continue
		}
		for _, x := range other.takers {
			if x.worker == w.number && (c != t.Copy || !x.lost) {
				return false
			}
		}
	}
	return true
}

// answered reports whether there is an answer of a worker to any task of a job.
func (s *Scheduler) answered(id, number uint32) bool {
	return s.jobs[id].worker == number ||
		slices.ContainsFunc(s.others[id], func(a answer) bool { return a.worker == number })
}

// give gives a task to a worker.
func (s *Scheduler) give(t Task, w *worker, now time.Time) {
	k := s.tasks[t]
	k.takers = slices.DeleteFunc(k.takers, func(x taker) bool { return x.worker == w.number })
	k.takers = append(k.takers, taker{worker: w.number, since: now.UnixNano()})
	w.held[t] = struct{}{}
	s.out++
	if s.jobs[t.Job].copies == 1 && len(k.takers) == 1 {
		s.keep(t.Job)
	}
	s.record(AssignRecord{Task: t, Worker: w.info.Name})
	s.orders.Assign = append(s.orders.Assign, Assignment{t, s.Job(t.Job), w.info.Name})
}

// selfPatience is how long a task waits for a worker before the coordinator takes it; lastPatience, when nothing else is left to do.
const (
	selfPatience = 2 * time.Second
	lastPatience = 200 * time.Millisecond
)

// doSelf lets the coordinator compute what no worker that is there may compute: audits and the settling of mismatches.
func (s *Scheduler) doSelf(now time.Time) {
	patience := selfPatience
	if s.next == s.work.Units() && s.done == len(s.jobs) {
		patience = lastPatience
	}
	for _, t := range slices.Clone(s.waiting[:min(len(s.waiting), scan)]) {
		k := s.tasks[t]
		if t.Copy == 0 || s.paused || since(k.since, now) < patience || s.anybodyMay(t) {
			continue
		}
		s.selfTake(t, now)
	}
}

func (s *Scheduler) anybodyMay(t Task) bool {
	live := false
	for _, w := range s.workers[1:] {
		if !w.live {
			continue
		}
		live = true
		if s.may(t, w) {
			return true
		}
	}
	return !live
}

func (s *Scheduler) selfTake(t Task, now time.Time) {
	for _, name := range selfNames {
		w := s.named(name)
		if !s.may(t, w) {
			continue
		}
		k := s.tasks[t]
		s.unwait(t)
		k.self = true
		k.takers = append(k.takers, taker{worker: w.number, since: now.UnixNano()})
		s.record(AssignRecord{Task: t, Worker: name})
		s.orders.Self = append(s.orders.Self, Assignment{t, s.Job(t.Job), name})
		return
	}
}
