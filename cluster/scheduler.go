package cluster

import (
	"slices"
	"time"
)

// Params bound and tune a run.
type Params struct {
	Run     string        // its name
	JobTime time.Duration // that a job should take on one core
	Lease   time.Duration // after which a silent worker is given up
	Window  int           // tasks that may be out at once
	Audit   float64       // share of the jobs that a second worker computes
	Spot    float64       // share of the work that the coordinator may spend on checking single units
	Units   int           // in every job; 0: as many as JobTime and all else want
	Secret  []byte        // decides which jobs and units are checked; nobody but the coordinator has it
}

// Default values of Params.
const (
	DefaultJobTime = 30 * time.Second
	DefaultLease   = 60 * time.Second
	DefaultWindow  = 50_000
	DefaultAudit   = 0.02
	DefaultSpot    = 0.01
)

// WithDefaults returns p with the zero fields set; an audit share of 0 stays.
func (p Params) WithDefaults() Params {
	if p.JobTime <= 0 {
		p.JobTime = DefaultJobTime
	}
	if p.Lease <= 0 {
		p.Lease = DefaultLease
	}
	if p.Window <= 0 {
		p.Window = DefaultWindow
	}
	return p
}

// A Scheduler decides which worker computes what. Its methods take events and the time at which they happen;
// what is to be done gathers until Take. It is for one goroutine at a time.
//
// The invariants, which tests hold after every event:
//
//   - the jobs are 0 .. len(jobs)-1, and their units are 0 .. next-1, each once;
//   - a job counts once: with the tally of its winner, or not yet;
//   - every job without a winner has an open task or is set aside;
//   - every open task is waiting, out with a worker that is not given up, at the coordinator, or set aside.
type Scheduler struct {
	work   *Work
	params Params
	size   sizer

	fingerprint string

	jobs     []job
	others   map[uint32][]answer // answers to jobs beside those that count
	next     int                 // first unit that is in no job
	done     int                 // jobs that have a winner
	doneCost float64
	tasks    map[Task]*task // open, or closed with somebody who may still answer
	open     int            // open tasks
	waiting  []Task         // open tasks that nobody has, in the order in which they are given out
	aside    int            // open tasks that failed too often

	workers []*worker // by number; 0 is nobody
	byName  map[string]*worker
	hungry  []*worker // that may have room
	cores   int       // of live workers
	out     int       // tasks that live workers have

	paused  bool
	started time.Time // of this scheduler
	swept   time.Time
	ticked  time.Time
	meter   meter
	budget  budget        // of the coordinator's checks
	counted time.Duration // on tallies that count
	checks  int           // under way
	tallies int           // since the last call of Busy
	behind  time.Duration // see Behind
	forged  map[string]int
	orders  Orders
}

// A job as the scheduler keeps it: small, there may be millions.
type job struct {
	first  uint32
	units  uint16
	copies uint8
	winner uint8 // copy whose tally counts, if worker is not 0
	open   uint16
	worker uint32 // number of the worker whose tally counts, 0 for none
	sum    uint64
}

// An answer is a tally without its results.
type answer struct {
	worker uint32
	copy   uint8
	sum    uint64
}

// A task that is open, or that somebody may still answer.
type task struct {
	open    bool
	waiting bool  // in Scheduler.waiting
	aside   bool  // failed too often
	self    bool  // at the coordinator
	since   int64 // in nanoseconds, as Time.UnixNano: there may be millions of tasks
	takers  []taker
	failed  []uint32 // workers that failed; once for each time
}

// A taker is a worker that was given a task and has not answered.
type taker struct {
	since    int64
	worker   uint32
	lost     bool // given up, but may still answer
	restored bool // since is when this scheduler began, not when the task was given
}

const nobody = 0

// NewScheduler returns a scheduler at the beginning of a run.
func NewScheduler(w *Work, p Params, now time.Time) *Scheduler {
	p = p.WithDefaults()
	s := &Scheduler{
		work: w, params: p, size: newSizer(p.JobTime), fingerprint: w.Splitting.String(), others: map[uint32][]answer{}, tasks: map[Task]*task{},
		workers: []*worker{nil}, byName: map[string]*worker{}, forged: map[string]int{}, budget: budget{share: p.Spot}, started: now, swept: now, ticked: now,
	}
	s.meter.start(now)
	return s
}

// Take returns what is to be done since the last call.
func (s *Scheduler) Take() Orders {
	o := s.orders
	s.orders = Orders{}
	return o
}

// Finished reports whether every unit counts and nothing is left to be checked.
func (s *Scheduler) Finished() bool {
	return s.next == s.work.Units() && s.done == len(s.jobs) && s.open == 0 && s.checks == 0
}

