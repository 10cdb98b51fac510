package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// bmi2 are the bucketing loops, which are scalar: PEXT gathers the bits of a word in one instruction, but only one
// a cycle, so that keys are kept between the loops.
func bmi2() {
	histogram("histogramBMI2", false)
	histogram("histogramSwapBMI2", true)
	scatter("scatterBMI2", false)
	scatter("scatterSwapBMI2", true)
}

// gatherBits emits dst = the bits of the word at m under mask. The swap of halves is a rotation by 32.
func gatherBits(m Mem, mask GPVirtual, swap bool) GPVirtual {
	x, packed := GP64(), GP64()
	if swap {
		RORXQ(Imm(32), m, x)
	} else {
		MOVQ(m, x)
	}
	PEXTQ(mask, x, packed)
	return packed
}

// forEach emits a loop over n words, and as many keys of 32 bits, unrolled four times, then one by one.
func forEach(n, words, keys GPVirtual, body func(word, key Mem)) {
	const unroll = 4
	Label("four")
	CMPQ(n, Imm(unroll))
	JB(LabelRef("one"))
	for i := range unroll {
		body(Mem{Base: words, Disp: i * 8}, Mem{Base: keys, Disp: i * 4})
	}
	ADDQ(Imm(unroll*8), words)
	ADDQ(Imm(unroll*4), keys)
	SUBQ(Imm(unroll), n)
	JMP(LabelRef("four"))
	Label("one")
	TESTQ(n, n)
	JZ(LabelRef("end"))
	body(Mem{Base: words}, Mem{Base: keys})
	ADDQ(Imm(8), words)
	ADDQ(Imm(4), keys)
	DECQ(n)
	JMP(LabelRef("one"))
	Label("end")
	RET()
}

func histogram(name string, swap bool) {
	TEXT(name, NOSPLIT, "func(counts, keys *uint32, words *uint64, n int, key uint64)")
	Pragma("noescape")
	Doc(name + " counts the words by key and stores the keys.")
	counts, keys, words, n, key := param("counts"), param("keys"), param("words"), param("n"), param("key")
	forEach(n, words, keys, func(word, to Mem) {
		k := gatherBits(word, key, swap)
		INCL(Mem{Base: counts, Index: k, Scale: 4})
		MOVL(k.As32(), to)
	})
}

func scatter(name string, swap bool) {
	TEXT(name, NOSPLIT, "func(dst *uint32, slots *uint64, keys *uint32, words *uint64, n int, rest uint64)")
	Pragma("noescape")
	Doc(name + " packs the words and puts each in the slot of its key.")
	dst, slots, keys := param("dst"), param("slots"), param("keys")
	words, n, rest := param("words"), param("n"), param("rest")
	forEach(n, words, keys, func(word, from Mem) {
		k, slot, at, high := GP64(), GP64(), GP64(), GP64()
		packed := gatherBits(word, rest, swap)
		MOVL(from, k.As32())
		MOVQ(Mem{Base: slots, Index: k, Scale: 8}, slot)
		MOVL(slot.As32(), at.As32())
		RORXQ(Imm(32), slot, high)
		ORL(high.As32(), packed.As32())
		MOVL(packed.As32(), Mem{Base: dst, Index: at, Scale: 4})
		INCQ(slot)
		MOVQ(slot, Mem{Base: slots, Index: k, Scale: 8})
	})
}
