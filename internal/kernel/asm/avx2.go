package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// narrow is the shape of the AVX2 tables.
var narrow = shape{lanes: 256}

func avx2() {
	joinAVX2()
	orAVX2()
	gather("gatherAVX2", 32, func(from, to Mem) {
		v := YMM()
		VMOVDQU(from, v)
		VMOVDQU(v, to)
	})
	buildAVX2()
	countAVX2(1)
	countAVX2(2)
}

// joinAVX2 moves the disjoint words of four together with a permutation from a table of 16.
func joinAVX2() {
	pack := GLOBL("packQwords", RODATA|NOPTR)
	for mask := range 16 {
		at := 0
		for q := range 4 {
			if mask>>q&1 == 1 {
				DATA(mask*32+at*8, U32(2*q))
				DATA(mask*32+at*8+4, U32(2*q+1))
				at++
			}
		}
		for ; at < 4; at++ {
			DATA(mask*32+at*8, U64(0))
		}
	}
	middle, xm, zero := YMM(), YMM(), YMM()
	tail, table := GP64(), GP64()
	join("joinAVX2", 4, joinSteps{
		middle: func(mid GPVirtual) {
			low := XMM()
			VMOVQ(mid, low)
			VPBROADCASTQ(low, middle)
			VPXOR(zero, zero, zero)
		},
		tail: func(bits GPVirtual) { MOVQ(bits, tail) },
		x: func(w GPVirtual) {
			low := XMM()
			VMOVQ(w, low)
			VPBROADCASTQ(low, xm)
			VPOR(middle, xm, xm)
		},
		ys: func(at, out GPVirtual, last bool) {
			ys, shared := YMM(), YMM()
			mask := GP64()
			VMOVDQU(Mem{Base: at}, ys)
			VPAND(xm, ys, shared)
			VPCMPEQQ(zero, shared, shared)
			VMOVMSKPD(shared, mask.As32())
			if last {
				ANDL(tail.As32(), mask.As32())
			}
			VPOR(xm, ys, ys)
			LEAQ(pack, table)
			order := GP64()
			MOVQ(mask, order)
			SHLQ(Imm(5), order)
			VMOVDQU(Mem{Base: table, Index: order, Scale: 1}, shared)
			VPERMD(ys, shared, ys)
			VMOVDQU(ys, Mem{Base: out})
			POPCNTQ(mask, mask)
			LEAQ(Mem{Base: out, Index: mask, Scale: 8}, out)
		},
	})
}

func orAVX2() {
	TEXT("orAVX2", NOSPLIT, "func(words *uint64, n int) uint64")
	Pragma("noescape")
	Doc("orAVX2 returns the union of n words, n a multiple of 16.")
	words, n := param("words"), param("n")
	acc := [4]VecVirtual{YMM(), YMM(), YMM(), YMM()}
	for _, a := range acc {
		VPXOR(a, a, a)
	}
	Label("loop")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	for i, a := range acc {
		VPOR(Mem{Base: words, Disp: i * 32}, a, a)
	}
	SUBQ(I8(-128), words)
	SUBQ(Imm(16), n)
	JMP(LabelRef("loop"))
	Label("done")
	VPOR(acc[0], acc[1], acc[0])
	VPOR(acc[2], acc[3], acc[2])
	VPOR(acc[0], acc[2], acc[0])
	orAcross(acc[0])
}

