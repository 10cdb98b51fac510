//go:build !purego

package kernel

import (
	"golang.org/x/sys/cpu"
)

// avx512 is the kernel for processors with 512-bit vectors: 512 lanes to a group, one load, AND and
// population count for 512 pairs and chunk.
type avx512 struct{ bmi2 }

// avx512Needs are the instruction groups avx512 uses. Package cpu reports the AVX-512 ones only if
// the operating system saves the registers.
func avx512Needs() []requirement {
	return append(bmi2Needs(),
		requirement{"AVX", cpu.X86.HasAVX},
		requirement{"AVX2", cpu.X86.HasAVX2},
		requirement{"POPCNT", cpu.X86.HasPOPCNT},
		requirement{"AVX512F", cpu.X86.HasAVX512F},
		requirement{"AVX512VBMI", cpu.X86.HasAVX512VBMI},
		requirement{"AVX512VPOPCNTDQ", cpu.X86.HasAVX512VPOPCNTDQ},
		requirement{"GFNI", cpu.X86.HasAVX512GFNI},
	)
}

const avx512Lanes = 512

func (avx512) Name() string { return "avx512" }
func (avx512) Lanes() int   { return avx512Lanes }
func (avx512) Costs() Costs {
	return Costs{Leaf: 1500, Group: 2000, GroupChunk: 600, Item: 8, ItemChunk: 11, Bucket: 300, Gather: 8}
}

func (avx512) Join(dst []uint64, north, south Slice, subsets []uint16, mid uint64) int {
	if len(dst) == 0 || len(subsets) == 0 || len(north.Words) == 0 || len(south.Words) == 0 {
		return generic{}.Join(dst, north, south, subsets, mid)
	}
	return joinAVX512(&dst[0], len(dst), &north.Words[0], &south.Words[0], &north.Start[0], &south.Start[0],
		&subsets[0], len(subsets), uint64(len(north.Start)-2), mid)
}

func (avx512) Or(words []uint64) uint64 {
	whole := len(words) &^ 31
	all := generic{}.Or(words[whole:])
	if whole != 0 {
		all |= orAVX512(&words[0], whole)
	}
	return all
}

func (avx512) Match(a *Arena, table Buckets, keys Keys, planes int, stream []uint32, runs []Run) {
	if len(table.Items) == 0 || len(stream) == 0 || len(runs) == 0 {
		return
	}
	keys = keys.merged()
	left := gatherAVX512(&a.union[0], &table.Items[0], &table.Start[0], uint64(keys.Free), uint64(keys.Fixed), uint64(keys.Shift))
	union := a.union
	for left > avx512Lanes {
		buildAVX512(&a.tables[0], &union[0], avx512Lanes, planes)
		buildAVX512(&a.tables[avx512Group], &union[avx512Lanes], min(avx512Lanes, left-avx512Lanes), planes)
		count2AVX512(&a.tables[0], planes, &stream[0], &runs[0].Start, len(runs), &a.sums[0])
		left -= min(left, 2*avx512Lanes)
		union = union[2*avx512Lanes:]
	}
	if left > 0 {
		buildAVX512(&a.tables[0], &union[0], left, planes)
		count1AVX512(&a.tables[0], planes, &stream[0], &runs[0].Start, len(runs), &a.sums[0])
	}
}

const avx512Group = maxChunks * chunkSize * avx512Lanes / 64
