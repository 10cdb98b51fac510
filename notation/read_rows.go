package notation

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// nextRow returns the next line of a placement that takes several; false at the
// end of the text, and after a blank line or a heading, which it skips.
func (r *Reader) nextRow() (cursor, bool, error) {
	c, err := r.lines.next()
	if err == io.EOF {
		return c, false, nil
	}
	if err != nil {
		return c, false, err
	}
	return c, !r.separates(&c), nil
}

// list reads lines like 行：0列：4 or row 0 column 4.
func (r *Reader) list(c *cursor) (int, error) {
	for count := 1; ; count++ {
		if err := r.listLine(c); err != nil {
			return 0, err
		}
		if err := r.tooLarge(c, count); err != nil {
			return 0, err
		}
		next, more, err := r.nextRow()
		if !more || err != nil {
			return r.sizeOf(count), err
		}
		c = &next
	}
}

func (r *Reader) listLine(c *cursor) error {
	if !c.takeAny("行", "row") {
		return c.fail(CodeListLine, c.found())
	}
	c.colon()
	row, err := r.numberOf(c, CodeListLine, false)
	if err != nil {
		return err
	}
	if c.blanks() && c.take(',') {
		c.blanks()
	}
	if !c.takeAny("列", "column", "col") {
		return c.fail(CodeListLine, c.found())
	}
	c.colon()
	col, err := r.numberOf(c, CodeListLine, true)
	if err != nil {
		return err
	}
	if err := c.end(); err != nil {
		return err
	}
	return r.place(c, row, col)
}

// colon skips a colon and blanks around it.
func (c *cursor) colon() {
	if c.blanks() && c.take(':') {
		c.blanks()
	}
}

// picture reads a row a line: Grid, Board, ASCII.
func (r *Reader) picture(c *cursor) (size int, err error) {
	for row := 0; ; row++ {
		label, labelled, err := r.rankLabel(c)
		if err != nil {
			return 0, err
		}
		start := c.pos
		width, err := r.cells(c, row, size)
		if err != nil {
			return 0, err
		}
		if row == 0 {
			size = width
		}
		if labelled && label != size-row {
			c.pos = start
			return 0, c.fail(CodeRankLabel, label, size-row)
		}
		last := c.line
		next, more, err := r.nextRow()
		switch {
		case err != nil:
			return 0, err
		case !more && row+1 < size:
			return 0, &SyntaxError{Line: last + 1, Column: 1, Code: CodeRowsMissing, Args: []any{row + 1, size}}
		case !more:
			return size, nil
		case row+1 == size && r.form == Board && isFileLabels(next.text):
			return size, r.skipFileLabels()
		case row+1 == size:
			return 0, next.fail(CodeRowsExtra, size)
		}
		c = &next
	}
}

// rankLabel reads the number in the left margin of a Board, if there is one.
func (r *Reader) rankLabel(c *cursor) (label int, labelled bool, err error) {
	if r.form != Board || !isDigit(c.peek()) {
		return 0, false, nil
	}
	label, err = c.number(CodeCell)
	c.blanks()
	return label, true, err
}

// isFileLabels reports whether a line has only letters: the files, or, below
// them, the second letters of files beyond z.
func isFileLabels(text []byte) bool {
	for _, char := range text {
		if !isLetter(char) && !isBlank(char) {
			return false
		}
	}
	return true
}

// skipFileLabels skips the lines below the first line of files.
func (r *Reader) skipFileLabels() error {
	for {
		next, more, err := r.nextRow()
		if !more || err != nil {
			return err
		}
		if !isFileLabels(next.text) {
			return next.fail(CodeTrailing, next.found())
		}
	}
}

// cells reads the squares of a row to the end of c and returns their number:
// 0 and 1 in a Grid, Q and full stops in all other forms. The first row
// (row 0) gives the size of the board, the others must have it.
func (r *Reader) cells(c *cursor, row, size int) (int, error) {
	width := 0
	for c.blanks() {
		if r.form == Grid && width > 0 && c.take(',') {
			continue
		}
		queen, length := r.cell(c)
		if length == 0 {
			if r.form == Grid {
				return 0, c.fail(CodeBit, c.found())
			}
			return 0, c.fail(CodeCell, c.found())
		}
		if row > 0 && width == size {
			return 0, c.fail(CodeRowLong, row+1, size)
		}
		if queen {
			if err := r.add(c, row, width); err != nil {
				return 0, err
			}
		}
		if width++; row == 0 {
			if err := r.tooLarge(c, width); err != nil {
				return 0, err
			}
		}
		c.pos += length
	}
	if width == 0 {
		return 0, c.fail(CodeCell, c.found())
	}
	if row > 0 && width < size {
		return 0, c.fail(CodeRowShort, row+1, width, size)
	}
	return width, nil
}

// cell returns what the character at the cursor shows, and its length; 0 if it
// is none of a square.
func (r *Reader) cell(c *cursor) (queen bool, length int) {
	if r.form == Grid {
		char := c.peek()
		if char != '0' && char != '1' {
			return false, 0
		}
		return char == '1', 1
	}
	char, length := utf8.DecodeRune(c.text[c.pos:])
	switch cellOf(char) {
	case cellQueen:
		return true, length
	case cellEmpty:
		return false, length
	}
	return false, 0
}

// isGridHeading reports whether a heading is the one written above a Grid.
func isGridHeading(text []byte) bool { return bytes.Contains(text, []byte("方式")) }
