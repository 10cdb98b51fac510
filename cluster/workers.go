package cluster

import (
	"slices"
	"time"
)

// A worker is one process that computes; its name is that of its key.
type worker struct {
	number uint32
	info   WorkerInfo
	live   bool
	self   bool // a method of the coordinator
	hungry bool // in Scheduler.hungry
	held   map[Task]struct{}
	runs   map[Task]struct{} // of held, those that it said it computes
}

// named returns the worker of that name, a new one if there is none.
func (s *Scheduler) named(name string) *worker {
	w := s.byName[name]
	if w == nil {
		w = &worker{number: uint32(len(s.workers)), info: WorkerInfo{Name: name}, held: map[Task]struct{}{}, self: IsSelf(name)}
		s.workers = append(s.workers, w)
		s.byName[name] = w
	}
	return w
}

// Hello says that a worker has started and has nothing: what it was given before is given out again.
func (s *Scheduler) Hello(info WorkerInfo, now time.Time) {
	w := s.named(info.Name)
	s.release(w, now)
	info.Condemned = w.info.Condemned
	info.Jobs = w.info.Jobs
	info.Seen = now
	if w.live {
		s.cores -= w.info.Cores
	}
	info.Cores = max(info.Cores, 1)
	w.info, w.live = info, !info.Condemned
	if w.live {
		s.cores += info.Cores
	}
	s.orders.Withdraw = append(s.orders.Withdraw, info.Name)
	s.record(WorkerRecord{w.info})
	s.hunger(w)
}

// Beat says that a worker is alive and what it computes. A worker that was given up is taken back.
func (s *Scheduler) Beat(name string, cores int, running []Task, now time.Time) {
	w := s.named(name)
	w.info.Seen = now
	if !w.live && !w.info.Condemned {
		w.live, w.info.Cores = true, max(cores, 1)
		s.cores += w.info.Cores
		s.hunger(w)
	}
	w.runs = map[Task]struct{}{}
	for _, t := range running {
		if _, ok := w.held[t]; ok {
			w.runs[t] = struct{}{}
		}
	}
}

// Leave says that a worker is gone: what it was given is given out again at once.
func (s *Scheduler) Leave(name string, now time.Time) {
	if w := s.byName[name]; w != nil && w.live {
		s.giveUp(w, now)
	}
}

// giveUp treats a worker as gone.
func (s *Scheduler) giveUp(w *worker, now time.Time) {
	w.live = false
	s.cores -= w.info.Cores
	s.release(w, now)
	s.orders.Withdraw = append(s.orders.Withdraw, w.info.Name)
}

// release gives up all that a worker has. It may still answer.
func (s *Scheduler) release(w *worker, now time.Time) {
	tasks := make([]Task, 0, len(w.held))
	for t := range w.held {
		tasks = append(tasks, t)
	}
	slices.SortFunc(tasks, func(a, b Task) int { return int(a.Job) - int(b.Job) })
	for _, t := range tasks {
		s.lose(t, w)
	}
	w.runs = nil
}

// lose gives up that a worker will answer a task.
func (s *Scheduler) lose(t Task, w *worker) {
	k := s.tasks[t]
	delete(w.held, t)
	s.out--
	others := false
	for i := range k.takers {
		if k.takers[i].worker == w.number {
			k.takers[i].lost = true
		} else if !k.takers[i].lost {
			others = true
		}
	}
	if !others {
		s.wait(t)
	}
	s.hunger(w)
}

// mostFailures is how often a task may fail before it is set aside.
const mostFailures = 3

// Failed says that a worker could not compute a task.
func (s *Scheduler) Failed(t Task, name string, reason Reason, now time.Time) {
	w, k := s.byName[name], s.tasks[t]
	if w == nil || k == nil || !k.open {
		return
	}
	if !slices.ContainsFunc(k.takers, func(x taker) bool { return x.worker == w.number && !x.lost }) {
		return
	}
	k.failed = append(k.failed, w.number)
	if s.hopeless(k) && !k.aside {
		k.aside = true
		s.aside++
		if k.waiting {
			s.unwait(t)
		}
		s.alarm(now, Alarm{Kind: AlarmAside, Job: t.Job, Worker: name, Reason: reason})
	}
	if _, ok := w.held[t]; ok {
		s.lose(t, w)
	}
}

// hopeless reports whether a task failed so often, at different workers as far as there are any, that it is set aside.
func (s *Scheduler) hopeless(k *task) bool {
	different := slices.Compact(slices.Sorted(slices.Values(k.failed)))
	return len(different) >= mostFailures || len(k.failed) >= mostFailures && !s.untried(k)
}

// untried reports whether a task has not failed yet at some worker that is there.
func (s *Scheduler) untried(k *task) bool {
	return slices.ContainsFunc(s.workers[1:], func(w *worker) bool { return w.live && !slices.Contains(k.failed, w.number) })
}

// RetryAside gives set-aside tasks another chance.
func (s *Scheduler) RetryAside() {
	for t, k := range s.tasks {
		if k.aside {
			k.aside, k.failed = false, nil
			s.aside--
			s.wait(t)
		}
	}
}

// hunger notes that a worker may have room.
func (s *Scheduler) hunger(w *worker) {
	if w.live && !w.hungry {
		w.hungry = true
		s.hungry = append(s.hungry, w)
	}
}

func (s *Scheduler) allHungry() {
	for _, w := range s.workers[1:] {
		s.hunger(w)
	}
}

// ahead is how long a worker should have enough to do without hearing from the coordinator.
const ahead = 2 * time.Second

// mostAhead bounds what waits at one worker for each of its cores.
const mostAhead = 1000

// depth returns how many tasks a worker should have: one for each core, and, while there are new jobs, some that wait.
func (s *Scheduler) depth(w *worker) int {
	cores := w.info.Cores
	left := s.work.Cost(s.next, s.work.Units()-s.next)
	if left == 0 {
		return cores
	}
	each := s.size.time(s.target(left, s.ticked))
	if s.params.Units > 0 {
		each = s.size.time(left / float64(s.work.Units()-s.next) * float64(s.params.Units))
	}
	each = max(each, time.Microsecond)
	return cores + max(1+cores/8, min(int(float64(cores)*float64(ahead)/float64(each)), cores*mostAhead))
}

// Condemned reports whether a worker was found wrong.
func (s *Scheduler) Condemned(name string) bool {
	w := s.byName[name]
	return w != nil && w.info.Condemned
}
