package notation

import (
	"bytes"

	"example.org/queens"
)

// columns reads column numbers, in brackets or not, separated by blanks
// (Columns) or commas (CSV), and returns their number.
func (r *Reader) columns(c *cursor) (size int, err error) {
	bracket := c.take('[')
	c.blanks()
	for {
		start := c.pos
		col, err := c.column(CodeColumnNumber)
		if err != nil {
			return 0, err
		}
		if col != queens.None {
			r.squares = append(r.squares, queens.Square{Row: size, Col: col - r.base})
			r.trial.see(c, start, col)
		}
		size++
		if size > MaxSize {
			return 0, r.tooLarge(c, size)
		}
		stop := c.pos
		if !c.blanks() || c.peek() == ']' {
			break
		}
		blank := c.pos > stop
		switch {
		case r.form == CSV && c.take(','):
			c.blanks()
		case r.form == CSV && blank && isColumn(c.peek()):
			c.pos = stop
			return 0, c.fail(CodeColumnSeparator, r.form, c.found())
		case r.form == Columns && c.peek() == ',':
			return 0, c.fail(CodeColumnSeparator, r.form, c.found())
		case r.form == CSV || !blank:
			return 0, c.fail(CodeColumnNumber, c.found())
		}
	}
	if bracket && !c.take(']') {
		return 0, c.fail(CodeBracket, c.found())
	}
	return size, c.end()
}

func isColumn(char byte) bool { return isDigit(char) || char == '-' }

// digits reads one digit a row.
func (r *Reader) digits(c *cursor) (int, error) {
	start := c.pos
	stop := len(bytes.TrimRight(c.text, " \t"))
	size := stop - start
	for ; c.pos < stop; c.pos++ {
		row := c.pos - start
		col, char := 0, c.text[c.pos]
		switch {
		case char == '-':
			continue
		case isDigit(char):
			col = int(char - '0')
		case isLetter(char):
			col = int(char|0x20-'a') + 10
		default:
			return 0, c.fail(CodeDigit, c.found())
		}
		if row >= Digits.Info().MaxSize {
			break
		}
		if col >= size {
			return 0, c.fail(CodeDigitRange, Found(char), size, size-1)
		}
		r.squares = append(r.squares, queens.Square{Row: row, Col: col})
	}
	return size, r.tooLarge(c, size)
}

// pairs reads (row, column) pairs in round or square brackets, all of them in
// square brackets or not, or row.column.
func (r *Reader) pairs(c *cursor) (int, error) {
	outer := false
	if rest := (cursor{text: c.text, pos: c.pos}); rest.take('[') && rest.blanks() && (rest.peek() == '(' || rest.peek() == '[') {
		*c, outer = cursor{text: c.text, pos: rest.pos, line: c.line}, true
	}
	count := 0
	for {
		for c.blanks() && count > 0 && c.take(',') {
		}
		if c.pos == len(c.text) && count > 0 || outer && c.peek() == ']' {
			break
		}
		if err := r.pair(c); err != nil {
			return 0, err
		}
		if count++; count > MaxSize {
			return 0, r.tooLarge(c, count)
		}
	}
	if outer && !c.take(']') {
		return 0, c.fail(CodeBracket, c.found())
	}
	return r.sizeOf(count), c.end()
}

// sizeOf returns the size of an entry of count squares that does not show it.
func (r *Reader) sizeOf(count int) int {
	if r.size > 0 {
		return r.size
	}
	return count
}

func (r *Reader) pair(c *cursor) error {
	var closing byte
	switch {
	case c.take('('):
		closing = ')'
	case c.take('['):
		closing = ']'
	}
	c.blanks()
	row, err := r.numberOf(c, CodePair, false)
	if err != nil {
		return err
	}
	if closing == 0 {
		if !c.take('.') {
			return c.fail(CodePair, c.found())
		}
	} else {
		blank := isBlank(c.peek())
		if c.blanks(); !c.take(',') && !blank {
			return c.fail(CodePair, c.found())
		}
		c.blanks()
	}
	col, err := r.numberOf(c, CodePair, true)
	if err != nil {
		return err
	}
	if closing != 0 {
		if c.blanks(); !c.take(closing) {
			return c.fail(CodePair, c.found())
		}
	}
	return r.place(c, row, col)
}

// numberOf reads a row or column number as it stands in the text, "-" as None
// if it may be empty.
func (r *Reader) numberOf(c *cursor, missing Code, empty bool) (int, error) {
	start := c.pos
	if empty && c.take('-') {
		return queens.None, nil
	}
	number, err := c.number(missing)
	if err == nil {
		r.trial.see(c, start, number)
	}
	return number, err
}

// place adds the queen of a row, if it has one, by the numbers of the text.
func (r *Reader) place(c *cursor, row, col int) error {
	if col == queens.None {
		return nil
	}
	return r.add(c, row-r.base, col-r.base)
}

// algebraic reads squares like a8, "-" for an empty row.
func (r *Reader) algebraic(c *cursor) (int, error) {
	count := 0
	for c.blanks() {
		if count > 0 && c.take(',') && !c.blanks() {
			break
		}
		if !c.take('-') {
			s, err := c.square(0, CodeAlgebraic)
			if err != nil {
				return 0, err
			}
			r.squares = append(r.squares, s)
		}
		if char := c.peek(); char != 0 && char != ',' && !isBlank(char) {
			return 0, c.fail(CodeAlgebraic, c.found())
		}
		if count++; count > MaxSize {
			return 0, r.tooLarge(c, count)
		}
	}
	size := r.sizeOf(count)
	for i := range r.squares {
		r.squares[i].Row += size
	}
	return size, nil
}
