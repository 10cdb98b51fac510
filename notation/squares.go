package notation

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"example.org/queens"
)

// ParseSquares reads a list of squares, separated by commas, blanks or line
// ends, on a board of size n. A square is a file and a rank, a1 (file a is
// column 0, rank n is row 0, after z comes aa), or row.column, 0.4, counted from
// base. Full-width characters and capitals are read too. A square off the board
// is returned like any other; an empty list is no error. Other errors are of
// type [*SyntaxError].
func ParseSquares(text string, n, base int) ([]queens.Square, error) {
	source := lines{r: bufio.NewReaderSize(strings.NewReader(text), 4<<10)}
	var squares []queens.Square
	for {
		c, err := source.next()
		if err == io.EOF {
			return squares, nil
		}
		if err != nil {
			return nil, err
		}
		for c.separator() {
			s, err := c.squareOrNumbers(n, base)
			if err != nil {
				return nil, err
			}
			squares = append(squares, s)
		}
	}
}

// separator skips blanks and commas and reports whether there is more.
func (c *cursor) separator() bool {
	for c.blanks() && c.take(',') {
	}
	return c.pos < len(c.text)
}

// squareOrNumbers reads a1 or 0.4. An error stands at the first character.
func (c *cursor) squareOrNumbers(n, base int) (queens.Square, error) {
	start := *c
	var s queens.Square
	var err error
	if isLetter(c.peek()) {
		s, err = c.square(n, CodeSquare)
	} else {
		s, err = c.rowColumn(base)
	}
	if char := c.peek(); err == nil && char != 0 && char != ',' && !isBlank(char) {
		err = start.fail(CodeSquare, start.found())
	}
	return s, err
}

func (c *cursor) rowColumn(base int) (queens.Square, error) {
	start := *c
	row, err := c.number(CodeSquare)
	if err != nil {
		return queens.Square{}, err
	}
	if !c.take('.') || !isDigit(c.peek()) {
		return queens.Square{}, start.fail(CodeSquare, start.found())
	}
	col, err := c.number(CodeSquare)
	return queens.Square{Row: row - base, Col: col - base}, err
}

// square reads a file and a rank. Where there are none the error has that code.
func (c *cursor) square(n int, missing Code) (queens.Square, error) {
	const maxLetters = 6 // so that the file is below maxNumber
	start, col := *c, 0
	for isLetter(c.peek()) {
		if c.pos-start.pos == maxLetters {
			return queens.Square{}, start.fail(CodeNumberLarge, start.found())
		}
		col = col*26 + int(c.peek()|0x20-'a') + 1
		c.pos++
	}
	if col == 0 || !isDigit(c.peek()) {
		return queens.Square{}, start.fail(missing, start.found())
	}
	rank, err := c.number(missing)
	return queens.Square{Row: n - rank, Col: col - 1}, err
}

// FormatSquare returns the file and rank of s on a board of size n, such as a8.
// A square left of file a or above or below every rank number that can be
// written is given as [queens.Square.String].
func FormatSquare(s queens.Square, n int) string {
	rank := n - s.Row
	if s.Col < 0 || rank < 0 {
		return s.String()
	}
	return string(appendInt(appendFile(nil, s.Col), rank))
}

// FormatRowColumn returns row.column of s counted from base, such as 0.4.
func FormatRowColumn(s queens.Square, base int) string {
	return strconv.Itoa(s.Row+base) + "." + strconv.Itoa(s.Col+base)
}

// appendFile appends the letters of a column: a to z, aa to az, ba ..
func appendFile(text []byte, col int) []byte {
	if col >= 26 {
		text = appendFile(text, col/26-1)
	}
	return append(text, byte('a'+col%26))
}
