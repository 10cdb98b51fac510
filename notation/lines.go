package notation

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"unicode/utf8"
)

const (
	maxLine   = 4 << 20 // bytes of a line; the longest that is written has one mebibyte
	headLimit = 1 << 20 // bytes that detection reads ahead
)

// errHead says that detection has read ahead as far as it may.
var errHead = errors.New("notation: end of the head")

// lines reads a text line by line, without line ends and in half-width
// characters. Lines may be held to be read a second time.
type lines struct {
	r      *bufio.Reader
	number int   // of the last line read from r
	err    error // of r, or of a line; it stays
	long   []byte
	narrow []byte

	held    []cursor
	at      int // the next of held
	start   int // where hold was called
	holding bool
	bytes   int // held since then
}

// next returns the next line; it is valid until the call after.
func (l *lines) next() (cursor, error) {
	if l.at < len(l.held) {
		c := l.held[l.at]
		l.at++
		if l.at == len(l.held) && !l.holding {
			l.held, l.at = l.held[:0], 0
		}
		return c, nil
	}
	if l.holding && l.bytes > headLimit {
		return cursor{}, errHead
	}
	c, err := l.read()
	if err == nil && l.holding {
		c.text = slices.Clone(c.text)
		l.held = append(l.held, c)
		l.at++
		l.bytes += len(c.text) + 64
	}
	return c, err
}

// hold keeps every line from here on for a second reading, until release.
func (l *lines) hold() { l.start, l.bytes, l.holding = l.at, 0, true }

// release goes back to where hold was called.
func (l *lines) release() { l.at, l.holding = l.start, false }

// forget drops the line just read if it is the first one held.
func (l *lines) forget() {
	if !l.holding || l.at != l.start+1 {
		return
	}
	l.start, l.bytes = l.at, 0
	if l.at == len(l.held) {
		l.held, l.at, l.start = l.held[:0], 0, 0
	}
}

func (l *lines) read() (cursor, error) {
	if l.err != nil {
		return cursor{}, l.err
	}
	text, err := l.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		text, err = l.readLong(text)
	}
	l.number++
	if err != nil && (err != io.EOF || len(text) == 0) {
		l.err = err
		return cursor{}, err
	}
	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	if l.number == 1 {
		if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
			l.err = &SyntaxError{Line: 1, Column: 1, Code: CodeUTF16}
			return cursor{}, l.err
		}
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	c := cursor{text: text, line: l.number}
	if !plain(text) {
		l.narrow, l.err = narrow(l.narrow[:0], c)
		c.text = l.narrow
	}
	return c, l.err
}

// readLong reads on in a line that begins with text and is longer than the
// buffer.
func (l *lines) readLong(text []byte) ([]byte, error) {
	l.long = l.long[:0]
	for {
		l.long = append(l.long, text...)
		if len(l.long) > maxLine {
			return nil, &SyntaxError{Line: l.number + 1, Column: 1, Code: CodeLineLength, Args: []any{maxLine}}
		}
		var err error
		if text, err = l.r.ReadSlice('\n'); err != bufio.ErrBufferFull {
			l.long = append(l.long, text...)
			return l.long, err
		}
	}
}

// plain reports whether text is ASCII without NUL.
func plain(text []byte) bool {
	for _, char := range text {
		if char-1 >= utf8.RuneSelf-1 {
			return false
		}
	}
	return true
}

// narrow appends the line with half-width characters in place of full-width
// ones: a character for a character, so that positions stay.
func narrow(dst []byte, c cursor) ([]byte, error) {
	for c.pos < len(c.text) {
		char, size := utf8.DecodeRune(c.text[c.pos:])
		if char == 0 {
			return nil, c.fail(CodeNUL)
		}
		if char == utf8.RuneError && size == 1 {
			return nil, c.fail(CodeUTF8)
		}
		c.pos += size
		dst = utf8.AppendRune(dst, halfWidth(char))
	}
	return dst, nil
}

// halfWidth returns the half-width form of a full-width character, and any
// other character as it is.
func halfWidth(char rune) rune {
	switch {
	case 0xFF01 <= char && char <= 0xFF5E:
		return char - 0xFEE0
	case char == 0x3000 || char == 0xA0:
		return ' '
	case char == '、':
		return ','
	case char == '。':
		return '.'
	case char == '“' || char == '”':
		return '"'
	case char == '－' || char == '−' || char == '–' || char == '—':
		return '-'
	}
	return char
}
