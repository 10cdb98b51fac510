package count

import (
	"math/bits"

	"example.org/queens/internal/kernel"
)

// halves is a list of half boards, reused from unit to unit.
type halves struct {
	words []uint64
}

func (h *halves) reset() { h.words = h.words[:0] }

// join appends the half boards that two quarters make, the columns divided between them in
// every way, without those that attack the queens of mid.
func (h *halves) join(k kernel.Kernel, north, south kernel.Slice, subsets []uint16, mid uint64) {
	for {
		room := h.words[len(h.words) : cap(h.words)-min(cap(h.words), kernel.Slack)]
		n := k.Join(room, north, south, subsets, mid)
		if n >= 0 {
			h.words = h.words[:len(h.words)+n]
			return
		}
		h.grow()
	}
}

// grow makes the capacity half as great again.
func (h *halves) grow() {
	bigger := make([]uint64, len(h.words), cap(h.words)+cap(h.words)/2+1024)
	copy(bigger, h.words)
	h.words = bigger
}

// joinRows appends the half boards that hold exactly the given rows. It returns an error if the unit is not wanted any more: making
// quarters takes some hundredths of a second each.
func (w *Worker) joinRows(h *halves, rows uint32, mid uint64) error {
	north, south := w.c.board.northSouth(rows)
	upper := w.c.quarters.get(north)
	if err := w.ended(); err != nil {
		return err
	}
	lower := w.c.quarters.get(south)
	if err := w.ended(); err != nil {
		return err
	}
	h.join(w.kernel, upper.north, lower.south, w.c.subsets[bits.OnesCount32(north)], mid)
	return w.ended()
}
