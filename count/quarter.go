package count

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"example.org/queens/internal/kernel"
)

// quarter is every partial placement of the north-west quarter on one row set, by column set, and the same
// placements flipped to the south.
type quarter struct {
	north, south kernel.Slice
}

// quarters makes the quarters of a board when they are first wanted and, unless they are transient, keeps them.
// Several goroutines may make the same one; the first stays.
type quarters struct {
	board
	transient bool
	plain     []atomic.Pointer[quarter]
	bordered  []atomic.Pointer[quarter] // odd N only
	made      atomic.Int64              // placements in the quarters kept
}

func newQuarters(b board, transient bool) *quarters {
	q := &quarters{board: b, transient: transient, plain: make([]atomic.Pointer[quarter], 1<<b.m)}
	if b.odd == 1 {
		q.bordered = make([]atomic.Pointer[quarter], 1<<b.m)
	}
	return q
}

// get returns the quarter of queens on the given rows.
func (q *quarters) get(rows uint32) *quarter {
	return q.once(&q.plain[rows], func() *quarter { return q.index(func(p *placer) { p.rows(rows, 0, 0, 0) }) })
}

// getBordered returns the quarters of an odd board that also hold the queen of the middle column, on one of
// the rows, and the queen of the middle row, nearer to the middle, on one of the columns.
func (q *quarters) getBordered(rows uint32) *quarter {
	return q.once(&q.bordered[rows], func() *quarter { return q.index(func(p *placer) { p.bordered(rows) }) })
}

func (q *quarters) once(p *atomic.Pointer[quarter], make func() *quarter) *quarter {
	if q.transient {
		return make()
	}
	if have := p.Load(); have != nil {
		return have
	}
	if made := make(); p.CompareAndSwap(nil, made) {
		q.made.Add(int64(len(made.north.Words)))
	}
	return p.Load()
}

// placed is one partial placement of a quarter.
type placed struct {
	word uint64
	cols uint32
}

// placer enumerates the placements of a quarter. Bit r+dx of diags and bit dx-r+M-1 of antis are the diagonals in use.
type placer struct {
	board
	out []placed
}

// rows adds all placements of one queen on each of the rows.
func (p *placer) rows(rows, cols, diags, antis uint32) {
	if rows == 0 {
		p.out = append(p.out, placed{p.word(diags, antis), cols})
		return
	}
	r := bits.TrailingZeros32(rows)
	up := p.m - 1 - r
	for free := p.half() &^ (cols | diags>>r | antis>>up); free != 0; free &= free - 1 {
		col := free & -free
		p.rows(rows&(rows-1), cols|col, diags|col<<r, antis|col<<up)
	}
}

// word names the diagonals by their lines: dx-r+M-1 = i is line r-dx-1 = M-2-i.
func (p *placer) word(diags, antis uint32) uint64 {
	return uint64(bits.Reverse32(antis)>>(33-p.m)) | uint64(diags)<<(32+p.odd)
}

// bordered adds all placements with both middle queens: for each row y of the middle column's queen those
// of the other rows, each with the queen of the middle row wherever it can stand.
func (p *placer) bordered(rows uint32) {
	for left := rows; left != 0; left &= left - 1 {
		y := bits.TrailingZeros32(left)
		plain := len(p.out)
		p.rows(rows&^(1<<y), 0, 0, 0)
		p.addMiddle(plain, len(p.out), y)
	}
}

// addMiddle replaces the placements from..to by those with the middle queens, the one of the middle row
// nearer to the middle than row y is.
func (p *placer) addMiddle(from, to, y int) {
	column := anti(y) | diag(y)
	for i := from; i < to; i++ {
		w, cols := p.out[i].word, p.out[i].cols
		if w&column != 0 {
			continue
		}
		for dx := range p.m - y - 1 {
			row := anti(p.m-dx-1) | diag(p.m+dx+1)
			if w&row == 0 && cols>>dx&1 == 0 {
				p.out = append(p.out, placed{w | column | row, cols | 1<<dx})
			}
		}
	}
	p.out = p.out[:from+copy(p.out[from:], p.out[to:])]
}

var placers = sync.Pool{New: func() any { return new(placer) }}

// index enumerates placements and sorts them by column set.
func (q *quarters) index(enumerate func(p *placer)) *quarter {
	p := placers.Get().(*placer)
	defer placers.Put(p)
	p.board, p.out = q.board, p.out[:0]
	enumerate(p)
	start := make([]uint32, 1<<q.m+2)
	for i := range p.out {
		start[p.out[i].cols+2]++
	}
	for i := range start[1:] {
		start[i+1] += start[i]
	}
	n := len(p.out)
	north, south := make([]uint64, n+kernel.Slack), make([]uint64, n+kernel.Slack)
	for i := range p.out {
		at := &start[p.out[i].cols+1]
		w := p.out[i].word
		north[*at], south[*at] = w, q.flip(w)
		*at++
	}
	start = start[:len(start)-1]
	return &quarter{
		north: kernel.Slice{Words: north[:n], Start: start},
		south: kernel.Slice{Words: south[:n], Start: start},
	}
}