// orAcross returns the union of the four qwords of y.
func orAcross(y VecVirtual) {
	x := XMM()
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

// buildAVX2 transposes 256 packed words to bit planes, by bytes with shuffles and within bytes with three exchanges
// of bits between eight registers, and makes the masks. Lane 8j+b is the word at place(j) of the b-th 32 words.
func buildAVX2() {
	words := GLOBL("bytesOfFourWords", RODATA|NOPTR)
	for i := range 32 {
		DATA(i, U8(i%4*4+i/4%4))
	}
	place := GLOBL("place", RODATA|NOPTR)
	for j := range 32 {
		DATA(j, U8(placeOf(j)))
	}
	exchange := map[int]Mem{}
	for _, shift := range []int{4, 2, 1} {
		exchange[shift] = GLOBL(fmt.Sprintf("lowBits%d", shift), RODATA|NOPTR)
		for i := range 4 {
			DATA(i*8, U64(map[int]uint64{4: 0x0F0F0F0F0F0F0F0F, 2: 0x3333333333333333, 1: 0x5555555555555555}[shift]))
		}
	}

	TEXT("buildAVX2", NOSPLIT, "func(group *uint64, items *uint32, n, planes int, scratch *uint64)")
	Pragma("noescape")
	Doc("buildAVX2 makes the table of the first n of 256 items for their lowest planes bits, planes > 0. Scratch takes 32 masks.")
	group, items, n, planes, scratch := param("group"), param("items"), param("n"), param("planes"), param("scratch")
	row := narrow.row()

	Comment("Bytes: row 8k+b of scratch is byte k of the b-th 32 words.")
	shuffle := YMM()
	VMOVDQU(words, shuffle)
	for b := range 8 {
		var r [4]VecVirtual
		for i := range r {
			r[i] = YMM()
			VMOVDQU(Mem{Base: items, Disp: (b*4 + i) * 32}, r[i])
			VPSHUFB(shuffle, r[i], r[i])
		}
		for k, v := range transposeDwords(r) {
			VMOVDQA(v, Mem{Base: scratch, Disp: (8*k + b) * row})
		}
	}
	Comment("Bits: row 8k+i of scratch becomes bit 8k+i.")
	for k := range 4 {
		var r [8]VecVirtual
		for b := range r {
			r[b] = YMM()
			VMOVDQA(Mem{Base: scratch, Disp: (8*k + b) * row}, r[b])
		}
		for _, shift := range []int{4, 2, 1} {
			low := YMM()
			VMOVDQU(exchange[shift], low)
			for i := range 8 {
				if i&shift == 0 {
					exchangeBits(r[i], r[i+shift], shift, low)
				}
			}
		}
		for i := range r {
			VMOVDQA(r[i], Mem{Base: scratch, Disp: (8*k + i) * row})
		}
	}
	valid := validLanes(n, place)
	ones := YMM()
	VPCMPEQD(ones, ones, ones)
	for chunk := range maxChunks {
		base := ones
		if chunk == 0 {
			base = valid
		}
		masksAVX2(group, scratch, chunk, base, planes)
	}
	Label("built")
	VZEROUPPER()
	RET()
}

// placeOf returns which of 32 words byte j comes from.
func placeOf(j int) int {
	lane, dword, byteOf := j/16, j/4%4, j%4
	return dword*8 + lane*4 + byteOf
}

// transposeDwords transposes four registers of four dwords in each half.
func transposeDwords(r [4]VecVirtual) [4]VecVirtual {
	var a, out [4]VecVirtual
	for i := range a {
		a[i], out[i] = YMM(), YMM()
	}
	VPUNPCKLDQ(r[1], r[0], a[0])
	VPUNPCKHDQ(r[1], r[0], a[1])
	VPUNPCKLDQ(r[3], r[2], a[2])
	VPUNPCKHDQ(r[3], r[2], a[3])
	VPUNPCKLQDQ(a[2], a[0], out[0])
	VPUNPCKHQDQ(a[2], a[0], out[1])
	VPUNPCKLQDQ(a[3], a[1], out[2])
	VPUNPCKHQDQ(a[3], a[1], out[3])
	return out
}

// exchangeBits exchanges the high bits of each 2*shift bits of a with the low ones of b.
func exchangeBits(a, b VecVirtual, shift int, low VecVirtual) {
	t := YMM()
	VPSRLD(Imm(uint64(shift)), a, t)
	VPXOR(b, t, t)
	VPAND(low, t, t)
	VPXOR(t, b, b)
	VPSLLD(Imm(uint64(shift)), t, t)
	VPXOR(t, a, a)
}

// validLanes returns the mask of the lanes of the first n words: in byte j as many bits as there are whole
// 32 words, and one more if place(j) is below the rest.
func validLanes(n GPVirtual, place Mem) VecVirtual {
	whole, rest, bits := GP64(), GP64(), GP64()
	MOVQ(n, whole)
	SHRQ(Imm(5), whole)
	MOVQ(n, rest)
	ANDQ(Imm(31), rest)
	MOVL(U32(1), bits.As32())
	SHLXQ(whole, bits, bits)
	valid, more := YMM(), YMM()
	low := XMM()
	VMOVQ(bits, low)
	VPBROADCASTB(low, more)
	VMOVQ(rest, low)
	VPBROADCASTB(low, valid)
	VPCMPGTB(place, valid, valid)
	VPAND(more, valid, valid)
	DECQ(bits)
	VMOVQ(bits, low)
	VPBROADCASTB(low, more)
	VPOR(more, valid, valid)
	return valid
}

// masksAVX2 is masks with the planes in scratch.
func masksAVX2(group, scratch GPVirtual, chunk int, base VecVirtual, planes GPVirtual) {
	at := func(v int) Mem { return Mem{Base: group, Disp: narrow.at(0, chunk, v)} }
	kept := []VecVirtual{base}
	VMOVDQA(base, at(0))
	var plane [chunkBits]VecVirtual
	for i := range min(chunkBits, maxPlanes-chunk*chunkBits) {
		plane[i] = YMM()
		VMOVDQA(Mem{Base: scratch, Disp: (chunk*chunkBits + i) * narrow.row()}, plane[i])
		for v := range 1 << i {
			m := YMM()
			switch {
			case i < 3:
				kept = append(kept, m)
				fallthrough
			case v < 8:
				VPANDN(kept[v], plane[i], m)
			default:
				VPANDN(kept[v-8], plane[3], m)
				VPANDN(m, plane[4], m)
			}
			VMOVDQA(m, at(1<<i|v))
		}
		if last := chunk*chunkBits + i + 1; last < maxPlanes {
			CMPQ(planes, Imm(uint64(last)))
			JE(LabelRef("built"))
		}
	}
}

// countAVX2 counts bits with a table of nibbles into byte counters, which hold 31 words' counts.
func countAVX2(groups int) {
	name := fmt.Sprintf("count%dAVX2", groups)
	nibbles := Mem{}
	if groups == 1 {
		nibbles = GLOBL("bitsOfNibble", RODATA|NOPTR)
		for i := range 32 {
			DATA(i, U8([]uint8{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4}[i%16]))
		}
	} else {
		nibbles = NewDataAddr(Symbol{Name: "bitsOfNibble", Static: true}, 0)
	}
	TEXT(name, NOSPLIT, "func(tables *uint64, planes int, stream *uint32, runs *uint32, n int, sums *uint64)")
	Pragma("noescape")
	Doc(name + " adds the number of disjoint pairs of each run's words and the patterns of the groups to the sum of its class.")
	tables, planes, stream := param("tables"), param("planes"), param("stream")
	runs, n, sums := param("runs"), param("n"), param("sums")
	bitsOf, low := YMM(), YMM()
	VMOVDQU(nibbles, bitsOf)
	VPCMPEQD(low, low, low)
	VPSRLW(Imm(12), low, low)
	high := YMM()
	VPSLLW(Imm(8), low, high)
	VPOR(high, low, low)
	narrow.byChunks(planes, func(chunks int, lastMask GPVirtual) {
		countRunsAVX2(groups, chunks, tables, stream, runs, n, sums, lastMask, bitsOf, low)
	})
}

func countRunsAVX2(groups, chunks int, tables, stream, runs, n, sums, lastMask GPVirtual, bitsOf, low VecVirtual) {
	label := func(s string) string { return fmt.Sprintf("%s%d", s, chunks) }
	Label(label("run"))
	at, end, stop, class := GP64(), GP64(), GP64(), GP64()
	MOVL(Mem{Base: runs}, at.As32())
	MOVL(Mem{Base: runs, Disp: 4}, end.As32())
	MOVL(Mem{Base: runs, Disp: 8}, class.As32())
	ADDQ(Imm(12), runs)
	SHLQ(Imm(6), class)
	LEAQ(Mem{Base: stream, Index: at, Scale: 4}, at)
	LEAQ(Mem{Base: stream, Index: end, Scale: 4}, end)
	sum := YMM()
	VMOVDQA(Mem{Base: sums, Index: class, Scale: 1}, sum)
	Label(label("block"))
	LEAQ(Mem{Base: at, Disp: 31 * 4}, stop)
	CMPQ(stop, end)
	CMOVQHI(end, stop)
	acc := make([]VecVirtual, groups)
	for g := range acc {
		acc[g] = YMM()
		VPXOR(acc[g], acc[g], acc[g])
	}
	Label(label("word"))
	w := GP64()
	MOVL(Mem{Base: at}, w.As32())
	ADDQ(Imm(4), at)
	v := make([]VecVirtual, groups)
	for g := range v {
		v[g] = YMM()
	}
	for c := range chunks {
		off := narrow.offset(w, c, chunks, lastMask)
		for g := range v {
			m := Mem{Base: tables, Index: off, Scale: 1, Disp: narrow.at(g, c, 0)}
			if c == 0 {
				VMOVDQA(m, v[g])
			} else {
				VPAND(m, v[g], v[g])
			}
		}
	}
	for g := range v {
		t := YMM()
		VPSRLW(Imm(4), v[g], t)
		VPAND(low, v[g], v[g])
		VPAND(low, t, t)
		VPSHUFB(v[g], bitsOf, v[g])
		VPSHUFB(t, bitsOf, t)
		VPADDB(v[g], acc[g], acc[g])
		VPADDB(t, acc[g], acc[g])
	}
	CMPQ(at, stop)
	JNE(LabelRef(label("word")))
	zero := YMM()
	VPXOR(zero, zero, zero)
	for g := range acc {
		VPSADBW(zero, acc[g], acc[g])
		VPADDQ(acc[g], sum, sum)
	}
	CMPQ(at, end)
	JNE(LabelRef(label("block")))
	VMOVDQA(sum, Mem{Base: sums, Index: class, Scale: 1})
	DECQ(n)
	JNE(LabelRef(label("run")))
	VZEROUPPER()
	RET()
}
