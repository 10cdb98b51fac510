package cluster

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.org/queens/count"
)

// A world is a run in which everything goes wrong that may: what the network, the workers and the coordinator of a
// cluster do to the scheduler and the ledger.
type world struct {
	t       *rapid.T
	work    *Work
	params  Params
	ledger  *Ledger
	s       *Scheduler
	now     time.Time
	queues  map[string][]Assignment // handed out, in the order of arrival
	mail    []envelope              // tallies on their way to the coordinator
	self    []Assignment
	checks  []Check
	liars   map[string]bool
	workers []string
}

type envelope struct {
	sender string
	data   []byte
}

// truth is the result of a unit.
func truth(unit int) uint64 { return uint64(unit)*2654435761%100_003 + 1 }

func testWork(units int) *Work {
	return NewWork(count.Splitting{N: 20, Units: units}, func(i int) float64 { return 1e8 * float64(1+i%7) })
}

func newWorld(t *rapid.T, dir string, units int, liars int) *world {
	w := &world{t: t, work: testWork(units), now: time.Unix(1e9, 0), queues: map[string][]Assignment{}, liars: map[string]bool{}}
	for i := range rapid.IntRange(max(1, 2*liars+1), 5).Draw(t, "workers") {
		w.workers = append(w.workers, fmt.Sprintf("w%d", i))
	}
	for i := range liars {
		w.liars[w.workers[i]] = true
	}
	var err error
	w.ledger, err = OpenLedger(filepath.Join(dir, "ledger"), w.work.Splitting, w.now)
	w.must(err)
	w.ledger.db.NoSync = true
	w.params = Params{Run: w.ledger.identity.Run, JobTime: time.Second, Lease: 10 * time.Second, Audit: 0.3, Spot: 0.01, Secret: []byte("s")}
	if liars > 0 {
		w.params.Audit = 1
	}
	w.restart()
	return w
}

func (w *world) must(err error) {
	if err != nil {
		w.t.Fatal(err)
	}
}

// restart is what happens when the coordinator is killed: its memory, the checks and what it computed itself are gone.
func (w *world) restart() {
	snap, _, err := w.ledger.Snapshot()
	w.must(err)
	w.s, err = Restore(w.work, w.params, snap, w.now)
	w.must(err)
	w.self, w.checks = nil, nil
	w.invariants()
}

// obey makes the orders of the scheduler come about.
func (w *world) obey() {
	w.s.Tick(w.now)
	w.invariants()
	o := w.s.Take()
	w.must(w.ledger.Apply(o.Records, Position{}, w.s.Scale()))
	for _, name := range o.Withdraw {
		w.queues[name] = nil
	}
	for _, a := range o.Assign {
		w.queues[a.Worker] = append(w.queues[a.Worker], a)
	}
	w.self = append(w.self, o.Self...)
	w.checks = append(w.checks, o.Check...)
}

func (w *world) tally(a Assignment, wrong bool) []byte {
	t := Tally{Run: w.params.Run, Task: a.Task, First: a.Job.First, Fingerprint: w.work.Splitting.String(), Worker: a.Worker, Kernel: "k",
		Elapsed: w.s.size.time(w.work.Cost(int(a.Job.First), int(a.Job.Units)))}
	for u := a.Job.First; u < a.Job.End(); u++ {
		t.Results = append(t.Results, truth(int(u)))
	}
	if wrong {
		t.Results[0] += 1 + uint64(len(a.Worker)) + uint64(a.Worker[1]) // every liar lies in its own way
	}
	return t.Encode()
}

// compute lets a worker answer its first task; the message is lost now and then.
func (w *world) compute(name string, lose bool) {
	q := w.queues[name]
	if len(q) == 0 {
		return
	}
	w.queues[name] = q[1:]
	if !lose {
		w.mail = append(w.mail, envelope{name, w.tally(q[0], w.liars[name])})
	}
}

func (w *world) deliver(i int) {
	if len(w.mail) == 0 {
		return
	}
	e := w.mail[i%len(w.mail)]
	w.mail = slices.Delete(w.mail, i%len(w.mail), i%len(w.mail)+1)
	t, err := DecodeTally(e.data)
	w.must(err)
	w.s.Tally(t, e.data, e.sender, w.now)
	w.invariants()
}

// own lets the coordinator do what it has to do itself.
func (w *world) own() {
	for _, a := range w.self {
		data := w.tally(a, false)
		t, _ := DecodeTally(data)
		w.s.Tally(t, data, a.Worker, w.now)
	}
	for _, c := range w.checks {
		w.s.Checked(c, truth(c.Unit), time.Millisecond, w.now)
	}
	w.self, w.checks = nil, nil
	w.invariants()
}

