package notation

import (
	"fmt"
	"strconv"
	"strings"
)

// A Code says what is wrong with a text; a caller may word it in another
// language.
type Code string

// The codes of a [SyntaxError]. [Codes] says what each comes with.
const (
	CodeUTF16           Code = "utf16"
	CodeNUL             Code = "nul"
	CodeUTF8            Code = "utf8"
	CodeLineLength      Code = "line-length"
	CodeUnknownForm     Code = "unknown-form"
	CodeSize            Code = "size"
	CodeTooManyQueens   Code = "too-many-queens"
	CodeColumnNumber    Code = "column-number"
	CodeColumnSeparator Code = "column-separator"
	CodeNumberLarge     Code = "number-large"
	CodeNumberRange     Code = "number-range"
	CodeDigit           Code = "digit"
	CodeDigitRange      Code = "digit-range"
	CodeListLine        Code = "list-line"
	CodePair            Code = "pair"
	CodeBracket         Code = "bracket"
	CodeTrailing        Code = "trailing"
	CodeAlgebraic       Code = "algebraic"
	CodeSquare          Code = "square"
	CodeBit             Code = "bit"
	CodeCell            Code = "cell"
	CodeRowShort        Code = "row-short"
	CodeRowLong         Code = "row-long"
	CodeRowsMissing     Code = "rows-missing"
	CodeRowsExtra       Code = "rows-extra"
	CodeRankLabel       Code = "rank-label"
	CodeFEN             Code = "fen"
	CodeLeetCode        Code = "leetcode"
	CodeJSON            Code = "json"
	CodeJSONColumns     Code = "json-columns"
	CodeJSONSize        Code = "json-size"
	CodeJSONBase        Code = "json-base"
)

// A CodeInfo describes a code: the names of its arguments, and the English
// sentence, which is a format for them.
type CodeInfo struct {
	Code    Code
	Args    []string
	English string
}

// codes lists every code. Arguments named "found" are of type [Found], "form"
// of type [Form], all others are int.
var codes = []CodeInfo{
	{CodeUTF16, nil, "the text is UTF-16: save it as UTF-8"},
	{CodeNUL, nil, "a NUL byte: this is no text in UTF-8"},
	{CodeUTF8, nil, "a byte that is not UTF-8: save the text as UTF-8"},
	{CodeLineLength, []string{"max"}, "the line is longer than %d bytes"},
	{CodeUnknownForm, []string{"found"}, "%v begins no form of a placement"},
	{CodeSize, []string{"form", "max"}, "the board is too large: %v takes at most %d rows"},
	{CodeTooManyQueens, []string{"max"}, "more than %d queens"},
	{CodeColumnNumber, []string{"found"}, "want a column number, or - for an empty row, not %v"},
	{CodeColumnSeparator, []string{"form", "found"}, "the numbers of columns are separated by spaces, of csv by commas: in %v, not by %v"},
	{CodeNumberLarge, []string{"found"}, "the number %v is too large"},
	{CodeNumberRange, []string{"number", "size", "last"}, "%d is off the board: size %d counts from 0 to %d, or from 1 to %[2]d, and neither fits"},
	{CodeDigit, []string{"found"}, "want a digit 0 to 9 or a to z, or - for an empty row, not %v"},
	{CodeDigitRange, []string{"found", "size", "last"}, "the digit %v is off the board: digits count from 0, so %d of them go to %d"},
	{CodeListLine, []string{"found"}, "want a line like 行：0列：4, not %v"},
	{CodePair, []string{"found"}, "want a row and a column like (0, 4), not %v"},
	{CodeBracket, []string{"found"}, "want ] at the end of the placement, not %v"},
	{CodeTrailing, []string{"found"}, "the placement ends here: %v does not belong to it"},
	{CodeAlgebraic, []string{"found"}, "want a square like a8, or - for an empty row, not %v"},
	{CodeSquare, []string{"found"}, "want a square like a1, or row.column like 0.4, not %v"},
	{CodeBit, []string{"found"}, "want 0 or 1, not %v"},
	{CodeCell, []string{"found"}, "want Q for a queen or . for an empty square, not %v"},
	{CodeRowShort, []string{"row", "squares", "size"}, "row %d has only %d of %d squares"},
	{CodeRowLong, []string{"row", "size"}, "row %d has more than %d squares, and the board is a square"},
	{CodeRowsMissing, []string{"rows", "size"}, "the board ends after %d of %d rows"},
	{CodeRowsExtra, []string{"size"}, "a row too many for a board of size %d: a blank line or a heading ends a board"},
	{CodeRankLabel, []string{"label", "rank"}, "the line is marked rank %d but is rank %d: the top row has the highest"},
	{CodeFEN, []string{"found"}, "want Q, a number of empty squares or /, not %v"},
	{CodeLeetCode, []string{"found"}, `want rows like [".Q..","...Q","Q...","..Q."], not %v`},
	{CodeJSON, nil, `want an object like {"n":4,"columns":[1,3,0,2]} on one line`},
	{CodeJSONColumns, nil, `the object has no "columns"`},
	{CodeJSONSize, []string{"size", "columns"}, `"n" is %d but the number of columns is %d`},
	{CodeJSONBase, []string{"base"}, `"base" is %d: want 0 or 1`},
}

