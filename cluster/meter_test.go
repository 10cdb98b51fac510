package cluster

import (
	"math"
	"testing"
	"time"
)

func TestMeter(t *testing.T) {
	var m meter
	now := time.Unix(1000, 0)
	m.start(now)
	if units, cores := m.rates(now.Add(time.Second)); units != 0 || cores != 0 {
		t.Errorf("before anything comes in: %v, %v", units, cores)
	}
	// four cores, each of which takes 10 s for a job of 50 units
	run := func(jobs int, gap time.Duration) {
		for range jobs {
			now = now.Add(gap)
			m.add(50, 10*time.Second, now)
		}
	}
	within := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 0.1*want {
			t.Errorf("%s %v, want about %v", what, got, want)
		}
	}
	run(500, 2500*time.Millisecond)
	units, cores := m.rates(now)
	within("units a second", units, 20)
	within("busy cores", cores, 4)
	run(6000, 25*time.Millisecond) // a hundred times as many
	units, cores = m.rates(now)
	within("units a second", units, 2000)
	within("busy cores", cores, 400)
	if len(m.marks) > 100 {
		t.Errorf("%d marks are kept", len(m.marks))
	}
	if units, _ = m.rates(now.Add(time.Hour)); units > 40 {
		t.Errorf("%v units a second, though nothing has come for an hour", units)
	}
	m.start(now)
	if units, cores = m.rates(now.Add(time.Second)); units != 0 || cores != 0 {
		t.Errorf("after a new start: %v, %v", units, cores)
	}
}
