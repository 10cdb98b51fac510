package cluster

import "time"

// A sizer says how much work a job should be.
//
// A job should take jobTime on the core that takes it. Costs are predictions, so their scale is learnt from the tallies as they come in. Two
// things bend the rule: towards the end jobs shrink with the work that is left for each core, so that all end
// together; and when the coordinator has too little time for its messages, jobs grow until it has enough.
type sizer struct {
	jobTime  time.Duration
	perCost  float64 // nanoseconds of a core for a unit of cost
	seen     int     // observations
	perTally float64 // nanoseconds of the coordinator for a tally
}

const (
	leastJob     = 100 * time.Millisecond // jobs at the end are not shorter, unless all are
	firstJob     = time.Second            // jobs are not longer until the scale is known
	enoughSeen   = 4
	firstTally   = 200_000                          // nanoseconds, until there is a load to measure it under
	jobsPerCore  = 3                                // that are wanted of what is left
	tooBusy      = 0.7                              // share of its time that the coordinator may be busy
	idle         = 0.3                              // and below which it has little to do
	mostStretch  = float64(24*time.Hour) / 30e9 / 2 // no job takes half a day
	observeShare = 0.02                             // weight of a new observation
)

func newSizer(jobTime time.Duration) sizer {
	return sizer{jobTime: jobTime, perCost: 1, perTally: firstTally}
}

// observe takes what a job cost and how long it took.
func (s *sizer) observe(cost float64, elapsed time.Duration) {
	if cost <= 0 || elapsed <= 0 {
		return
	}
	s.seen++
	weight := max(observeShare, 1/float64(s.seen))
	s.perCost += weight * (float64(elapsed)/cost - s.perCost)
}

// busy takes how long the coordinator was busy with so many tallies within a time. At ease a tally costs it more than under load, where
// they share a write to disk, so only a load counts.
func (s *sizer) busy(spent, within time.Duration, tallies int) {
	if tallies == 0 || float64(spent) < idle*float64(within) {
		return
	}
	s.perTally += 0.2 * (float64(spent)/float64(tallies) - s.perTally)
}

// bearable is the time that jobs must take for the tallies of so many cores not to be too many for the coordinator.
func (s *sizer) bearable(cores int) float64 { return float64(cores) * s.perTally / tooBusy }

// stretch returns how much longer than jobTime jobs are for that reason, at least 1.
func (s *sizer) stretch(cores int) float64 {
	return max(1, min(s.bearable(cores)/float64(s.jobTime), mostStretch))
}

// time returns the time that a cost takes on one core.
func (s *sizer) time(cost float64) time.Duration { return time.Duration(cost * s.perCost) }

// target returns the cost of the next job, left being the cost of the units in no job yet, and age the time since the start: those who
// come first must not get for long what many share a moment later.
func (s *sizer) target(left float64, cores int, age time.Duration) float64 {
	long := float64(s.jobTime) * s.stretch(cores)
	if s.seen < enoughSeen {
		long = min(long, float64(firstJob))
	}
	long = min(long, max(float64(firstJob), float64(age)/2, s.bearable(cores)))
	share := left * s.perCost / float64(max(cores, 1)*jobsPerCore)
	least := min(max(float64(leastJob), s.bearable(cores)), long)
	return max(min(long, share), least) / s.perCost
}
