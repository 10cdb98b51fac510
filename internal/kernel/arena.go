package kernel

import "unsafe"

const (
	cacheLine = 64
	groupSpan = 512 // greatest number of lanes of any kernel
	pairs     = 2   // table groups built before they are used
)

// Arena is the memory that one goroutine lends to Match, and the sums that Match adds to.
type Arena struct {
	union  []uint32 // gathered table side, then lanes for the last group
	tables []uint64 // table groups, aligned to a cache line
	sums   []uint64 // 8 lanes for each class
}

// NewArena returns an arena for unions of at most items words.
func NewArena(items int) *Arena {
	return &Arena{
		union:  make([]uint32, items+groupSpan+Slack),
		tables: aligned(pairs * maxChunks * chunkSize * groupSpan / 64),
		sums:   aligned(MaxClasses * 8),
	}
}

// Size returns the bytes that an arena for unions of items words takes.
func Size(items int) uint64 {
	return uint64(items+groupSpan+Slack)*4 + pairs*maxChunks*chunkSize*groupSpan/8
}

// Room returns the greatest union the arena takes.
func (a *Arena) Room() int { return len(a.union) - groupSpan - Slack }

// Keys returns room for n keys, n <= Room(). It is the memory in which Match gathers the union.
func (a *Arena) Keys(n int) []uint32 { return a.union[:n] }

// Sums returns the sum of each class and clears them.
func (a *Arena) Sums() (sums [MaxClasses]uint64) {
	for class := range sums {
		for lane := range 8 {
			sums[class] += a.sums[class*8+lane]
			a.sums[class*8+lane] = 0
		}
	}
	return sums
}

// aligned returns n words that start at a cache line.
func aligned(n int) []uint64 {
	s := make([]uint64, n+cacheLine/8)
	skip := -uintptr(unsafe.Pointer(&s[0])) % cacheLine / 8
	return s[skip:][:n:n]
}
