package cluster

import (
	"testing"
	"time"
)

// simWork is a work of so many core seconds in units of up to two seconds.
func simWork(seconds float64) *Work {
	units := int(seconds / 1.05)
	return NewWork(testWork(units).Splitting, func(i int) float64 { return 1e9 * (0.1 + 1.9*float64(i%101)/100) })
}

func TestSimulate(t *testing.T) {
	for _, test := range []struct {
		name     string
		sim      Simulation
		idle     float64 // at most
		stretch  float64 // at least
		failures bool
	}{
		{"one core", Simulation{Machines: 1, Cores: 1, Work: simWork(3_000)}, 0.03, 1, false},
		{"a hundred cores", Simulation{Machines: 25, Cores: 4, Work: simWork(300_000)}, 0.03, 1, false},
		{"different speeds", Simulation{Machines: 25, Cores: 4, Speeds: 4, Work: simWork(300_000)}, 0.2, 1, false},
		{"failures", Simulation{Machines: 25, Cores: 4, Failures: 2, Work: simWork(300_000), Repair: time.Minute}, 0.3, 1, true},
		{"busy coordinator", Simulation{Machines: 40, Cores: 25, PerMessage: 100 * time.Millisecond, Work: simWork(1_500_000)}, 0.6, 2, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.sim.PerCost = 1
			test.sim.Params.Audit = 0.02
			if testing.Short() && test.sim.Machines > 30 {
				t.Skip("long")
			}
			r := Simulate(t.Context(), test.sim)
			t.Logf("%+v", r)
			if !r.Finished || r.Idle > test.idle || r.Stretch < test.stretch || (r.Failures > 0) != test.failures {
				t.Errorf("idle %.3f, stretch %.1f", r.Idle, r.Stretch)
			}
		})
	}
}

// TestSimulateAgain wants the same from the same seed.
func TestSimulateAgain(t *testing.T) {
	o := Simulation{Machines: 10, Cores: 2, Work: simWork(20_000), PerCost: 1, Seed: 7}
	if a, b := Simulate(t.Context(), o), Simulate(t.Context(), o); a != b {
		t.Errorf("%+v\n%+v", a, b)
	}
}