func (w *world) hello(name string) {
	w.s.Hello(WorkerInfo{Name: name, Cores: 2}, w.now)
}

func (w *world) act() {
	name := rapid.SampledFrom(w.workers).Draw(w.t, "worker")
	switch rapid.IntRange(0, 13).Draw(w.t, "act") {
	case 0:
		w.hello(name)
	case 1:
		w.s.Leave(name, w.now)
	case 2:
		w.s.Beat(name, 2, nil, w.now)
	case 3, 4, 5:
		w.compute(name, false)
	case 6:
		w.compute(name, true)
	case 7, 8, 9:
		w.deliver(rapid.IntRange(0, 5).Draw(w.t, "letter"))
	case 10:
		w.now = w.now.Add(time.Duration(rapid.IntRange(1, 12_000).Draw(w.t, "ms")) * time.Millisecond)
	case 11: // killed, before or after the ledger was written
		if rapid.Bool().Draw(w.t, "written") {
			o := w.s.Take()
			w.must(w.ledger.Apply(o.Records, Position{}, 0))
		} else {
			return // it could not have taken the mail either; see deliver
		}
		w.restart()
	case 12:
		if q := w.queues[name]; len(q) > 0 {
			w.s.Failed(q[0].Task, name, "no memory", w.now)
		}
	case 13:
		w.own()
	}
	w.obey()
}

// finish lets everybody do their work.
func (w *world) finish() {
	for round := 0; !w.s.Finished(); round++ {
		if round > 20_000 {
			w.t.Fatalf("it does not end: %+v", w.s.Status())
		}
		if w.s.Stuck() {
			w.s.RetryAside()
		}
		for _, name := range w.workers {
			w.s.Beat(name, 2, nil, w.now)
			w.compute(name, false)
		}
		for len(w.mail) > 0 {
			w.deliver(0)
		}
		w.own()
		w.now = w.now.Add(500 * time.Millisecond)
		w.obey()
	}
}

// invariants are those of Scheduler.
func (w *world) invariants() {
	s := w.s
	next, done, open := 0, 0, 0
	for id := range s.jobs {
		j := &s.jobs[id]
		if int(j.first) != next || j.units == 0 {
			w.t.Fatalf("job %d begins at %d, not at %d", id, j.first, next)
		}
		next += int(j.units)
		if j.worker != nobody {
			done++
		} else if j.open == 0 {
			w.t.Fatalf("job %d has neither a winner nor an open task", id)
		}
		for c := range j.copies {
			if j.open>>c&1 == 1 {
				open++
				w.placed(Task{uint32(id), c})
			}
		}
	}
	held := 0
	for _, x := range s.workers[1:] {
		held += len(x.held)
	}
	if next != s.next || done != s.done || open != s.open || held != s.out {
		w.t.Fatalf("units %d %d, done %d %d, open %d %d, out %d %d", next, s.next, done, s.done, open, s.open, held, s.out)
	}
}

// placed checks that an open task is somewhere.
func (w *world) placed(t Task) {
	k := w.s.tasks[t]
	if k == nil || !k.open {
		w.t.Fatalf("task %v is lost", t)
	}
	if k.waiting != slices.Contains(w.s.waiting, t) {
		w.t.Fatalf("task %v: waiting is %v", t, k.waiting)
	}
	if !k.waiting && !k.aside && !k.self && !taken(k) {
		w.t.Fatalf("task %v is nowhere", t)
	}
}

// checkResult compares the ledger with the truth.
func (w *world) checkResult() {
	total, units, err := w.ledger.Total()
	w.must(err)
	want := uint64(0)
	for u := range w.work.Units() {
		want += truth(u)
	}
	if total.Lo != want || units != w.work.Units() {
		w.t.Fatalf("total %d of %d units, want %d of %d", total.Lo, units, want, w.work.Units())
	}
}

// TestAnything lets random things happen, then everybody work, and wants the exact total.
func TestAnything(t *testing.T) {
	for liars := range 3 {
		t.Run(fmt.Sprintf("liars %d", liars), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				w := newWorld(rt, t.TempDir(), rapid.IntRange(1, 120).Draw(rt, "units"), liars)
				defer w.ledger.Close()
				for range rapid.IntRange(0, 150).Draw(rt, "acts") {
					w.act()
				}
				w.finish()
				w.checkResult()
			})
		})
	}
}
