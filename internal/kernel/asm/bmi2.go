package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// bmi2 are the bucketing loops, which are scalar: PEXT packs one word a cycle.
func bmi2() {
	histogram("histogramBMI2", false)
	histogram("histogramSwapBMI2", true)
	scatter("scatterBMI2", false)
	scatter("scatterSwapBMI2", true)
}

// pack emits dst = bits of the word at m under mask. The swap of halves is a rotation by 32, which RORX does on the load.
func loadWord(m Op, swap bool) GPVirtual {
	x := GP64()
	if swap {
		RORXQ(Imm(32), m, x)
	} else {
		MOVQ(m, x)
	}
	return x
}

// forEach emits a loop over n words at p, unrolled four times, then one by one.
func forEach(n, p GPVirtual, size int, body func(m Mem)) {
	const unroll = 4
	Label("four")
	CMPQ(n, Imm(unroll))
	JB(LabelRef("one"))
	for i := range unroll {
		body(Mem{Base: p, Disp: i * size})
	}
	ADDQ(Imm(uint64(unroll*size)), p)
	SUBQ(Imm(unroll), n)
	JMP(LabelRef("four"))
	Label("one")
	TESTQ(n, n)
	JZ(LabelRef("end"))
	body(Mem{Base: p})
	ADDQ(Imm(uint64(size)), p)
	DECQ(n)
	JMP(LabelRef("one"))
	Label("end")
	RET()
}

func histogram(name string, swap bool) {
	TEXT(name, NOSPLIT, "func(counts *uint32, words *uint64, n int, key uint64)")
	Pragma("noescape")
	Doc(name + " counts the words by key.")
	counts := Load(Param("counts"), GP64()).(GPVirtual)
	words := Load(Param("words"), GP64()).(GPVirtual)
	n := Load(Param("n"), GP64()).(GPVirtual)
	key := Load(Param("key"), GP64()).(GPVirtual)
	forEach(n, words, 8, func(m Mem) {
		k := GP64()
		if swap {
			PEXTQ(key, loadWord(m, swap), k)
		} else {
			x := loadWord(m, swap)
			PEXTQ(key, x, k)
		}
		INCL(Mem{Base: counts, Index: k, Scale: 4})
	})
}

func scatter(name string, swap bool) {
	TEXT(name, NOSPLIT, "func(dst *uint32, slots *uint64, words *uint64, n int, key, rest uint64)")
	Pragma("noescape")
	Doc(name + " packs the words and puts each in the slot of its key.")
	dst := Load(Param("dst"), GP64()).(GPVirtual)
	slots := Load(Param("slots"), GP64()).(GPVirtual)
	words := Load(Param("words"), GP64()).(GPVirtual)
	n := Load(Param("n"), GP64()).(GPVirtual)
	key := Load(Param("key"), GP64()).(GPVirtual)
	rest := Load(Param("rest"), GP64()).(GPVirtual)
	forEach(n, words, 8, func(m Mem) {
		x := loadWord(m, swap)
		k, packed, slot, at, high := GP64(), GP64(), GP64(), GP64(), GP64()
		PEXTQ(key, x, k)
		PEXTQ(rest, x, packed)
		MOVQ(Mem{Base: slots, Index: k, Scale: 8}, slot)
		MOVL(slot.As32(), at.As32())
		RORXQ(Imm(32), slot, high)
		ORL(high.As32(), packed.As32())
		MOVL(packed.As32(), Mem{Base: dst, Index: at, Scale: 4})
		INCQ(slot)
		MOVQ(slot, Mem{Base: slots, Index: k, Scale: 8})
	})
}
