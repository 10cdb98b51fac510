package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"example.org/queens"
)

// fen reads ranks from the top; on boards over 9 a number of empty squares may
// have several digits. The other fields of a FEN may follow.
func (r *Reader) fen(c *cursor) (int, error) {
	stop := bytes.IndexAny(c.text[c.pos:], " \t")
	if stop < 0 {
		stop = len(c.text) - c.pos
	}
	stop += c.pos
	size := bytes.Count(c.text[c.pos:stop], []byte("/")) + 1
	if err := r.tooLarge(c, size); err != nil {
		return 0, err
	}
	for row := range size {
		if err := r.rank(c, row, size); err != nil {
			return 0, err
		}
		if row < size-1 && !c.take('/') {
			return 0, c.fail(CodeFEN, c.found())
		}
	}
	if c.pos < stop {
		return 0, c.fail(CodeFEN, c.found())
	}
	if c.blanks(); c.takeAny("w ", "b ") {
		return size, nil
	}
	return size, c.end()
}

func (r *Reader) rank(c *cursor, row, size int) error {
	col := 0
	for {
		char := c.peek()
		start := c.pos
		switch {
		case char|0x20 == 'q':
			if err := r.add(c, row, col); err != nil {
				return err
			}
			c.pos++
			col++
		case isDigit(char) && char != '0':
			empty := int(char - '0')
			if c.pos++; size > 9 {
				c.pos = start
				var err error
				if empty, err = c.number(CodeFEN); err != nil {
					return err
				}
			}
			col += empty
		case col < size && (char == '/' || char == 0 || isBlank(char)):
			return c.fail(CodeRowShort, row+1, col, size)
		case char == '/' || char == 0 || isBlank(char):
			return nil
		default:
			return c.fail(CodeFEN, c.found())
		}
		if col > size {
			c.pos = start
			return c.fail(CodeRowLong, row+1, size)
		}
	}
}

// leetcode reads an array of strings, in double or single quotes.
func (r *Reader) leetcode(c *cursor) (int, error) {
	if !c.take('[') {
		return 0, c.fail(CodeLeetCode, c.found())
	}
	size := 0
	for row := 0; ; row++ {
		c.blanks()
		quote := c.peek()
		if quote != '"' && quote != '\'' {
			return 0, c.fail(CodeLeetCode, c.found())
		}
		c.pos++
		length := bytes.IndexByte(c.text[c.pos:], quote)
		if length < 0 {
			c.pos = len(c.text)
			return 0, c.fail(CodeLeetCode, c.found())
		}
		inside := cursor{text: c.text[:c.pos+length], pos: c.pos, line: c.line}
		width, err := r.cells(&inside, row, size)
		if err != nil {
			return 0, err
		}
		if size == 0 {
			size = width
		}
		c.pos = inside.pos + 1
		c.blanks()
		if c.take(']') {
			if row+1 < size {
				return 0, c.fail(CodeRowsMissing, row+1, size)
			}
			return size, c.end()
		}
		if row+1 == size {
			return 0, c.fail(CodeRowsExtra, size)
		}
		if !c.take(',') {
			return 0, c.fail(CodeLeetCode, c.found())
		}
	}
}

// json reads an object. Fields it does not know are skipped.
func (r *Reader) json(c *cursor) (int, error) {
	var object struct {
		N       *int   `json:"n"`
		Base    *int   `json:"base"`
		Columns []*int `json:"columns"`
	}
	if err := json.Unmarshal(c.text, &object); err != nil {
		var (
			syntax *json.SyntaxError
			kind   *json.UnmarshalTypeError
		)
		switch {
		case errors.As(err, &syntax):
			c.pos = int(syntax.Offset) - 1
		case errors.As(err, &kind):
			c.pos = int(kind.Offset) - 1
		}
		c.pos = max(0, min(c.pos, len(c.text)))
		for c.pos < len(c.text) && !utf8.RuneStart(c.text[c.pos]) {
			c.pos--
		}
		return 0, c.fail(CodeJSON)
	}
	size, base := len(object.Columns), r.base
	if err := r.tooLarge(c, size); err != nil {
		return 0, err
	}
	switch {
	case size == 0:
		return 0, c.fail(CodeJSONColumns)
	case object.N != nil && *object.N != size:
		return 0, c.fail(CodeJSONSize, *object.N, size)
	case object.Base != nil && *object.Base != 0 && *object.Base != 1:
		return 0, c.fail(CodeJSONBase, *object.Base)
	case object.Base != nil:
		base = *object.Base
	}
	for row, col := range object.Columns {
		if col == nil {
			continue
		}
		if *col < 0 || *col > maxNumber {
			return 0, c.fail(CodeJSON)
		}
		if !r.baseKnown && object.Base == nil && *col >= size {
			return 0, c.fail(CodeNumberRange, *col, size, size-1)
		}
		r.squares = append(r.squares, queens.Square{Row: row, Col: *col - base})
	}
	return size, nil
}
