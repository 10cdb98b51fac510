package cluster

import (
	"container/heap"
	"context"
	"math"
	"math/rand/v2"
	"time"
)

// A Simulation is a run in virtual time: the scheduler is the real one, the machines, the network and the coordinator's
// own time are not.
type Simulation struct {
	Work       *Work
	PerCost    float64       // nanoseconds of a core for a unit of cost
	Machines   int           // workers
	Cores      int           // of each
	Speeds     float64       // the slowest machine's share of the time is 1, the fastest takes 1/Speeds; 1: all alike
	Failures   float64       // chance of a machine to fail within an hour; it comes back after Repair
	Repair     time.Duration // 0: ten minutes
	Latency    time.Duration // of a message; 0: 20 ms
	PerMessage time.Duration // of the coordinator for each tally; 0: 200 us
	Params     Params
	Seed       uint64
	Most       time.Duration // of virtual time; 0: a hundred years
}

// A Simulated says what came of a simulation.
type Simulated struct {
	Makespan   time.Duration
	Ideal      time.Duration // all work in equal parts, without a coordinator
	Idle       float64       // share of the cores' time that was not used for tallies that count
	Jobs       int
	Tallies    int
	Messages   float64 // tallies, assignments and heartbeats a second at the coordinator, on average
	Peak       float64 // of the tallies, in the busiest stretch of ten seconds
	Busy       float64 // share of its time that the coordinator was busy
	Longest    time.Duration
	Stretch    float64 // the most that the coordinator had jobs stretched
	Failures   int
	LedgerSize int64 // predicted from the records
	Finished   bool
}

// Simulate runs a simulation. If ctx ends before it does, what has come of it so far is not finished.
func Simulate(ctx context.Context, o Simulation) Simulated {
	s := newSimulator(o)
	s.run(ctx)
	return s.report()
}

type simulator struct {
	Simulation
	s        *Scheduler
	now      time.Duration
	events   eventQueue
	random   *rand.Rand
	machines []machine
	byName   map[string]int

	free     time.Duration // when the coordinator has time again
	busy     time.Duration
	busySeen time.Duration
	lastTick time.Duration
	useful   time.Duration
	out      Simulated
	messages float64
	window   [2]float64 // index of the present ten seconds, and its tallies
}

type machine struct {
	name    string
	speed   float64
	up      bool
	life    int // counts restarts: events of an earlier life mean nothing
	free    int
	waiting []Assignment
}

type simKind int

const (
	simStart simKind = iota
	simFail
	simArrive // a tally reaches the coordinator
	simDone   // a core ends a job
	simOrder  // a job reaches a machine
	simBeat
	simTick
)

type simEvent struct {
	at      time.Duration
	kind    simKind
	machine int
	life    int
	job     Assignment
	took    time.Duration
}

type eventQueue []simEvent

func (q eventQueue) Len() int           { return len(q) }
func (q eventQueue) Less(i, j int) bool { return q[i].at < q[j].at }
func (q eventQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *eventQueue) Push(x any)        { *q = append(*q, x.(simEvent)) }
func (q *eventQueue) Pop() any {
	old := *q
	e := old[len(old)-1]
	*q = old[:len(old)-1]
	return e
}

// tickPeriod returns how often the scheduler is called without an event: four times a second, less often in a run of years.
func (s *simulator) tickPeriod() time.Duration {
	ideal := time.Duration(s.Work.Total() * s.PerCost / float64(s.Machines*s.Cores))
	return min(max(ideal/1_000_000, 250*time.Millisecond), s.Params.Lease/2)
}

var simEpoch = time.Unix(0, 0)

func newSimulator(o Simulation) *simulator {
	def := func(d *time.Duration, value time.Duration) {
		if *d <= 0 {
			*d = value
		}
	}
	def(&o.Repair, 10*time.Minute)
	def(&o.Latency, 20*time.Millisecond)
	def(&o.PerMessage, 200*time.Microsecond)
	def(&o.Most, 100*365*24*time.Hour)
	o.Speeds, o.PerCost = max(o.Speeds, 1), max(o.PerCost, 1e-9)
	o.Params = o.Params.WithDefaults()
	o.Params.Window = max(o.Params.Window, 3*o.Machines*o.Cores)
	o.Params.Secret = []byte("simulation")
	s := &simulator{Simulation: o, random: rand.New(rand.NewPCG(o.Seed, 1)), byName: map[string]int{}}
	s.s = NewScheduler(o.Work, o.Params, simEpoch)
	s.machines = make([]machine, o.Machines)
	for i := range s.machines {
		s.machines[i] = machine{name: simName(i), speed: 1 / (1 - s.random.Float64()*(1-1/o.Speeds))}
		s.byName[s.machines[i].name] = i
		s.at(simEvent{at: time.Duration(s.random.Int64N(int64(5 * time.Second))), kind: simStart, machine: i})
	}
	s.at(simEvent{kind: simTick})
	return s
}

func simName(i int) string {
	b := []byte("m0000000")
	for at := len(b) - 1; i > 0; at, i = at-1, i/10 {
		b[at] = byte('0' + i%10)
	}
	return string(b)
}

func (s *simulator) at(e simEvent) { heap.Push(&s.events, e) }

func (s *simulator) run(ctx context.Context) {
	for n := 0; len(s.events) > 0 && s.now < s.Most; n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return
		}
		e := heap.Pop(&s.events).(simEvent)
		s.now = e.at
		s.handle(e)
		if s.s.Finished() {
			s.out.Finished = true
			return
		}
	}
}

