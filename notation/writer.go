package notation

import (
	"encoding/binary"
	"fmt"
	"io"

	"example.org/queens"
)

// Options say how a placement is written. The zero value counts from 0.
type Options struct {
	Base int // the first row and column number, 0 or 1; forms that are not Based ignore it
}

const (
	bufferSize = 64 << 10
	spillSize  = bufferSize / 2 // more room than any form needs between two calls of spill
)

// A Writer writes placements in one form. It buffers: call Flush at the end. An
// error stays: it is returned by every later call. A Writer belongs to one
// goroutine.
type Writer struct {
	w       io.Writer
	form    Form
	most    int // the largest size of form
	classic bool
	base    int
	count   uint64 // placements written
	buf     []byte
	numbers []uint64 // see numberTable
	err     error
}

// NewWriter returns a Writer of that form. It panics if form is not in the
// table or the base is not 0 or 1.
func NewWriter(w io.Writer, form Form, o Options) *Writer {
	info := form.Info()
	if info.Form == Detect || o.Base < 0 || o.Base > 1 {
		panic(fmt.Sprintf("notation: NewWriter of form %d, base %d", form, o.Base))
	}
	return &Writer{w: w, form: form, most: info.MaxSize, base: o.Base, buf: make([]byte, 0, bufferSize)}
}

// NewClassicWriter returns a Writer that writes what the program of the first
// post does: each placement as [List], then as [Grid], under the same number.
func NewClassicWriter(w io.Writer) *Writer {
	classic := NewWriter(w, List, Options{})
	classic.classic = true
	return classic
}

// An Orbit is what the json form may say of the symmetry class of a placement.
type Orbit struct {
	Size      int              // different images of the placement: 8, 4, 2 or 1
	Canonical queens.Placement // the least of them, counted from 0
}

// Write writes p. A column that is not on the board and not [queens.None] is a
// [*ColumnError], a size the form does not take a [*SizeError]; nothing of p is
// written then. It does not keep p.
func (w *Writer) Write(p queens.Placement) error {
	if w.accept(p) {
		w.placement(p)
		w.spill()
	}
	return w.err
}

// WriteOrbit writes p and its orbit in the json form; other forms have no place
// for an orbit and write p only.
func (w *Writer) WriteOrbit(p queens.Placement, orbit Orbit) error {
	if w.form != JSON {
		return w.Write(p)
	}
	if w.accept(p) {
		w.json(p, &orbit)
		w.spill()
	}
	return w.err
}

// accept counts p if it can be written; otherwise the error stays.
func (w *Writer) accept(p queens.Placement) bool {
	if w.err != nil {
		return false
	}
	n := len(p)
	if n < 1 || n > w.most {
		w.err = &SizeError{Form: w.form, Size: n, Max: w.most}
		return false
	}
	for row, col := range p {
		if uint(col+1) > uint(n) {
			w.err = &ColumnError{Row: row, Col: col, Size: n}
			return false
		}
	}
	w.count++
	return true
}

// Flush hands everything written so far to the underlying writer.
func (w *Writer) Flush() error {
	if w.err == nil && len(w.buf) > 0 {
		n, err := w.w.Write(w.buf)
		if n < len(w.buf) && err == nil {
			err = io.ErrShortWrite
		}
		w.err = err
	}
	w.buf = w.buf[:0]
	return w.err
}

// spill flushes a buffer that is getting full. After it spillSize bytes fit.
func (w *Writer) spill() {
	if len(w.buf) > bufferSize-spillSize {
		w.Flush()
	}
}

func (w *Writer) placement(p queens.Placement) {
	switch w.form {
	case Columns:
		w.columns(p, ' ')
	case CSV:
		w.columns(p, ',')
	case Digits:
		w.digits(p)
	case List:
		w.list(p)
		if w.classic {
			w.grid(p)
		}
	case Grid:
		w.grid(p)
	case Pairs:
		w.pairs(p)
	case Algebraic:
		w.algebraic(p)
	case FEN:
		w.fen(p)
	case Board:
		w.board(p)
	case ASCII:
		w.ascii(p)
	case LeetCode:
		w.leetcode(p)
	case JSON:
		w.json(p, nil)
	}
}

// columns writes the numbers of p, each followed by separator, and makes the
// last separator a line end. Every number is stored as eight bytes of which the
// next one overwrites those that are too many: there is no inner loop.
func (w *Writer) columns(p queens.Placement, separator byte) {
	if len(w.numbers) <= len(p) {
		w.numbers = numberTable(len(p), w.base, separator)
	}
	at, text, numbers := len(w.buf), w.buf[:cap(w.buf)], w.numbers
	for _, col := range p {
		number := numbers[col+1]
		binary.LittleEndian.PutUint64(text[at:], number)
		at += int(number >> 56)
	}
	text[at-1] = '\n'
	w.buf = text[:at]
}

// numberTable returns for None and each column of size n its text and the
// separator, in the low bytes of a word whose highest byte is their length.
func numberTable(n, base int, separator byte) []uint64 {
	table := make([]uint64, n+1)
	for i := range table {
		var word [8]byte
		text := append(appendColumn(word[:0], i-1, base), separator)
		word[7] = byte(len(text))
		table[i] = binary.LittleEndian.Uint64(word[:])
	}
	return table
}

func (w *Writer) digits(p queens.Placement) {
	const digits = "-0123456789abcdefghijklmnopqrstuvwxyz"
	at, text := len(w.buf), w.buf[:len(w.buf)+len(p)+1]
	for _, col := range p {
		text[at] = digits[col+1]
		at++
	}
	text[at] = '\n'
	w.buf = text
}
