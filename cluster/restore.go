package cluster

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// A Snapshot is what a ledger holds of a run, for a scheduler to go on with.
type Snapshot struct {
	Jobs     []JobRecord // in the order of their IDs
	Assigned []AssignRecord
	Answers  []StoredAnswer // those that do not count
	Workers  []WorkerInfo
	Damaged  []uint32 // jobs whose tally cannot be read any more
	Scale    float64  // nanoseconds for a unit of cost, 0 if unknown
}

// A StoredAnswer is a tally in the ledger that does not count.
type StoredAnswer struct {
	Task   Task
	Worker string
	Sum    uint64
}

// Restore returns a scheduler that goes on where another stopped. Whoever had a task has it still, and has a lease to be heard
// of; tasks that were set aside get another chance.
func Restore(w *Work, p Params, snap *Snapshot, now time.Time) (*Scheduler, error) {
	s := NewScheduler(w, p, now)
	for _, info := range snap.Workers {
		info.Jobs = 0
		s.named(info.Name).info = info
	}
	for id, r := range snap.Jobs {
		if err := s.restoreJob(uint32(id), r, now); err != nil {
			return nil, err
		}
	}
	for _, a := range snap.Answers {
		if int(a.Task.Job) < len(s.jobs) {
			w := s.named(a.Worker)
			w.info.Jobs++
			s.others[a.Task.Job] = append(s.others[a.Task.Job], answer{w.number, a.Task.Copy, a.Sum})
		}
	}
	for _, a := range snap.Assigned {
		s.restoreTaker(a, now)
	}
	for id := range s.jobs {
		for c := range s.jobs[id].copies {
			t := Task{uint32(id), c}
			if k := s.tasks[t]; k != nil && k.open && !taken(k) {
				s.wait(t)
			}
		}
	}
	for _, id := range snap.Damaged {
		s.alarm(now, Alarm{Kind: AlarmDamaged, Job: id})
		s.keep(id)
	}
	if snap.Scale > 0 {
		s.size.perCost, s.size.seen = snap.Scale, enoughSeen
	}
	return s, nil
}

func (s *Scheduler) restoreJob(id uint32, r JobRecord, now time.Time) error {
	if r.Job.ID != id || int(r.Job.First) != s.next || r.Job.Units == 0 || r.Job.Units > MaxUnits || s.next+int(r.Job.Units) > s.work.Units() {
		return &LedgerError{Reason: fmt.Sprintf("job %d does not follow the jobs before it", id)}
	}
	j := job{first: r.Job.First, units: uint16(r.Job.Units), copies: r.Copies, open: r.Open}
	s.next += int(r.Job.Units)
	if r.Winner.Worker != "" {
		w := s.named(r.Winner.Worker)
		w.info.Jobs++
		j.worker, j.winner, j.sum = w.number, r.Winner.Copy, r.Winner.Sum
		s.done++
		s.doneCost += s.cost(&j)
	} else if r.Open == 0 {
		if j.copies == maxCopies {
			return &LedgerError{Reason: fmt.Sprintf("job %d has no result and can have no more", id)}
		}
		j.open |= 1 << j.copies
		j.copies++
	}
	s.jobs = append(s.jobs, j)
	for c := range j.copies {
		if j.open>>c&1 == 1 {
			s.tasks[Task{id, c}] = &task{open: true, since: now.UnixNano()}
			s.open++
		}
	}
	return nil
}

func (s *Scheduler) restoreTaker(a AssignRecord, now time.Time) {
	w, k := s.named(a.Worker), s.tasks[a.Task]
	switch {
	case w.self:
		return // begun again
	case k == nil:
		k = &task{}
		s.tasks[a.Task] = k
	}
	x := taker{worker: w.number, since: now.UnixNano(), restored: true, lost: !k.open || w.info.Condemned}
	k.takers = append(k.takers, x)
	if !x.lost {
		w.held[a.Task] = struct{}{}
		s.out++
	}
}

// Scale returns what the scheduler has learnt of the scale of costs, for the ledger; 0 if nothing yet.
func (s *Scheduler) Scale() float64 {
	if s.size.seen < enoughSeen {
		return 0
	}
	return s.size.perCost
}

// taken reports whether somebody has a task who is not given up.
func taken(k *task) bool {
	for _, x := range k.takers {
		if !x.lost {
			return true
		}
	}
	return false
}

// Out returns what workers have that are not given up.
func (s *Scheduler) Out() []Assignment {
	var out []Assignment
	for _, w := range s.workers[1:] {
		for t := range w.held {
			out = append(out, Assignment{Task: t, Job: s.Job(t.Job), Worker: w.info.Name})
		}
	}
	slices.SortFunc(out, func(a, b Assignment) int {
		return cmp.Or(cmp.Compare(a.Task.Job, b.Task.Job), cmp.Compare(a.Task.Copy, b.Task.Copy))
	})
	return out
}
