package notation

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// detect finds out the form and the base of the next placement, as far as they
// are not known.
func (r *Reader) detect() error {
	var err error
	switch {
	case r.form == Detect:
		r.form, err = r.findForm()
		r.found = true
	case r.found && r.form.inRows():
		r.form, err = r.findFormInRows()
	}
	if err != nil || r.baseKnown || r.form == JSON || !r.form.Info().Based {
		return err
	}
	return r.detectBase()
}

// findForm returns the form of the text by the first line that tells it.
func (r *Reader) findForm() (Form, error) {
	r.lines.hold()
	defer r.lines.release()
	undecided := Detect
	for {
		c, err := r.significant()
		if (err == io.EOF || err == errHead) && undecided != Detect {
			return undecided, nil
		}
		if err != nil {
			return Detect, err
		}
		s := shapeOf(c.text[c.pos:])
		switch {
		case s.empty:
			if undecided == Detect {
				undecided = s.form
			}
		case s.bits > 0:
			return r.findFormOfBits(s, c.line)
		case s.form == Detect:
			return Detect, c.fail(CodeUnknownForm, c.found())
		default:
			return s.form, nil
		}
	}
}

// findFormInRows returns the form of the next placement of a text that has
// begun with one in rows. It stays what it was unless the line tells another.
func (r *Reader) findFormInRows() (Form, error) {
	r.lines.hold()
	defer r.lines.release()
	c, err := r.significant()
	if err != nil {
		return r.form, err
	}
	switch s := shapeOf(c.text[c.pos:]); {
	case s.bits > 0:
		return Grid, nil
	case s.form.inRows():
		return s.form, nil
	}
	return r.form, nil
}

// findFormOfBits decides between a grid and lines of columns, csv or digits
// where the first line has only 0 and 1, see the package comment.
func (r *Reader) findFormOfBits(first shape, line int) (Form, error) {
	if r.heading {
		return Grid, nil
	}
	if first.bits == 1 && !first.one {
		return first.form, nil
	}
	rows := 1
	for rows <= first.bits {
		c, more, err := r.nextRow()
		if err != nil || !more {
			break
		}
		s := shapeOf(c.text[c.pos:])
		if s.bits == first.bits {
			rows++
			continue
		}
		if s.form == first.form {
			return s.form, nil
		}
		break
	}
	switch rows {
	case first.bits:
		return Grid, nil
	case 1:
		return first.form, nil
	}
	return Detect, &AmbiguousError{Line: line, Readings: []Reading{{Form: Grid}, {Form: first.form}}}
}

// A shape is what one line tells of the form of a text.
type shape struct {
	form  Form // Detect if it looks like none; for bits the form if it is no grid
	bits  int  // the number of 0 and 1, if there is nothing else
	one   bool // there is a 1 among them
	empty bool // only "-", which says nothing
}

// shapeOf looks at a line that begins with no blank.
func shapeOf(text []byte) shape {
	text = bytes.TrimRight(text, " \t")
	switch c := (cursor{text: text}); {
	case c.peek() == '{':
		return shape{form: JSON}
	case c.peek() == '(':
		return shape{form: Pairs}
	case c.peek() == '[':
		return shape{form: bracketForm(text)}
	case c.takeAny("行", "row"):
		return shape{form: List}
	}
	first := token(text)
	if len(first) == 0 {
		return shape{}
	}
	single := len(first) == len(text)
	numbers := Columns
	if bytes.IndexByte(text, ',') >= 0 {
		numbers = CSV
	} else if single {
		numbers = Digits
	}
	if bits, one := countBits(text, single); bits > 0 {
		return shape{form: numbers, bits: bits, one: one}
	}
	if pictured := pictureForm(text); pictured != Detect {
		return shape{form: pictured}
	}
	if bytes.IndexByte(first, '/') >= 0 {
		return shape{form: FEN}
	}
	if isNumbers(first) {
		return shapeOfNumbers(text, first, numbers)
	}
	c := cursor{text: first}
	if _, err := c.rowColumn(0); err == nil {
		return shape{form: Pairs}
	}
	switch {
	case single && isAlphanumeric(first) && (!isSquare(first) || fitsDigits(first)):
		return shape{form: Digits}
	case beginsSquare(first):
		return shape{form: Algebraic}
	case isColumn(first[0]):
		return shape{form: numbers}
	}
	return shape{}
}

// shapeOfNumbers tells a line whose first token has only digits and "-".
func shapeOfNumbers(text, first []byte, numbers Form) shape {
	if numbers == Digits {
		return shape{form: Digits, empty: len(text) == 1 && first[0] == '-'}
	}
	if len(bytes.Trim(text, "-, \t")) == 0 {
		return shape{form: numbers, empty: true}
	}
	if first[0] == '-' && bytes.IndexFunc(text, func(char rune) bool { return char < utf8.RuneSelf && isLetter(byte(char)) }) >= 0 {
		return shape{form: Algebraic}
	}
	return shape{form: numbers}
}

// bracketForm tells the form of a line that begins with a square bracket.
func bracketForm(text []byte) Form {
	c := cursor{text: text, pos: 1}
	c.blanks()
	switch char := c.peek(); {
	case char == '"' || char == '\'':
		return LeetCode
	case char == '(' || char == '[':
		return Pairs
	case isPairs(text):
		return Pairs
	case isColumn(char) && bytes.IndexByte(text, ',') >= 0:
		return CSV
	case isColumn(char):
		return Columns
	}
	return Detect
}

