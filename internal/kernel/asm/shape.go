package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	chunkBits = 5
	chunkSize = 1 << chunkBits
	maxPlanes = 32
	maxChunks = (maxPlanes + chunkBits - 1) / chunkBits
)

// shape is how the masks of a table group lie in memory: for each chunk, one for each value.
type shape struct{ lanes int }

// row is the number of bytes of a mask.
func (s shape) row() int { return s.lanes / 8 }

// at returns the offset of the mask of a value of a chunk of a group.
func (s shape) at(group, chunk, value int) int {
	return ((group*maxChunks+chunk)*chunkSize + value) * s.row()
}

// rowBits is the logarithm of row.
func (s shape) rowBits() int {
	bits := 0
	for 1<<bits < s.row() {
		bits++
	}
	return bits
}

// offset emits the offset, within its chunk, of the mask that the packed word w selects: a rotation brings the bits of the chunk
// to where they count rows.
func (s shape) offset(w GPVirtual, chunk, chunks int, lastMask GPVirtual) GPVirtual {
	off := GP64()
	RORXL(Imm(uint64((chunk*chunkBits-s.rowBits()+32)%32)), w.As32(), off.As32())
	if chunk == chunks-1 {
		ANDL(lastMask.As32(), off.As32())
	} else {
		ANDL(U32((chunkSize-1)<<s.rowBits()), off.As32())
	}
	return off
}

// byChunks emits body for each number of chunks, and the choice of the one for planes. The last chunk may
// have fewer bits: lastMask takes the place of the usual mask.
func (s shape) byChunks(planes GPVirtual, body func(chunks int, lastMask GPVirtual)) {
	lastMask, bits := GP64(), GP64()
	DECQ(planes)
	for c := maxChunks - 1; c > 0; c-- {
		CMPQ(planes, U8(c*chunkBits))
		JAE(LabelRef(fmt.Sprintf("chunks%d", c+1)))
	}
	for chunks := 1; chunks <= maxChunks; chunks++ {
		Label(fmt.Sprintf("chunks%d", chunks))
		MOVQ(planes, bits)
		SUBQ(Imm(uint64((chunks-1)*chunkBits)), bits)
		MOVL(U32(2), lastMask.As32())
		SHLXL(bits.As32(), lastMask.As32(), lastMask.As32())
		DECL(lastMask.As32())
		SHLL(Imm(uint64(s.rowBits())), lastMask.As32())
		body(chunks, lastMask)
	}
}