// Codes returns the table of all codes.
func Codes() []CodeInfo { return append([]CodeInfo(nil), codes...) }

// Found is the text that stood where something else was expected, shortened;
// empty at the end of a line.
type Found string

// String returns the text in quotes, in English.
func (f Found) String() string {
	if f == "" {
		return "the end of the line"
	}
	return strconv.Quote(string(f))
}

// A SyntaxError is a text that cannot be read. Code and Args say why without
// words.
type SyntaxError struct {
	Line   int // counted from 1
	Column int // in characters, counted from 1
	Code   Code
	Args   []any
}

// Message returns what is wrong in English, without the position.
func (e *SyntaxError) Message() string {
	for _, info := range codes {
		if info.Code == e.Code {
			return fmt.Sprintf(info.English, e.Args...)
		}
	}
	return string(e.Code)
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("queens: line %d, column %d: %s", e.Line, e.Column, e.Message())
}

// A Reading is one way to understand a text.
type Reading struct {
	Form  Form
	Base  int  // what its numbers count from
	Based bool // the Base is part of the reading
}

// String returns the reading in English.
func (r Reading) String() string {
	if !r.Based {
		return r.Form.String()
	}
	return fmt.Sprintf("%v counted from %d", r.Form, r.Base)
}

// An AmbiguousError is a text with more than one reading. It is read when
// [ReadOptions] name the form, or the base.
type AmbiguousError struct {
	Line     int // the first of the lines that have these readings
	Readings []Reading
}

// Base reports whether naming the base decides; otherwise the form does.
func (e *AmbiguousError) Base() bool { return e.Readings[0].Based }

func (e *AmbiguousError) Error() string {
	var readings []string
	for _, r := range e.Readings {
		readings = append(readings, r.String())
	}
	asked := "format"
	if e.Base() {
		asked = "base"
	}
	return fmt.Sprintf("queens: line %d: this reads as %s: name the %s", e.Line, strings.Join(readings, " and as "), asked)
}

// A SizeError is a placement that a form cannot hold.
type SizeError struct {
	Form Form
	Size int
	Max  int
}

func (e *SizeError) Error() string {
	if e.Size < 1 {
		return fmt.Sprintf("queens: size %d: a board has at least 1 row", e.Size)
	}
	return fmt.Sprintf("queens: size %d is too large for %v, which takes 1 to %d", e.Size, e.Form, e.Max)
}

// A ColumnError is a column off the board in a placement to be written.
type ColumnError struct {
	Row, Col int
	Size     int
}

func (e *ColumnError) Error() string {
	return fmt.Sprintf("queens: column %d in row %d is off the board of size %d", e.Col, e.Row, e.Size)
}
