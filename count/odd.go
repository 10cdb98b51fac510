package count

import "math/bits"

// Classes of the west half boards of odd N.
const (
	offCentre = iota
	centre
)

// odd counts a unit of odd N.
//
// East half boards of S meet the west pieces: half boards on the other rows with the queens of the middle column and of the middle row,
// the latter nearer to the middle; their diagonals are in the same word, so that nothing is done row by row.
func (w *Worker) odd(rows uint32) (uint64, error) {
	b := w.c.board
	mirror := reverse(rows, b.n)
	rest := b.rest(rows)
	w.west.reset()
	w.east.reset()
	if err := w.joinRows(&w.east, rows, 0); err != nil {
		return 0, err
	}
	if err := w.joinBordered(rest); err != nil {
		return 0, err
	}
	off := len(w.west.words)
	first := b.leastOfComplements(rows)
	if first {
		if err := w.joinRows(&w.west, rest, anti(b.m)|diag(b.m)); err != nil {
			return 0, err
		}
	}
	w.prepare(0)
	w.westSorted.reset(len(w.west.words))
	w.eastSorted.reset(len(w.east.words))
	w.bucket(&w.eastSorted, w.east.words, true, &w.cuts, 0, onePart)
	if err := w.ended(); err != nil {
		return 0, err
	}
	w.bucket(&w.westSorted, w.west.words[:off], false, &w.cuts, offCentre, onePart)
	classes := oddClasses[:1]
	if first {
		w.bucket(&w.westSorted, w.west.words[off:], false, &w.cuts, centre, onePart)
		classes = oddClasses[:]
	}
	m := &matching{stream: &w.westSorted, table: w.eastSorted.buckets(0), classes: classes, cuts: &w.cuts}
	if err := w.match(m); err != nil {
		return 0, err
	}
	sums := w.arena.Sums()
	off8, centre4 := uint64(8), uint64(4) // the sizes of the orbits: of the board, and of the row set
	if rows == mirror {
		off8 = 4
	}
	switch {
	case rows == rest: // N = 1
		centre4 = 1
	case rows == mirror || rows == reverse(rest, b.n):
		centre4 = 2
	}
	return off8*sums[offCentre] + centre4*sums[centre], nil
}

var oddClasses = [...]pick{{offCentre, offCentre}, {centre, centre}}

var onePart = [][]uint32{{0}}

// joinBordered appends the west half boards on rows, one of them held by the queen of the middle column.
func (w *Worker) joinBordered(rows uint32) error {
	q := w.c.quarters
	north, south := w.c.board.northSouth(rows)
	by := w.c.subsets[bits.OnesCount32(north)]
	for _, get := range [2][2]func(uint32) *quarter{{q.getBordered, q.get}, {q.get, q.getBordered}} {
		upper := get[0](north)
		if err := w.ended(); err != nil {
			return err
		}
		lower := get[1](south)
		if err := w.ended(); err != nil {
			return err
		}
		w.west.join(w.kernel, upper.north, lower.south, by, 0)
		if err := w.ended(); err != nil {
			return err
		}
	}
	return nil
}
