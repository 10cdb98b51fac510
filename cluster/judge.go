package cluster

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"time"
)

// A Verdict is what became of a tally.
type Verdict int

const (
	Taken     Verdict = iota // it is in the ledger, and its sender has been told nothing else
	Unasked                  // its sender was not given the task, or has answered it before
	Malformed                // it is not of this run, or not of the job that it names
	Barred                   // its sender was found wrong before
)

// Tally takes an answer. sender is the worker under whose key it came, data the tally's bytes.
func (s *Scheduler) Tally(t *Tally, data []byte, sender string, now time.Time) Verdict {
	w := s.named(sender)
	s.tallies++
	if !s.fits(t, sender) {
		s.Garbage(sender, ReasonForeign, now)
		return Malformed
	}
	k := s.tasks[t.Task]
	i := -1
	if k != nil {
		i = slices.IndexFunc(k.takers, func(x taker) bool { return x.worker == w.number })
	}
	if i < 0 {
		s.refuse(t.Task, sender, now)
		return Unasked
	}
	x := k.takers[i]
	elapsed := s.plausible(t, x, now)
	s.took(t.Task, k, i, w)
	s.record(TallyRecord{Task: t.Task, Worker: sender, Data: data})
	s.record(AssignRecord{Task: t.Task, Worker: sender, Answered: true})
	w.info.Jobs++
	w.info.Kernel, w.info.Version = t.Kernel, t.Version
	if w.info.Condemned { // given before it was found wrong: kept, and without a vote
		s.reopen(t.Task, k, now)
		s.forget(t.Task)
		return Barred
	}
	j := &s.jobs[t.Task.Job]
	if !w.self {
		s.meter.add(len(t.Results), elapsed, now)
	}
	if !w.self && !x.restored {
		s.size.observe(s.cost(j), elapsed)
	}
	s.close(t.Task)
	s.forget(t.Task)
	s.others[t.Task.Job] = append(s.others[t.Task.Job], answer{w.number, t.Task.Copy, t.Sum()})
	s.judge(t.Task.Job, now)
	if j.worker == w.number && j.winner == t.Task.Copy {
		s.counted += elapsed
		s.budget.counted += s.cost(j)
		s.spotCheck(t, now)
	}
	s.audit(t.Task.Job, now)
	s.keep(t.Task.Job)
	return Taken
}

// plausible returns how long a tally says that it took, at most the time since its task was given.
func (s *Scheduler) plausible(t *Tally, x taker, now time.Time) time.Duration {
	most := since(x.since, now)
	if x.restored { // and when that was is not known any more
		most = max(most, mostSlower*s.size.time(s.cost(&s.jobs[t.Task.Job])))
	}
	return min(t.Elapsed, max(most, 0))
}

// fits reports whether a tally is of this run and of a job as it was cut.
func (s *Scheduler) fits(t *Tally, sender string) bool {
	if t.Run != s.params.Run || t.Worker != sender || t.Fingerprint != s.fingerprint || int(t.Task.Job) >= len(s.jobs) {
		return false
	}
	j := &s.jobs[t.Task.Job]
	return t.Task.Copy < j.copies && t.First == j.first && len(t.Results) == int(j.units)
}

// took notes that a taker has answered.
func (s *Scheduler) took(t Task, k *task, taker int, w *worker) {
	k.takers = slices.Delete(k.takers, taker, taker+1)
	if w.self {
		k.self = false
		return
	}
	if _, held := w.held[t]; held {
		delete(w.held, t)
		delete(w.runs, t)
		s.out--
	}
	s.hunger(w)
}

// reopen lets a task wait again whose answer cannot be used.
func (s *Scheduler) reopen(t Task, k *task, now time.Time) {
	for _, x := range k.takers {
		if !x.lost {
			return
		}
	}
	s.wait(t)
}

// alarmsPerWorker bounds the alarms about messages of one worker: it can send as many as it likes.
const alarmsPerWorker = 20

// refuse notes an answer to what was not asked.
func (s *Scheduler) refuse(t Task, sender string, now time.Time) {
	if s.forged[sender]++; s.forged[sender] <= alarmsPerWorker {
		s.alarm(now, Alarm{Kind: AlarmForged, Job: t.Job, Copy: t.Copy, Worker: sender})
	}
}

// Garbage notes a message that is no tally of this run.
func (s *Scheduler) Garbage(sender string, why Reason, now time.Time) {
	if s.forged[sender]++; s.forged[sender] <= alarmsPerWorker {
		s.alarm(now, Alarm{Kind: AlarmMalformed, Worker: sender, Reason: why})
	}
}

// LockedOut notes that a worker was locked out for its messages; it counts as gone.
func (s *Scheduler) LockedOut(name string, now time.Time) {
	s.alarm(now, Alarm{Kind: AlarmLocked, Worker: name})
	s.Leave(name, now)
}

// votes returns the answers to a job of workers that were not found wrong.
func (s *Scheduler) votes(id uint32) []answer {
	j := &s.jobs[id]
	var votes []answer
	if j.worker != nobody {
		votes = append(votes, answer{j.worker, j.winner, j.sum})
	}
	for _, a := range s.others[id] {
		if !s.workers[a.worker].info.Condemned {
			votes = append(votes, a)
		}
	}
	return votes
}

// judge decides which answer to a job counts. All the same: the first. Different: the one that most gave, at least two; without
// a majority it is computed once more, and what counted goes on counting so long, which does not let the run end.
func (s *Scheduler) judge(id uint32, now time.Time) {
	votes := s.votes(id)
	if len(votes) == 0 {
		return
	}
	most, second := majority(votes)
	if second.n == 0 {
		s.win(id, votes[0])
		return
	}
	if most.n < 2 || most.n == second.n {
		s.win(id, votes[0])
		s.alarm(now, s.mismatch(id, AlarmMismatch, votes))
		if s.jobs[id].open == 0 {
			s.again(id, now)
		}
		return
	}
	right := votes[slices.IndexFunc(votes, func(a answer) bool { return a.sum == most.sum })]
	s.win(id, right)
	for _, a := range votes {
		if a.sum != most.sum {
			s.condemn(s.workers[a.worker], s.mismatch(id, AlarmCondemned, votes), now)
		}
	}
}

