package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// wide is the shape of the AVX-512 tables.
var wide = shape{lanes: 512}

func avx512() {
	joinAVX512()
	orAVX512()
	gather("gatherAVX512", 64, func(from, to Mem) {
		v := ZMM()
		VMOVDQU64(from, v)
		VMOVDQU64(v, to)
	})
	buildAVX512()
	countAVX512(1)
	countAVX512(2)
}

func joinAVX512() {
	middle := ZMM()
	xs, xm := ZMM(), ZMM()
	tail := K()
	join("joinAVX512", 8, joinSteps{
		middle: func(mid GPVirtual) { VPBROADCASTQ(mid, middle) },
		tail:   func(bits GPVirtual) { KMOVW(bits.As32(), tail) },
		x: func(w GPVirtual) {
			VPBROADCASTQ(w, xs)
			VPORQ(middle, xs, xm)
		},
		ys: func(at, out GPVirtual, last bool) {
			ys, both := ZMM(), ZMM()
			k := K()
			VMOVDQU64(Mem{Base: at}, ys)
			if last {
				VPTESTNMQ(xm, ys, tail, k)
			} else {
				VPTESTNMQ(xm, ys, k)
			}
			VPORQ(xm, ys, both)
			VPCOMPRESSQ_Z(both, k, both)
			VMOVDQU64(both, Mem{Base: out})
			count := GP64()
			KMOVW(k, count.As32())
			POPCNTQ(count, count)
			LEAQ(Mem{Base: out, Index: count, Scale: 8}, out)
		},
	})
}