func (s *simulator) handle(e simEvent) {
	m := &s.machines[e.machine]
	now := simEpoch.Add(s.now)
	switch {
	case e.kind == simTick:
		s.tick(now)
		return
	case e.kind == simArrive: // also of a machine that has failed since
		s.arrive(e, now)
		return
	case e.kind != simStart && e.life != m.life:
		return
	}
	switch e.kind {
	case simStart:
		m.up, m.free, m.waiting = true, s.Cores, nil
		s.s.Hello(WorkerInfo{Name: m.name, Cores: s.Cores, Kernel: "k"}, now)
		s.at(simEvent{at: s.now + s.Params.Lease/4, kind: simBeat, machine: e.machine, life: m.life})
		if s.Failures > 0 {
			hours := s.random.ExpFloat64() / s.Failures
			s.at(simEvent{at: s.now + time.Duration(hours*float64(time.Hour)), kind: simFail, machine: e.machine, life: m.life})
		}
	case simFail:
		m.up, m.waiting = false, nil
		m.life++
		s.out.Failures++
		s.at(simEvent{at: s.now + s.Repair, kind: simStart, machine: e.machine, life: m.life})
	case simBeat:
		s.messages++
		s.s.Beat(m.name, s.Cores, nil, now)
		s.at(simEvent{at: s.now + s.Params.Lease/4, kind: simBeat, machine: e.machine, life: m.life})
	case simOrder:
		m.waiting = append(m.waiting, e.job)
		s.begin(e.machine)
	case simDone:
		m.free++
		s.at(simEvent{at: s.now + s.Latency, kind: simArrive, machine: e.machine, job: e.job, took: e.took})
		s.begin(e.machine)
	}
}

// begin lets free cores of a machine take what waits there.
func (s *simulator) begin(i int) {
	m := &s.machines[i]
	for m.free > 0 && len(m.waiting) > 0 {
		a := m.waiting[0]
		m.waiting = m.waiting[1:]
		m.free--
		took := time.Duration(s.Work.Cost(int(a.Job.First), int(a.Job.Units)) * s.PerCost / m.speed)
		s.out.Longest = max(s.out.Longest, took)
		s.at(simEvent{at: s.now + took, kind: simDone, machine: i, life: m.life, job: a, took: took})
	}
}

// arrive lets the coordinator take a tally: at once if it has time, else when it has.
func (s *simulator) arrive(e simEvent, now time.Time) {
	if s.free > s.now {
		e.at = s.free
		s.free += s.PerMessage
		s.busy += s.PerMessage
		e.kind = simArrive
		s.take(e, simEpoch.Add(e.at))
		return
	}
	s.free = s.now + s.PerMessage
	s.busy += s.PerMessage
	s.take(e, now)
}

func (s *simulator) take(e simEvent, now time.Time) {
	s.messages++
	s.out.Tallies++
	if i := math.Floor(s.now.Seconds() / 10); i != s.window[0] {
		s.out.Peak = max(s.out.Peak, s.window[1]/10)
		s.window = [2]float64{i, 0}
	}
	s.window[1]++
	t := &Tally{Run: s.Params.Run, Task: e.job.Task, First: e.job.Job.First, Fingerprint: s.fingerprint(), Worker: e.job.Worker,
		Kernel: "k", Elapsed: e.took, Results: zeros[:e.job.Job.Units]}
	if s.s.Tally(t, nil, e.job.Worker, now) == Taken {
		s.useful += e.took
		s.out.LedgerSize += int64(ledgerPerJob + ledgerPerUnit*len(t.Results))
	}
	s.issue(now)
}

var zeros = make([]uint64, MaxUnits)

func (s *simulator) fingerprint() string { return s.s.fingerprint }

// What a job and a unit take in the ledger, measured on real ones.
const (
	ledgerPerJob  = 330
	ledgerPerUnit = 7
)

// issue lets the scheduler hand out tasks; they reach their machines when the coordinator gets to it.
func (s *simulator) issue(now time.Time) {
	s.s.Tick(now)
	o := s.s.Take()
	for _, name := range o.Withdraw {
		s.machines[s.byName[name]].waiting = nil
	}
	for _, a := range o.Assign {
		s.messages++
		i := s.byName[a.Worker]
		s.at(simEvent{at: max(s.now, s.free) + s.Latency, kind: simOrder, machine: i, life: s.machines[i].life, job: a})
	}
	for _, c := range o.Check {
		s.s.Checked(c, 0, s.s.size.time(s.Work.Cost(c.Unit, 1)), now)
	}
	for _, a := range o.Self { // on a core of its own
		s.at(simEvent{at: s.now + s.s.size.time(s.Work.Cost(int(a.Job.First), int(a.Job.Units))), kind: simArrive, job: a})
	}
}

func (s *simulator) tick(now time.Time) {
	if s.now > s.lastTick {
		s.s.Busy(s.busy-s.busySeen, s.now-s.lastTick)
	}
	s.busySeen, s.lastTick = s.busy, s.now
	s.s.Behind(s.free - s.now)
	s.out.Stretch = max(s.out.Stretch, s.s.size.stretch(s.s.cores))
	s.issue(now)
	s.at(simEvent{at: s.now + s.tickPeriod(), kind: simTick})
}

func (s *simulator) report() Simulated {
	r := s.out
	r.Makespan = max(s.now, s.free)
	r.Jobs = len(s.s.jobs)
	var speed float64
	for _, m := range s.machines {
		speed += m.speed * float64(s.Cores)
	}
	r.Ideal = time.Duration(s.Work.Total() * s.PerCost / speed)
	seconds := max(r.Makespan.Seconds(), 1e-9)
	r.Messages = s.messages / seconds
	r.Peak = max(r.Peak, s.window[1]/min(10, seconds))
	r.Busy = min(1, s.busy.Seconds()/seconds)
	r.Idle = max(0, 1-s.useful.Seconds()/(seconds*float64(s.Machines*s.Cores)))
	return r
}
