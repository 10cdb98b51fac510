package notation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/queens"
	"example.org/queens/notation"
)

func TestParseSquares(t *testing.T) {
	for _, test := range []struct {
		name, text string
		n, base    int
		want       string
	}{
		{"empty", " ", 8, 0, "[]"},
		{"file and rank", "a1,b5", 8, 0, "[7.0 3.1]"},
		{"the top row", "a8 H8", 8, 0, "[0.0 0.7]"},
		{"row.column", "0.4, 1.6", 8, 0, "[0.4 1.6]"},
		{"row.column from 1", "1.5 10.10", 10, 1, "[0.4 9.9]"},
		{"both", "0.4\tc3", 8, 0, "[0.4 5.2]"},
		{"full width", "ａ１，０．４、ｂ２　0。3", 8, 0, "[7.0 0.4 6.1 0.3]"},
		{"lines of a file", "\ufeffa1\r\n\r\nb5,\r\n", 8, 0, "[7.0 3.1]"},
		{"beyond z", "z1 aa1 az1 ba1 zz1 aaa1", 1, 0, "[0.25 0.26 0.51 0.52 0.701 0.702]"},
		{"off the board", "i9 a0 0.0", 8, 1, "[-1.8 8.0 -1.-1]"},
		{"the same twice", "a1 a1", 8, 0, "[7.0 7.0]"},
	} {
		got, err := notation.ParseSquares(test.text, test.n, test.base)
		if err != nil || fmt.Sprint(got) != test.want {
			t.Errorf("%s: got %v, %v, want %s", test.name, got, err, test.want)
		}
	}
}

var badSquares = []struct{ name, text, want string }{
	{"a word", "a1,queen", `line 1, column 4: want a square like a1, or row.column like 0.4, not "queen"`},
	{"a number", "a1 12", `line 1, column 4: want a square like a1, or row.column like 0.4, not "12"`},
	{"a negative rank", "a-1", `line 1, column 1: want a square like a1, or row.column like 0.4, not "a-1"`},
	{"a negative row", "-1.4", `line 1, column 1: want a square like a1, or row.column like 0.4, not "-1.4"`},
	{"no column", "0.", `line 1, column 1: want a square like a1, or row.column like 0.4, not "0."`},
	{"three numbers", "0.4.5", `line 1, column 1: want a square like a1, or row.column like 0.4, not "0.4.5"`},
	{"more behind", "a1b2", `line 1, column 1: want a square like a1, or row.column like 0.4, not "a1b2"`},
	{"a large rank", "a1\nb10000000000000", `line 2, column 2: the number "10000000000000" is too large`},
	{"a large file", "abcdefgh1", `line 1, column 1: the number "abcdefgh1" is too large`},
	{"a large row", "1000000000.1", `line 1, column 1: the number "1000000000.1" is too large`},
	{"binary", "a1\x00", "line 1, column 3: a NUL byte: this is no text in UTF-8"},
}

func TestFormatSquare(t *testing.T) {
	for _, test := range []struct {
		s    queens.Square
		n    int
		want string
	}{
		{queens.Square{Row: 0, Col: 0}, 8, "a8"},
		{queens.Square{Row: 7, Col: 25}, 8, "z1"},
		{queens.Square{Row: 0, Col: 26}, 30, "aa30"},
		{queens.Square{Row: 0, Col: 702}, 1000, "aaa1000"},
		{queens.Square{Row: 8, Col: 8}, 8, "i0"},
		{queens.Square{Row: -1, Col: 0}, 8, "a9"},
		{queens.Square{Row: 9, Col: 0}, 8, "9.0"},
		{queens.Square{Row: 0, Col: -1}, 8, "0.-1"},
	} {
		if got := notation.FormatSquare(test.s, test.n); got != test.want {
			t.Errorf("%v of %d: got %s, want %s", test.s, test.n, got, test.want)
		}
	}
	if got := notation.FormatRowColumn(queens.Square{Row: 0, Col: 4}, 1); got != "1.5" {
		t.Errorf("got %s, want 1.5", got)
	}
}

func TestSquaresRoundTrip(t *testing.T) {
	const n = 1000
	var squares []queens.Square
	var text strings.Builder
	for i := range n {
		s := queens.Square{Row: i, Col: (i * 7) % n}
		squares = append(squares, s, s)
		text.WriteString(notation.FormatSquare(s, n) + "," + notation.FormatRowColumn(s, 1) + " ")
	}
	got, err := notation.ParseSquares(text.String(), n, 1)
	if err != nil || !slices.Equal(got, squares) {
		t.Errorf("the squares differ: %v", err)
	}
}
