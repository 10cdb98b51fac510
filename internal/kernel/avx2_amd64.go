//go:build !purego

package kernel

import (
	"golang.org/x/sys/cpu"
)

// avx2 is the kernel for processors with 256-bit vectors: 256 lanes to a group.
type avx2 struct{ bmi2 }

// avx2Needs are the instruction groups avx2 uses. Package cpu reports AVX and AVX2 only if the
// operating system saves the registers.
func avx2Needs() []requirement {
	return append(bmi2Needs(),
		requirement{"AVX", cpu.X86.HasAVX},
		requirement{"AVX2", cpu.X86.HasAVX2},
		requirement{"POPCNT", cpu.X86.HasPOPCNT},
	)
}

const (
	avx2Lanes   = 256
	avx2Group   = maxChunks * chunkSize * avx2Lanes / 64
	avx2Scratch = pairs * avx2Group // the arena's tables have room for twice as many lanes
)

func (avx2) Name() string { return "avx2" }
func (avx2) Lanes() int   { return avx2Lanes }
func (avx2) Costs() Costs {
	return Costs{Leaf: 1500, Group: 4000, GroupChunk: 400, Item: 60, ItemChunk: 13, Bucket: 300, Gather: 8}
}

func (avx2) Join(dst []uint64, north, south Slice, subsets []uint16, mid uint64) int {
	if len(dst) == 0 || len(subsets) == 0 || len(north.Words) == 0 || len(south.Words) == 0 {
		return generic{}.Join(dst, north, south, subsets, mid)
	}
	return joinAVX2(&dst[0], len(dst), &north.Words[0], &south.Words[0], &north.Start[0], &south.Start[0],
		&subsets[0], len(subsets), uint64(len(north.Start)-2), mid)
}

func (avx2) Or(words []uint64) uint64 {
	whole := len(words) &^ 15
	all := generic{}.Or(words[whole:])
	if whole != 0 {
		all |= orAVX2(&words[0], whole)
	}
	return all
}

func (avx2) Match(a *Arena, table Buckets, keys Keys, planes int, stream []uint32, runs []Run) {
	if len(table.Items) == 0 || len(stream) == 0 || len(runs) == 0 {
		return
	}
	keys = keys.merged()
	left := gatherAVX2(&a.union[0], &table.Items[0], &table.Start[0], uint64(keys.Free), uint64(keys.Fixed), uint64(keys.Shift))
	union, scratch := a.union, &a.tables[avx2Scratch]
	for left > avx2Lanes {
		buildAVX2(&a.tables[0], &union[0], avx2Lanes, planes, scratch)
		buildAVX2(&a.tables[avx2Group], &union[avx2Lanes], min(avx2Lanes, left-avx2Lanes), planes, scratch)
		count2AVX2(&a.tables[0], planes, &stream[0], &runs[0].Start, len(runs), &a.sums[0])
		left -= min(left, 2*avx2Lanes)
		union = union[2*avx2Lanes:]
	}
	if left > 0 {
		buildAVX2(&a.tables[0], &union[0], left, planes, scratch)
		count1AVX2(&a.tables[0], planes, &stream[0], &runs[0].Start, len(runs), &a.sums[0])
	}
}
