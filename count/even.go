package count

// longDiagonals are, for even N, the two diagonals through the middle of the board.
func (b board) longDiagonals() uint64 { return anti(b.m-1) | diag(b.m-1) }

// Classes of the half boards of even N, by their number of long diagonals.
const (
	longNone = iota
	longOne
	longBoth
)

// even counts a unit of even N.
//
// West half boards of R meet east half boards of ~R without a queen on a long diagonal; the east half boards of ~R are its west
// half boards mirrored. Of the orbit, rev R gives what R gives, and ~R gives the same number of
// pairs without any long diagonal as R (the board in the east-west mirror), so that class is matched once.
func (w *Worker) even(rows uint32) (uint64, error) {
	b := w.c.board
	mirror, rest := reverse(rows, b.n), b.rest(rows)
	w.west.reset()
	w.east.reset()
	if err := w.joinRows(&w.west, rows, 0); err != nil {
		return 0, err
	}
	if err := w.joinRows(&w.east, rest, 0); err != nil {
		return 0, err
	}
	w.prepare(b.longDiagonals())
	w.westSorted.reset(len(w.west.words))
	w.eastSorted.reset(len(w.east.words))
	parts := w.longParts()
	w.bucket(&w.westSorted, w.west.words, false, &w.cuts, 0, parts)
	if err := w.ended(); err != nil {
		return 0, err
	}
	w.bucket(&w.eastSorted, w.east.words, true, &w.cuts, 0, parts)
	if err := w.matchEven(&w.westSorted, &w.eastSorted, allLong[:]); err != nil {
		return 0, err
	}
	if rest == mirror {
		return w.evenSum(2), nil
	}
	if err := w.matchEven(&w.eastSorted, &w.westSorted, allLong[1:]); err != nil {
		return 0, err
	}
	if rows == mirror {
		return w.evenSum(1), nil
	}
	return 2 * w.evenSum(1), nil
}

var allLong = [...]pick{{longNone, longNone}, {longOne, longOne}, {longBoth, longBoth}}

func (w *Worker) matchEven(stream, table *sorted, classes []pick) error {
	return w.match(&matching{stream: stream, table: table.buckets(longNone), classes: classes, cuts: &w.cuts})
}

// evenSum adds the sums with their weights; times counts those on long diagonals.
func (w *Worker) evenSum(times uint64) uint64 {
	sums := w.arena.Sums()
	return 2*sums[longNone] + times*(2*sums[longOne]+4*sums[longBoth])
}

// longParts lists the values of the split bits by class.
func (w *Worker) longParts() [][]uint32 {
	first, second := w.cuts.splitKeys()
	w.parts[longOne] = append(w.parts[longOne][:0], first, second)
	w.parts[longBoth] = append(w.parts[longBoth][:0], first|second)
	w.parts[longNone] = append(w.parts[longNone][:0], 0)
	return w.parts[:]
}
