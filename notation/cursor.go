package notation

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"example.org/queens"
)

// A cursor stands in a line.
type cursor struct {
	text []byte
	pos  int
	line int
}

func isBlank(char byte) bool { return char == ' ' || char == '\t' }

func isDigit(char byte) bool { return '0' <= char && char <= '9' }

func isLetter(char byte) bool { return 'a' <= char|0x20 && char|0x20 <= 'z' }

// blanks skips blanks and reports whether there is more.
func (c *cursor) blanks() bool {
	for c.pos < len(c.text) && isBlank(c.text[c.pos]) {
		c.pos++
	}
	return c.pos < len(c.text)
}

// peek returns the byte at the cursor, 0 at the end of the line.
func (c *cursor) peek() byte {
	if c.pos < len(c.text) {
		return c.text[c.pos]
	}
	return 0
}

// take skips char and reports whether it stood there.
func (c *cursor) take(char byte) bool {
	if c.peek() != char {
		return false
	}
	c.pos++
	return true
}

// takeAny skips the first of words that stands there, capitals or not.
func (c *cursor) takeAny(words ...string) bool {
	for _, word := range words {
		rest := c.text[c.pos:]
		if len(rest) >= len(word) && strings.EqualFold(string(rest[:len(word)]), word) {
			c.pos += len(word)
			return true
		}
	}
	return false
}

// maxNumber is the largest number read, so that sums of a few fit an int.
const maxNumber = 999_999_999

// number reads a decimal number; where there is none the error has that code.
func (c *cursor) number(missing Code) (int, error) {
	start, number := c.pos, 0
	for c.pos < len(c.text) && isDigit(c.text[c.pos]) {
		number = number*10 + int(c.text[c.pos]-'0')
		if number > maxNumber {
			c.pos = start
			return 0, c.fail(CodeNumberLarge, c.found())
		}
		c.pos++
	}
	if c.pos == start {
		return 0, c.fail(missing, c.found())
	}
	return number, nil
}

// column reads a number, or "-" as queens.None.
func (c *cursor) column(missing Code) (int, error) {
	if c.take('-') {
		return queens.None, nil
	}
	return c.number(missing)
}

// fail returns the error with that code at the cursor.
func (c *cursor) fail(code Code, args ...any) error {
	return &SyntaxError{Line: c.line, Column: utf8.RuneCount(c.text[:c.pos]) + 1, Code: code, Args: args}
}

// end returns an error unless only blanks follow.
func (c *cursor) end() error {
	if c.blanks() {
		return c.fail(CodeTrailing, c.found())
	}
	return nil
}

// found returns what stands at the cursor up to the next blank or comma, or
// that character alone, shortened to 16 characters.
func (c *cursor) found() Found {
	rest := c.text[c.pos:]
	if stop := bytes.IndexAny(rest[:min(len(rest), 128)], " \t,"); stop > 0 {
		rest = rest[:stop]
	} else if stop == 0 {
		rest = rest[:1]
	}
	var text strings.Builder
	for i, char := range []rune(string(rest[:min(len(rest), 128)])) {
		if i == 16 {
			text.WriteString("..")
			break
		}
		text.WriteRune(char)
	}
	return Found(text.String())
}

// isHeading reports whether a line is a heading: 第k种 and any words, or
// "placement k", "solution k". Nothing that could be a placement may follow.
func isHeading(text []byte) bool {
	c := cursor{text: text}
	c.blanks()
	chinese := false
	switch c.peek() {
	case "第"[0]:
		if chinese = c.takeAny("第"); !chinese {
			return false
		}
	case 'p', 'P', 's', 'S':
		if !c.takeAny("placement", "solution") {
			return false
		}
	default:
		return false
	}
	c.blanks()
	c.take('#')
	if _, err := c.number(CodeTrailing); err != nil {
		return false
	}
	c.blanks()
	if chinese && !c.takeAny("种", "種", "个", "個") {
		return false
	}
	rest := bytes.TrimRight(c.text[c.pos:], ":. \t")
	if !chinese {
		return len(rest) == 0
	}
	return bytes.IndexFunc(rest, func(char rune) bool { return char < utf8.RuneSelf && char > ' ' || cellOf(char) != noCell }) < 0
}

// A cell is what one character of a picture shows.
type cell uint8

const (
	noCell cell = iota
	cellEmpty
	cellQueen
)

func cellOf(char rune) cell {
	switch char {
	case 'Q', 'q', '♛', '♕':
		return cellQueen
	case '.', '_', '·', '▢', '□', '☐', '■', '◻', '◼', '⬜', '⬛':
		return cellEmpty
	}
	return noCell
}