// A group is how many votes there are for an answer.
type group struct {
	sum uint64
	n   int
}

// majority returns the two answers with the most votes.
func majority(votes []answer) (most, second group) {
	var groups []group
	for _, v := range votes {
		i := slices.IndexFunc(groups, func(g group) bool { return g.sum == v.sum })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{sum: v.sum})
		}
		groups[i].n++
	}
	slices.SortStableFunc(groups, func(a, b group) int { return b.n - a.n })
	groups = append(groups, group{}, group{})
	return groups[0], groups[1]
}

func (s *Scheduler) mismatch(id uint32, kind AlarmKind, votes []answer) Alarm {
	a := Alarm{Kind: kind, Job: id}
	for _, v := range votes {
		a.Answers = append(a.Answers, AlarmAnswer{s.workers[v.worker].info.Name, v.copy, fmt.Sprintf("%016x", v.sum)})
	}
	return a
}

// win makes an answer count, and moves the one that counted to the others.
func (s *Scheduler) win(id uint32, a answer) {
	j := &s.jobs[id]
	if j.worker == a.worker && j.winner == a.copy {
		return
	}
	s.unseat(id)
	s.others[id] = slices.DeleteFunc(s.others[id], func(o answer) bool { return o.worker == a.worker && o.copy == a.copy })
	if len(s.others[id]) == 0 {
		delete(s.others, id)
	}
	j.worker, j.winner, j.sum = a.worker, a.copy, a.sum
	s.done++
	s.doneCost += s.cost(j)
}

// unseat lets no answer to a job count.
func (s *Scheduler) unseat(id uint32) {
	j := &s.jobs[id]
	if j.worker == nobody {
		return
	}
	s.others[id] = append(s.others[id], answer{j.worker, j.winner, j.sum})
	j.worker, j.sum, j.winner = nobody, 0, 0
	s.done--
	s.doneCost -= s.cost(j)
}

// condemn stops using a worker that a majority found wrong: it gets nothing more, and whatever counts on its word alone is
// computed again by others.
func (s *Scheduler) condemn(w *worker, a Alarm, now time.Time) {
	if w.info.Condemned {
		return
	}
	w.info.Condemned = true
	a.Worker = w.info.Name
	s.alarm(now, a)
	s.record(WorkerRecord{w.info})
	s.release(w, now)
	s.orders.Withdraw = append(s.orders.Withdraw, w.info.Name)
	if w.live {
		w.live = false
		s.cores -= w.info.Cores
	}
	for i := range s.jobs {
		id := uint32(i)
		if !s.answered(id, w.number) {
			continue
		}
		if s.jobs[i].worker == w.number {
			s.unseat(id)
			if s.judge(id, now); s.jobs[i].worker == nobody && s.jobs[i].open == 0 {
				s.again(id, now)
			}
		}
		s.audit(id, now) // its word was perhaps the second
		s.keep(id)
	}
}

// audit lets a job that is to be audited be computed again while only one answer has a vote.
func (s *Scheduler) audit(id uint32, now time.Time) {
	j := &s.jobs[id]
	if j.worker != nobody && j.open == 0 && len(s.votes(id)) < 2 && s.chosen(id) {
		s.again(id, now)
	}
}

// draw returns a number below 2^64 that only the coordinator can foretell.
func (s *Scheduler) draw(what string, id uint32) uint64 {
	h := hmac.New(sha256.New, s.params.Secret)
	h.Write(binary.BigEndian.AppendUint32([]byte(what), id))
	return binary.BigEndian.Uint64(h.Sum(nil))
}

// chosen reports whether a job is audited.
func (s *Scheduler) chosen(id uint32) bool {
	return s.params.Audit > 0 && float64(s.draw("audit", id)) < s.params.Audit*(1<<64)
}

// spotCheck has one unit of a job computed again by the coordinator, while that costs no more than its share.
func (s *Scheduler) spotCheck(t *Tally, now time.Time) {
	if s.workers[s.jobs[t.Task.Job].worker].self {
		return
	}
	i := int(s.draw("unit", t.Task.Job) % uint64(len(t.Results)))
	unit := int(t.First) + i
	cost := s.work.Cost(unit, 1)
	if !s.budget.allows(cost, s.size.perCost) {
		return
	}
	s.checks++
	s.budget.begin(cost)
	s.orders.Check = append(s.orders.Check, Check{Job: t.Task.Job, Unit: unit, Claimed: t.Results[i], Worker: t.Worker, Kernel: t.Kernel})
}

// Checked says what the coordinator found for the unit of a check, and how long that took.
func (s *Scheduler) Checked(c Check, found uint64, took time.Duration, now time.Time) {
	s.checks--
	s.budget.end(s.work.Cost(c.Unit, 1), took)
	if found == c.Claimed {
		return
	}
	s.alarm(now, Alarm{Kind: AlarmCheck, Job: c.Job, Worker: c.Worker, Unit: &UnitAnswers{c.Unit, c.Claimed, found}})
	if s.jobs[c.Job].open == 0 && s.jobs[c.Job].worker != nobody {
		s.again(c.Job, now)
	}
}

// CheckFailed says that a check could not be made.
func (s *Scheduler) CheckFailed(c Check) {
	s.checks--
	s.budget.end(s.work.Cost(c.Unit, 1), 0)
}