// Stuck reports whether nothing is left but jobs that were set aside.
func (s *Scheduler) Stuck() bool {
	return s.next == s.work.Units() && s.aside > 0 && s.open == s.aside && s.checks == 0
}

// Pause stops handing out tasks; what is out goes on.
func (s *Scheduler) Pause() { s.paused = true }

// Resume goes on after Pause.
func (s *Scheduler) Resume() {
	s.paused = false
	s.allHungry()
}

// SetAudit changes the share of the jobs that are audited, from now on.
func (s *Scheduler) SetAudit(share float64) { s.params.Audit = share }

// Busy takes how long the coordinator was busy within the time since the last call.
func (s *Scheduler) Busy(spent, within time.Duration) {
	s.size.busy(spent, within, s.tallies)
	s.tallies = 0
}

// Behind takes how long messages wait before they come to the scheduler. If it is long, silence means nothing: nobody is given up.
func (s *Scheduler) Behind(by time.Duration) { s.behind = by }

// Job returns job id.
func (s *Scheduler) Job(id uint32) Job {
	j := &s.jobs[id]
	return Job{ID: id, First: j.first, Units: uint32(j.units)}
}

// keep records the present state of a job.
func (s *Scheduler) keep(id uint32) {
	j := &s.jobs[id]
	r := JobRecord{Job: s.Job(id), Copies: j.copies, Open: j.open}
	if j.worker != nobody {
		r.Winner = Winner{Worker: s.workers[j.worker].info.Name, Copy: j.winner, Sum: j.sum}
	}
	s.record(r)
}

func (s *Scheduler) record(r Record) { s.orders.Records = append(s.orders.Records, r) }

func (s *Scheduler) alarm(now time.Time, a Alarm) {
	a.Time = now
	s.record(AlarmRecord{a})
}

// cost returns the predicted cost of a job.
func (s *Scheduler) cost(j *job) float64 { return s.work.Cost(int(j.first), int(j.units)) }

// cut makes a new job of the next units, if there are any left.
func (s *Scheduler) cut(now time.Time) (Task, bool) {
	if s.next == s.work.Units() {
		return Task{}, false
	}
	left := s.work.Cost(s.next, s.work.Units()-s.next)
	n := s.work.cut(s.next, s.target(left, now))
	if s.params.Units > 0 {
		n = min(s.params.Units, MaxUnits, s.work.Units()-s.next)
	}
	id := uint32(len(s.jobs))
	s.jobs = append(s.jobs, job{first: uint32(s.next), units: uint16(n)})
	s.next += n
	t := s.ask(id, now)
	return t, true
}

// target returns the cost of the next job, left being the cost of the units in no job yet.
func (s *Scheduler) target(left float64, now time.Time) float64 {
	return s.size.target(left, s.cores, now.Sub(s.started))
}

// ask opens one more task for a job; the caller records the job.
func (s *Scheduler) ask(id uint32, now time.Time) Task {
	j := &s.jobs[id]
	t := Task{Job: id, Copy: j.copies}
	j.copies++
	j.open |= 1 << t.Copy
	s.tasks[t] = &task{open: true, since: now.UnixNano()}
	s.open++
	return t
}

// again opens one more task for a job and lets it wait, before all new jobs.
func (s *Scheduler) again(id uint32, now time.Time) {
	if s.jobs[id].copies == maxCopies {
		s.alarm(now, Alarm{Kind: AlarmAside, Job: id, Reason: ReasonCopies})
		return
	}
	s.wait(s.ask(id, now))
	s.keep(id)
}

// wait puts an open task among those that nobody has.
func (s *Scheduler) wait(t Task) {
	k := s.tasks[t]
	if k == nil || !k.open || k.waiting || k.aside || k.self {
		return
	}
	k.waiting = true
	s.waiting = append(s.waiting, t)
}

// close ends a task. Those who have it may still answer.
func (s *Scheduler) close(t Task) {
	k := s.tasks[t]
	if !k.open {
		return
	}
	k.open = false
	s.open--
	if k.aside {
		s.aside--
	}
	s.jobs[t.Job].open &^= 1 << t.Copy
	if k.waiting {
		s.unwait(t)
	}
}

func (s *Scheduler) unwait(t Task) {
	s.tasks[t].waiting = false
	s.waiting = slices.DeleteFunc(s.waiting, func(other Task) bool { return other == t })
}

// forget drops a closed task that nobody may answer any more.
func (s *Scheduler) forget(t Task) {
	if k := s.tasks[t]; k != nil && !k.open && len(k.takers) == 0 {
		delete(s.tasks, t)
	}
}

// since returns the time since a moment.
func since(moment int64, now time.Time) time.Duration { return time.Duration(now.UnixNano() - moment) }
