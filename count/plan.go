package count

import (
	"math/bits"

	"example.org/queens/internal/kernel"
)

// plan is where the tree of a matching stops, by exact cost. Node 1<<d | p is the beginning p of d bits.
type plan struct {
	union  []uint32 // union[k]: table words whose key is a subset of k
	stream []uint32 // stream[k]: stream words, and those before them, whose key is below k
	cost   []int64  // cost of the best plan of each node
	sub    []int8   // number of sub-cuts of a leaf, or split

	n        int // cuts
	restBits int
	costs    kernel.Costs
	lanes    int64
}

const (
	split      = -1
	maxSubCuts = 2
)

// measure fills the plan for a matching.
func (p *plan) measure(m *matching, c kernel.Costs, lanes int) {
	p.n, p.restBits, p.costs, p.lanes = m.cuts.n, m.cuts.restBits, c, int64(lanes)
	p.unite(m.table.Start)
	p.addStream(m)
	p.cost, p.sub = resize(p.cost, 2<<p.n), resize(p.sub, 2<<p.n)
	must := p.n - m.cuts.spare
	for d := p.n; d >= 0; d-- {
		for prefix := range 1 << d {
			node := 1<<d | prefix
			p.cost[node], p.sub[node] = p.leaf(d, prefix)
			if d == p.n {
				continue
			}
			if below := p.cost[2*node] + p.cost[2*node+1]; d < must || below < p.cost[node] {
				p.cost[node], p.sub[node] = below, split
			}
		}
	}
}

// leaf returns the least cost of stopping at a node and the number of sub-cuts for it. Sub-cuts
// pay only if the union fills several groups.
func (p *plan) leaf(depth, prefix int) (cost int64, sub int8) {
	union := int64(p.union[p.freeKeys(depth, prefix)])
	stream := p.streamed(prefix, p.n-depth)
	if union == 0 || stream == 0 {
		return 0, 0
	}
	cost = p.matchCost(union, stream, buckets(uint32(prefix), depth), p.n-depth)
	for e := 1; e <= min(maxSubCuts, p.n-depth) && union > p.lanes<<e; e++ {
		if c := p.subCost(depth, prefix, e); c < cost {
			cost, sub = c, int8(e)
		}
	}
	return cost, sub
}

// freeKeys is the greatest key disjoint from those that begin with prefix.
func (p *plan) freeKeys(depth, prefix int) int { return 1<<p.n - 1 ^ prefix<<(p.n-depth) }

func (p *plan) matchCost(union, stream, buckets int64, spare int) int64 {
	c := &p.costs
	chunks := int64(kernel.Chunks(p.restBits + spare))
	groups := (union + p.lanes - 1) / p.lanes
	return c.Leaf + buckets*c.Bucket + union*c.Gather +
		groups*(c.Group+c.GroupChunk*chunks+stream*(c.Item+c.ItemChunk*chunks))
}

// subCost is the cost of a leaf with e sub-cuts: for each key of these e bits, the part of the union that has it against the
// part of the stream that is disjoint from it.
func (p *plan) subCost(depth, prefix, e int) int64 {
	shift := p.n - depth - e
	var streams [1 << maxSubCuts]int64
	for key := range 1 << e {
		streams[key] = p.streamed(prefix<<e|key, shift)
	}
	pieces := int64(1) << (depth - bits.OnesCount(uint(prefix)))
	free := p.freeKeys(depth, prefix) &^ ((1<<e - 1) << shift)
	cost := int64(0)
	for key := range 1 << e {
		var union, stream int64
		for below := range 1 << e {
			if below&^key == 0 {
				part := int64(p.union[free|below<<shift])
				union += part * (1 - 2*int64(bits.OnesCount(uint(key^below))&1))
			}
			if below&key == 0 {
				stream += streams[below]
			}
		}
		if union != 0 && stream != 0 {
			cost += p.matchCost(union, stream, pieces, shift)
		}
	}
	return cost
}

// buckets returns how many pieces the union of a beginning lies in: neighbours without a choice between them are one.
func buckets(prefix uint32, depth int) int64 {
	free := uint32(1)<<depth - 1 ^ prefix
	free >>= bits.TrailingZeros32(^free)
	return 1 << bits.OnesCount32(free)
}

// streamed returns the number of stream words whose key begins with prefix.
func (p *plan) streamed(prefix, shift int) int64 {
	return int64(p.stream[(prefix+1)<<shift] - p.stream[prefix<<shift])
}

// addStream sums the places of the buckets over the classes, so that their differences are the sizes of all classes together.
func (p *plan) addStream(m *matching) {
	p.stream = append(p.stream[:0], m.stream.start[m.classes[0].class]...)
	for _, c := range m.classes[1:] {
		for k, at := range m.stream.start[c.class] {
			p.stream[k] += at
		}
	}
}

// unite sums the bucket sizes over all subsets of each key.
func (p *plan) unite(start []uint32) {
	p.union = resize(p.union, 1<<p.n)
	for k := range p.union {
		p.union[k] = start[k+1] - start[k]
	}
	for bit := 1; bit < len(p.union); bit <<= 1 {
		for from := 0; from < len(p.union); from += 2 * bit {
			low, high := p.union[from:from+bit], p.union[from+bit:from+2*bit]
			for i, v := range low {
				high[i] += v
			}
		}
	}
}
