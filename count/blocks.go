package count

// Units that are neighbours use the same quarters: counting them one after the other finds those in the cache. The costs of
// neighbours are mispredicted alike: a run in that order would mispredict its end. So units are taken in blocks of
// neighbours, and the blocks all over the list.

const (
	blockUnits = 64
	spread     = 0.6180339887498949 // of the list, from one block to the next: no few steps come back near the first
)

// A blockOrder is that order of the units, a permutation of their indexes.
type blockOrder struct{ blocks, stride uint64 }

func newBlockOrder(units int) blockOrder {
	o := blockOrder{blocks: uint64(units / blockUnits)}
	o.stride = uint64(spread * float64(o.blocks))
	for gcd(o.stride, o.blocks) != 1 && o.blocks > 0 { // else it would not visit all
		o.stride++
	}
	return o
}

// unit returns the unit that is taken at place i.
func (o blockOrder) unit(i int) int {
	block := uint64(i / blockUnits)
	if block >= o.blocks { // the rest, less than a block
		return i
	}
	return int(block*o.stride%o.blocks)*blockUnits + i%blockUnits
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