// isPairs reports whether a line has a second opening bracket: [0, 4], [1, 6].
func isPairs(text []byte) bool { return bytes.IndexByte(text[1:], '[') >= 0 }

// token returns the text up to the first blank or comma.
func token(text []byte) []byte {
	if stop := bytes.IndexAny(text, " \t,"); stop >= 0 {
		return text[:stop]
	}
	return text
}

// countBits returns how many 0 and 1 a line has, 0 if it has anything else or
// if they are apart in one place and together in another.
func countBits(text []byte, single bool) (bits int, one bool) {
	apart := true
	for _, char := range text {
		switch {
		case char == '0' || char == '1':
			if !apart && !single {
				return 0, false
			}
			bits++
			one = one || char == '1'
			apart = false
		case isBlank(char) || char == ',':
			apart = true
		default:
			return 0, false
		}
	}
	return bits, one
}

// pictureForm returns Board or ASCII for a row of squares, with a rank in front
// or not, and Detect for anything else.
func pictureForm(text []byte) Form {
	c := cursor{text: text}
	form, cells := ASCII, 0
	if isDigit(c.peek()) {
		form = Board
		if _, err := c.number(CodeCell); err != nil || !isBlank(c.peek()) {
			return Detect
		}
	}
	for c.blanks() {
		char, length := utf8.DecodeRune(text[c.pos:])
		if cellOf(char) == noCell {
			return Detect
		}
		if char >= utf8.RuneSelf {
			form = Board
		}
		cells++
		c.pos += length
	}
	if cells == 0 {
		return Detect
	}
	return form
}

// isNumbers reports whether a token has only digits and "-".
func isNumbers(token []byte) bool {
	for _, char := range token {
		if !isColumn(char) {
			return false
		}
	}
	return len(token) > 0
}

func isAlphanumeric(token []byte) bool {
	for _, char := range token {
		if !isLetter(char) && !isColumn(char) {
			return false
		}
	}
	return true
}

// isSquare reports whether a token is a square like a8.
func isSquare(token []byte) bool {
	c := cursor{text: token}
	_, err := c.square(0, CodeSquare)
	return err == nil && c.pos == len(token)
}

// beginsSquare reports whether a token begins with letters and a digit.
func beginsSquare(token []byte) bool {
	rest := bytes.TrimLeftFunc(token, func(char rune) bool { return char < utf8.RuneSelf && isLetter(byte(char)) })
	return len(rest) < len(token) && len(rest) > 0 && isDigit(rest[0])
}

// fitsDigits reports whether a token is a row of digits on the board.
func fitsDigits(token []byte) bool {
	r := Reader{form: Digits}
	_, err := r.digits(&cursor{text: token})
	return err == nil
}

// A trial keeps the numbers of an entry while the base is found out.
type trial struct {
	numbers []seen
}

// seen is a number and where it stands.
type seen struct {
	number int
	at     cursor
}

// see keeps a number; the nil trial does not.
func (t *trial) see(c *cursor, pos, number int) {
	if t != nil {
		t.keep(c, pos, number)
	}
}

func (t *trial) keep(c *cursor, pos, number int) {
	t.numbers = append(t.numbers, seen{number, cursor{text: c.text, pos: pos, line: c.line}})
}

// bases reports whether all numbers are on a board of size n that counts from
// 0, and on one that counts from 1; and the first number because of which
// neither fits.
func (t *trial) bases(n int) (from0, from1 bool, misfit seen) {
	from0, from1 = true, true
	for _, s := range t.numbers {
		before := from0 || from1
		from0 = from0 && s.number < n
		from1 = from1 && 1 <= s.number && s.number <= n
		if before && !from0 && !from1 {
			misfit = s
		}
	}
	return from0, from1, misfit
}

// detectBase sets the base by the first placement that fits only one.
func (r *Reader) detectBase() error {
	r.lines.hold()
	r.trial = &trial{}
	defer func() {
		r.trial = nil
		r.lines.release()
	}()
	r.base = 0
	ambiguous := 0 // the line of the first placement that fits both
	for {
		r.trial.numbers = r.trial.numbers[:0]
		entry, err := r.entry()
		switch {
		case err == io.EOF && ambiguous == 0: // no numbers at all
			r.baseKnown = true
			return nil
		case err == errHead && ambiguous == 0:
			ambiguous = r.lines.held[r.lines.start].line
			return r.ambiguousBase(ambiguous)
		case err != nil && ambiguous == 0:
			return err
		case err != nil:
			return r.ambiguousBase(ambiguous)
		}
		from0, from1, misfit := r.trial.bases(entry.Size)
		switch {
		case from0 && from1:
			if ambiguous == 0 && len(r.trial.numbers) > 0 {
				ambiguous = entry.Line
			}
			continue
		case !from0 && !from1:
			return misfit.at.fail(CodeNumberRange, misfit.number, entry.Size, entry.Size-1)
		}
		r.baseKnown = true
		if from1 {
			r.base = 1
		}
		return nil
	}
}

func (r *Reader) ambiguousBase(line int) error {
	return &AmbiguousError{Line: line, Readings: []Reading{{Form: r.form, Based: true}, {Form: r.form, Base: 1, Based: true}}}
}