func orAVX512() {
	TEXT("orAVX512", NOSPLIT, "func(words *uint64, n int) uint64")
	Pragma("noescape")
	Doc("orAVX512 returns the union of n words, n a multiple of 32.")
	words, n := param("words"), param("n")
	acc := [4]VecVirtual{ZMM(), ZMM(), ZMM(), ZMM()}
	for _, a := range acc {
		VPXORQ(a, a, a)
	}
	Label("loop")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	for i, a := range acc {
		VPORQ(Mem{Base: words, Disp: i * 64}, a, a)
	}
	ADDQ(U32(256), words)
	SUBQ(Imm(32), n)
	JMP(LabelRef("loop"))
	Label("done")
	VPORQ(acc[0], acc[1], acc[0])
	VPORQ(acc[2], acc[3], acc[2])
	VPORQ(acc[0], acc[2], acc[0])
	y, x := YMM(), XMM()
	VEXTRACTI64X4(Imm(1), acc[0], y)
	VPOR(y, acc[0].AsY(), y)
	VEXTRACTI128(Imm(1), y, x)
	VPOR(x, y.AsX(), x)
	low, high := GP64(), GP64()
	VMOVQ(x, low)
	VPEXTRQ(Imm(1), x, high)
	ORQ(high, low)
	Store(low, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// bytesTable declares a constant of 64 bytes.
func bytesTable(name string, f func(i int) int) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 64 {
		DATA(i, U8(f(i)))
	}
	return m
}

// buildAVX512 transposes 512 packed words to bit planes and makes the masks of all values of each chunk.
//
// Transposing exchanges five bits of the address of a bit (which of 32 registers) for the five bits of its number in the word:
//
//	VPERMT2B  32 words: byte b of each, b and b+1 apart, eight words to a qword, last first
//	affine    each qword as an 8 x 8 bit matrix with the unit matrix: byte i is bit i of the eight words
//	VPERMT2B  64 words: qword i is bit i of byte b
//	8 x 8     transposition of qwords over eight such registers: register i is bit i, 512 words
func buildAVX512() {
	first := [2]Mem{}
	for half := range first {
		first[half] = bytesTable(fmt.Sprintf("bytesOfWords%d", half), func(i int) int {
			b, octet, t := 2*half+i/32, i/8%4, i%8
			return (octet*8+7-t)*4 + b
		})
	}
	second := [2]Mem{}
	for b := range second {
		second[b] = bytesTable(fmt.Sprintf("octetsOfByte%d", b), func(i int) int {
			plane, octet := i/8, i%8
			return octet/4*64 + 32*b + octet%4*8 + plane
		})
	}
	unit := bytesTable("unitMatrix", func(i int) int { return 1 << (i % 8) })
	laneStart := GLOBL("laneStart", RODATA|NOPTR)
	for i := range 8 {
		DATA(i*8, U64(i*64))
	}

	TEXT("buildAVX512", NOSPLIT, "func(group *uint64, items *uint32, n, planes int)")
	Pragma("noescape")
	Doc("buildAVX512 makes the table of the first n of 512 items for their lowest planes bits, planes > 0.")
	group, items, n, planes := param("group"), param("items"), param("n"), param("planes")

	Comment("Lanes below n are valid.")
	valid, ones := ZMM(), ZMM()
	count, zero, one := ZMM(), ZMM(), ZMM()
	VPTERNLOGQ(Imm(0xFF), ones, ones, ones)
	VPXORQ(zero, zero, zero)
	VPSUBQ(ones, zero, one)
	VPBROADCASTQ(n, count)
	VPSUBQ(laneStart, count, count)
	VPMAXSQ(zero, count, count)
	VPSLLVQ(count, one, valid)
	VPADDQ(ones, valid, valid)

	matrix := ZMM()
	VMOVDQU64(unit, matrix)
	var plane []VecVirtual
	entries := 0
	for half := range 2 {
		low, high := planeBytes(items, first[half], second, matrix)
		for _, rows := range [][8]VecVirtual{low, high} {
			t := transposeQwords(rows)
			plane = append(plane, t[:]...)
			for len(plane) >= (entries+1)*chunkBits || len(plane) == maxPlanes && entries < maxChunks {
				base := ones
				if entries == 0 {
					base = valid
				}
				masks(group, entries, base, plane[entries*chunkBits:], planes)
				entries++
			}
		}
	}
	Label("built")
	VZEROUPPER()
	RET()
}

// planeBytes returns, for the two bytes that first selects, eight registers (64 words each) whose qword i is bit i.
func planeBytes(items GPVirtual, first Mem, second [2]Mem, matrix VecVirtual) (low, high [8]VecVirtual) {
	idx, idx0, idx1 := ZMM(), ZMM(), ZMM()
	VMOVDQU64(first, idx)
	VMOVDQU64(second[0], idx0)
	VMOVDQU64(second[1], idx1)
	for block := range 8 {
		var part [2]VecVirtual
		for i := range part {
			at := block*256 + i*128
			part[i] = ZMM()
			VMOVDQU64(Mem{Base: items, Disp: at}, part[i])
			VPERMT2B(Mem{Base: items, Disp: at + 64}, idx, part[i])
			VGF2P8AFFINEQB(Imm(0), part[i], matrix, part[i])
		}
		low[block], high[block] = ZMM(), part[0]
		VMOVDQA64(part[0], low[block])
		VPERMT2B(part[1], idx0, low[block])
		VPERMT2B(part[1], idx1, high[block])
	}
	return low, high
}

// transposeQwords transposes eight registers of eight qwords.
func transposeQwords(r [8]VecVirtual) (out [8]VecVirtual) {
	var a, b [8]VecVirtual
	for i := 0; i < 8; i += 2 {
		a[i], a[i+1] = ZMM(), ZMM()
		VPUNPCKLQDQ(r[i+1], r[i], a[i])
		VPUNPCKHQDQ(r[i+1], r[i], a[i+1])
	}
	pair := func(x, y VecVirtual) (even, odd VecVirtual) {
		even, odd = ZMM(), ZMM()
		VSHUFI64X2(Imm(0x88), y, x, even)
		VSHUFI64X2(Imm(0xDD), y, x, odd)
		return even, odd
	}
	for odd := range 2 {
		b[odd*4], b[odd*4+1] = pair(a[odd], a[odd+2])
		b[odd*4+2], b[odd*4+3] = pair(a[odd+4], a[odd+6])
	}
	for odd := range 2 {
		out[odd], out[odd+4] = pair(b[odd*4], b[odd*4+2])
		out[odd+2], out[odd+6] = pair(b[odd*4+1], b[odd*4+3])
	}
	return out
}

// masks stores the masks of one chunk, doubling their number with each plane, and leaves after the last plane.
func masks(group GPVirtual, chunk int, base VecVirtual, plane []VecVirtual, planes GPVirtual) {
	at := func(v int) Mem { return Mem{Base: group, Disp: wide.at(0, chunk, v)} }
	kept := []VecVirtual{base}
	VMOVDQA64(base, at(0))
	for i := range min(chunkBits, len(plane)) {
		for v := range 1 << i {
			if i < 3 {
				m := ZMM()
				VPANDNQ(kept[v], plane[i], m)
				VMOVDQA64(m, at(1<<i|v))
				kept = append(kept, m)
				continue
			}
			m := ZMM()
			if i == 3 {
				VPANDNQ(kept[v], plane[3], m)
			} else if v < 8 {
				VPANDNQ(kept[v], plane[4], m)
			} else {
				VPANDNQ(kept[v-8], plane[3], m)
				VPANDNQ(m, plane[4], m)
			}
			VMOVDQA64(m, at(1<<i|v))
		}
		if last := chunk*chunkBits + i + 1; last < maxPlanes {
			CMPQ(planes, Imm(uint64(last)))
			JE(LabelRef("built"))
		}
	}
}

// countAVX512 is the match: one load and AND for each chunk and group, and one population count for a group.
func countAVX512(groups int) {
	name := fmt.Sprintf("count%dAVX512", groups)
	TEXT(name, NOSPLIT, "func(tables *uint64, planes int, stream *uint32, runs *uint32, n int, sums *uint64)")
	Pragma("noescape")
	Doc(name + " adds the number of disjoint pairs of each run's words and the patterns of the groups to the sum of its class.")
	tables, planes, stream := param("tables"), param("planes"), param("stream")
	runs, n, sums := param("runs"), param("n"), param("sums")
	wide.byChunks(planes, func(chunks int, lastMask GPVirtual) {
		countRuns(groups, chunks, tables, stream, runs, n, sums, lastMask)
	})
}

func countRuns(groups, chunks int, tables, stream, runs, n, sums, lastMask GPVirtual) {
	label := func(s string) string { return fmt.Sprintf("%s%d", s, chunks) }
	Label(label("run"))
	at, end, class := GP64(), GP64(), GP64()
	MOVL(Mem{Base: runs}, at.As32())
	MOVL(Mem{Base: runs, Disp: 4}, end.As32())
	MOVL(Mem{Base: runs, Disp: 8}, class.As32())
	ADDQ(Imm(12), runs)
	SHLQ(Imm(6), class)
	LEAQ(Mem{Base: stream, Index: at, Scale: 4}, at)
	LEAQ(Mem{Base: stream, Index: end, Scale: 4}, end)
	acc := make([]VecVirtual, groups)
	for g := range acc {
		acc[g] = ZMM()
		VPXORQ(acc[g], acc[g], acc[g])
	}
	VMOVDQA64(Mem{Base: sums, Index: class, Scale: 1}, acc[0])
	Label(label("word"))
	w := GP64()
	MOVL(Mem{Base: at}, w.As32())
	ADDQ(Imm(4), at)
	v := make([]VecVirtual, groups)
	for g := range v {
		v[g] = ZMM()
	}
	for c := range chunks {
		off := wide.offset(w, c, chunks, lastMask)
		for g := range v {
			m := Mem{Base: tables, Index: off, Scale: 1, Disp: wide.at(g, c, 0)}
			if c == 0 {
				VMOVDQA64(m, v[g])
			} else {
				VPANDQ(m, v[g], v[g])
			}
		}
	}
	for g := range v {
		VPOPCNTQ(v[g], v[g])
		VPADDQ(v[g], acc[g], acc[g])
	}
	CMPQ(at, end)
	JNE(LabelRef(label("word")))
	for g := 1; g < groups; g++ {
		VPADDQ(acc[g], acc[0], acc[0])
	}
	VMOVDQA64(acc[0], Mem{Base: sums, Index: class, Scale: 1})
	DECQ(n)
	JNE(LabelRef(label("run")))
	VZEROUPPER()
	RET()
}
