package cluster

import (
	"math"
	"testing"
	"time"
)

// A desk is a scheduler and its time, for tests that play the workers.
type desk struct {
	t   *testing.T
	s   *Scheduler
	now time.Time
}

func newDesk(t *testing.T, p Params, workers ...string) *desk {
	p.Run, p.Secret = "r", []byte("s")
	d := &desk{t: t, now: time.Unix(1e9, 0)}
	d.s = NewScheduler(testWork(5000), p, d.now)
	for _, name := range workers {
		d.s.Hello(WorkerInfo{Name: name, Cores: 1}, d.now)
	}
	return d
}

// orders lets the scheduler decide.
func (d *desk) orders() Orders {
	d.s.Tick(d.now)
	return d.s.Take()
}

// answer lets a worker answer a task after a time, of which it says what it wants, with results that are wrong by off.
func (d *desk) answer(a Assignment, took, says time.Duration, off uint64) {
	d.now = d.now.Add(took)
	t := &Tally{Run: "r", Task: a.Task, First: a.Job.First, Fingerprint: d.s.fingerprint, Worker: a.Worker, Kernel: "k", Elapsed: says}
	for u := a.Job.First; u < a.Job.End(); u++ {
		t.Results = append(t.Results, truth(int(u))+off)
	}
	if v := d.s.Tally(t, t.Encode(), a.Worker, d.now); v != Taken {
		d.t.Fatalf("verdict %v", v)
	}
}

// TestFalseTimes lets a liar claim times that would keep the coordinator from checking it, or make a mess of the sizes of jobs.
func TestFalseTimes(t *testing.T) {
	for _, says := range []time.Duration{0, 1, time.Second, math.MaxInt64} {
		d := newDesk(t, Params{JobTime: time.Second, Spot: 0.01}, "liar")
		alarms, longest := 0, 0
		for range 60 {
			o := d.orders()
			for _, a := range o.Assign {
				longest = max(longest, int(a.Job.Units))
				d.answer(a, time.Second, says, 8)
			}
			o = d.orders()
			for _, c := range o.Check {
				d.s.Checked(c, truth(c.Unit), 5*time.Millisecond, d.now)
			}
			for _, r := range d.orders().Records {
				if a, ok := r.(AlarmRecord); ok && a.Alarm.Kind == AlarmCheck {
					alarms++
				}
			}
			if d.s.next == d.s.work.Units() {
				break
			}
		}
		if alarms == 0 {
			t.Errorf("it says %v for every job, and is not checked", says)
		}
		if says == math.MaxInt64 && longest < 2 {
			t.Errorf("it says %v, and jobs have %d units", says, longest)
		}
	}
}

// TestBudget wants checks to stay within their share, with another kernel that is slower too.
func TestBudget(t *testing.T) {
	for _, slower := range []float64{0.5, 1, 3, 10} {
		const perCost, job, unit = 1.0, 1e9, 2e7 // a second for a job of fifty units
		b := budget{share: 0.01}
		checks := 0
		for range 10_000 {
			b.counted += job
			if b.allows(unit, perCost) {
				checks++
				b.begin(unit)
				b.end(unit, time.Duration(unit*perCost*slower))
			}
		}
		share := float64(b.spent) / (b.counted * perCost)
		if share > 0.011 || checks < 300 {
			t.Errorf("%v times slower: %d checks, %.2f %% of the time", slower, checks, 100*share)
		}
	}
}

// TestFailsAlone lets one worker fail everything that it is given: it can set nothing aside while there is another.
func TestFailsAlone(t *testing.T) {
	d := newDesk(t, Params{JobTime: time.Second}, "evil", "honest")
	for range 200 {
		for _, a := range d.orders().Assign {
			if a.Worker == "honest" {
				d.answer(a, time.Second, time.Second, 0)
				continue
			}
			for range 5 {
				d.s.Failed(a.Task, "evil", ReasonNoUnits, d.now)
			}
		}
		d.now = d.now.Add(time.Second)
		d.s.Beat("evil", 1, nil, d.now)
		d.s.Beat("honest", 1, nil, d.now)
	}
	if st := d.s.Status(); st.Aside != 0 || st.Done < 100 {
		t.Errorf("%+v", st)
	}
}

// TestFailsEverywhere sets a task aside that fails three times where there is nobody else, or at three workers, and names the last.
func TestFailsEverywhere(t *testing.T) {
	for _, workers := range [][]string{{"a"}, {"a", "b"}, {"a", "b", "c", "d", "e"}} {
		d := newDesk(t, Params{JobTime: time.Second}, workers...)
		var alarm *Alarm
		for range 20 {
			o := d.orders()
			for _, r := range o.Records {
				if a, ok := r.(AlarmRecord); ok && a.Alarm.Job == 0 {
					alarm = &a.Alarm
				}
			}
			for _, a := range o.Assign {
				if a.Task.Job == 0 {
					d.s.Failed(a.Task, a.Worker, "out of memory", d.now)
				} else {
					d.answer(a, 0, time.Second, 0)
				}
			}
			d.now = d.now.Add(time.Second)
		}
		if alarm == nil || alarm.Kind != AlarmAside || alarm.Worker == "" || alarm.Reason != "out of memory" {
			t.Errorf("%d workers: %+v", len(workers), alarm)
		}
	}
}
