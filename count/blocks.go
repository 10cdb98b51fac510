package count

// Units that are neighbours use the same quarters: counting them one after the other finds those in the cache. The costs of
// neighbours are mispredicted alike: a run in that order would mispredict its end. So units are taken in blocks of
// neighbours, and the blocks all over the list.

const (
	blockUnits = 64
	spread     = 0.6180339887498949 // of the list, from one block to the next: no few steps come back near the first
)

// inBlocks returns the unit that is taken at place i, a permutation of the units.
func inBlocks(i, units int) int {
	blocks := units / blockUnits
	block := i / blockUnits
	if block >= blocks { // the rest, less than a block
		return i
	}
	return int(uint64(block)*stride(blocks)%uint64(blocks))*blockUnits + i%blockUnits
}

// stride returns the step from block to block, which visits all of them.
func stride(blocks int) uint64 {
	step := uint64(spread * float64(blocks))
	for gcd(step, uint64(blocks)) != 1 {
		step++
	}
	return step
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
