package notation

import (
	"bufio"
	"io"
	"iter"

	"example.org/queens"
)

// maxQueens is the largest number of squares in an entry: with several in a
// row, all of a board of 128, a few rows of a large one.
const maxQueens = 4 * MaxSize

// ReadOptions say what is known of a text. The zero value knows nothing: form,
// base and size are found out.
type ReadOptions struct {
	Form      Form // the form; Detect to find out
	Base      int  // what row and column numbers count from, 0 or 1, if BaseKnown
	BaseKnown bool
	Size      int // the size in forms that do not show it (list, pairs, algebraic); 0 for the number of squares
}

// An Entry is one placement as it was read: any set of squares, for
// [queens.Check] to judge.
type Entry struct {
	Size    int
	Squares []queens.Square // in the order of the text; they may repeat, or lie off the board
	Line    int             // the line the placement begins in, counted from 1
}

// Placement returns the entry as a placement, partial if rows are empty; false
// if two squares lie in a row or one is off the board. It uses the memory of buf
// if that is large enough; nil is.
func (e Entry) Placement(buf queens.Placement) (queens.Placement, bool) {
	if cap(buf) < e.Size {
		buf = make(queens.Placement, e.Size)
	}
	p := buf[:e.Size]
	for row := range p {
		p[row] = queens.None
	}
	for _, s := range e.Squares {
		if !s.On(e.Size) || p[s.Row] != queens.None && p[s.Row] != s.Col {
			return nil, false
		}
		p[s.Row] = s.Col
	}
	return p, true
}

// A Reader reads placements from a text. Its memory does not grow with the
// text. A Reader belongs to one goroutine.
type Reader struct {
	lines     lines
	form      Form
	found     bool // form was found out, so that it may change between forms in rows
	base      int
	baseKnown bool
	size      int
	heading   bool // the last heading announced a grid
	squares   []queens.Square
	trial     *trial // not nil while the base is found out
	err       error
}

// NewReader returns a Reader of r. It panics if the options name a form that is
// not in the table or a base that is not 0 or 1.
func NewReader(r io.Reader, o ReadOptions) *Reader {
	if o.Form != Detect && o.Form.Info().Form == Detect || o.Base < 0 || o.Base > 1 {
		panic("notation: NewReader with a form or a base that does not exist")
	}
	if !o.BaseKnown {
		o.Base = 0
	}
	return &Reader{
		lines:     lines{r: bufio.NewReaderSize(r, bufferSize)},
		form:      o.Form,
		base:      o.Base,
		baseKnown: o.BaseKnown,
		size:      max(o.Size, 0),
	}
}

// Read returns the next placement, and [io.EOF] after the last. Its squares are
// valid until the next call: clone them to keep them. Other errors are
// [*SyntaxError], [*AmbiguousError] or those of the underlying reader; an error
// stays.
func (r *Reader) Read() (Entry, error) {
	if r.err != nil {
		return Entry{}, r.err
	}
	var entry Entry
	if r.err = r.detect(); r.err == nil {
		entry, r.err = r.entry()
	}
	return entry, r.err
}

// All yields the placements that Read returns. An error is the last pair, with
// a zero Entry; the end of the text is none.
func (r *Reader) All() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for {
			entry, err := r.Read()
			if err == io.EOF || !yield(entry, err) || err != nil {
				return
			}
		}
	}
}

// Form returns the form of the placement read last.
func (r *Reader) Form() Form { return r.form }

// Base returns what the rows and columns of the placement read last counted
// from, 0 where its form does not show it.
func (r *Reader) Base() int { return r.base }

// significant returns the next line that is neither blank nor a heading.
func (r *Reader) significant() (cursor, error) {
	for {
		c, err := r.lines.next()
		if err != nil {
			return c, err
		}
		if !r.separates(&c) {
			return c, nil
		}
		r.lines.forget()
	}
}

// separates reports whether the line is blank or a heading; it moves the cursor
// to the first character that is not blank.
func (r *Reader) separates(c *cursor) bool {
	if !c.blanks() {
		return true
	}
	if isDigit(c.text[c.pos]) || !isHeading(c.text[c.pos:]) {
		return false
	}
	r.heading = isGridHeading(c.text)
	return true
}

// entry reads a placement in r.form.
func (r *Reader) entry() (Entry, error) {
	c, err := r.significant()
	if err != nil {
		return Entry{}, err
	}
	r.squares = r.squares[:0]
	line := c.line
	var size int
	switch r.form {
	case List:
		size, err = r.list(&c)
	case Grid, Board, ASCII:
		size, err = r.picture(&c)
	case Pairs:
		size, err = r.pairs(&c)
	case Digits:
		size, err = r.digits(&c)
	case Columns, CSV:
		size, err = r.columns(&c)
	case Algebraic:
		size, err = r.algebraic(&c)
	case FEN:
		size, err = r.fen(&c)
	case LeetCode:
		size, err = r.leetcode(&c)
	case JSON:
		size, err = r.json(&c)
	}
	if err != nil {
		return Entry{}, err
	}
	return Entry{Size: size, Squares: r.squares, Line: line}, nil
}

// add appends a square of the entry that is being read.
func (r *Reader) add(c *cursor, row, col int) error {
	if len(r.squares) == maxQueens {
		return c.fail(CodeTooManyQueens, maxQueens)
	}
	r.squares = append(r.squares, queens.Square{Row: row, Col: col})
	return nil
}

// tooLarge returns an error if an entry of that size is too large for its form.
func (r *Reader) tooLarge(c *cursor, size int) error {
	if most := r.form.Info().MaxSize; size > most {
		return c.fail(CodeSize, r.form, most)
	}
	return nil
}
