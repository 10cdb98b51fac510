package cluster

import "time"

// A budget bounds what the coordinator spends on checking single units: a share of what the workers spend. What they say they spent
// decides little: a worker that lies would say what keeps it from being checked. What counts are the predicted costs of the units and the
// coordinator's own clock.
type budget struct {
	share   float64       // that may be spent
	spent   time.Duration // on checks
	checked float64       // cost of the units checked
	pending float64       // and of those under way
	counted float64       // cost of all tallies that count
}

// mostSlower is how much slower than a worker, at most, the coordinator is taken to be: it checks with another kernel.
const mostSlower = 10

// allows reports whether a unit of that cost may be checked, perCost being the nanoseconds for a unit of cost that workers claim. The first
// check tells what checks cost.
func (b *budget) allows(cost, perCost float64) bool {
	if b.share <= 0 {
		return false
	}
	if b.checked == 0 {
		return b.pending == 0
	}
	own := float64(b.spent) / b.checked
	workers := min(max(perCost, own/mostSlower), own)
	return float64(b.spent)+own*(b.pending+cost) <= b.share*b.counted*workers
}

func (b *budget) begin(cost float64) { b.pending += cost }

// end notes that a check ended; after a failed one took is 0.
func (b *budget) end(cost float64, took time.Duration) {
	b.pending = max(0, b.pending-cost)
	if took > 0 {
		b.spent += took
		b.checked += cost
	}
}
