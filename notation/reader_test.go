package notation_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/queens"
	"example.org/queens/notation"
)

// read returns all entries of a text, with squares of their own.
func read(text string, o notation.ReadOptions) ([]notation.Entry, error) {
	return readFrom(strings.NewReader(text), o)
}

func readFrom(r io.Reader, o notation.ReadOptions) ([]notation.Entry, error) {
	var entries []notation.Entry
	for entry, err := range notation.NewReader(r, o).All() {
		if err != nil {
			return entries, err
		}
		entry.Squares = slices.Clone(entry.Squares)
		entries = append(entries, entry)
	}
	return entries, nil
}

// show gives an entry as size@line: squares.
func show(entries []notation.Entry) string {
	var parts []string
	for _, e := range entries {
		part := fmt.Sprintf("%d@%d:", e.Size, e.Line)
		for _, s := range e.Squares {
			part += " " + s.String()
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

const (
	fourAt1 = "4@1: 0.1 1.3 2.0 3.2"
	any     = notation.Detect
)

func TestReader(t *testing.T) {
	based := func(base int) notation.ReadOptions { return notation.ReadOptions{Base: base, BaseKnown: true} }
	for _, test := range []struct {
		name string
		text string
		o    notation.ReadOptions
		form notation.Form
		want string
	}{
		{"nothing", "", notation.ReadOptions{}, any, ""},
		{"blank lines", "\n \r\n\t\n", notation.ReadOptions{}, any, ""},
		{"columns from 0", "1 3 0 2\n", notation.ReadOptions{}, notation.Columns, fourAt1},
		{"columns from 1", "2 4 1 3", notation.ReadOptions{}, notation.Columns, fourAt1},
		{"columns, base told by a later line", "1 2 2 1\n2 4 1 3\n", notation.ReadOptions{}, notation.Columns, "4@1: 0.0 1.1 2.1 3.0; 4@2: 0.1 1.3 2.0 3.2"},
		{"columns, base given", "1 2 2 1\n", based(0), notation.Columns, "4@1: 0.1 1.2 2.2 3.1"},
		{"columns, base 1 given", "1 2 2 1\n", based(1), notation.Columns, "4@1: 0.0 1.1 2.1 3.0"},
		{"columns off the board, base given", "1 3 0 9\n", based(0), notation.Columns, "4@1: 0.1 1.3 2.0 3.9"},
		{"columns off the board, base found before", "1 3 0 2\n1 3 0 4\n", notation.ReadOptions{}, notation.Columns, fourAt1 + "; 4@2: 0.1 1.3 2.0 3.4"},
		{"columns with an empty row", "- 3 0 2", notation.ReadOptions{}, notation.Columns, "4@1: 1.3 2.0 3.2"},
		{"columns, all empty", "- -\n- -\n", notation.ReadOptions{}, notation.Columns, "2@1:; 2@2:"},
		{"columns, empty first", "- - - -\n1 3 0 2\n", notation.ReadOptions{}, notation.Columns, "4@1:; 4@2: 0.1 1.3 2.0 3.2"},
		{"columns in brackets", "[1 3 0 2]", notation.ReadOptions{}, notation.Columns, fourAt1},
		{"columns of different sizes", "1 3 0 2\n0\n\n0 2 4 1 3\n", notation.ReadOptions{}, notation.Columns, fourAt1 + "; 1@2: 0.0; 5@4: 0.0 1.2 2.4 3.1 4.3"},
		{"columns under headings", "placement 1\n1 3 0 2\nPlacement #2:\n2 0 3 1\nsolution 3.\n1 3 0 2", notation.ReadOptions{}, notation.Columns, "4@2: 0.1 1.3 2.0 3.2; 4@4: 0.2 1.0 2.3 3.1; 4@6: 0.1 1.3 2.0 3.2"},
		{"columns in full width", "１　３　０　２\r\n", notation.ReadOptions{}, notation.Columns, fourAt1},
		{"columns with a byte order mark", "\ufeff1 3 0 2\r\n2 0 3 1\r\n", notation.ReadOptions{}, notation.Columns, fourAt1 + "; 4@2: 0.2 1.0 2.3 3.1"},
		{"columns of one line of 0 and 1", "0 1 0 0\n", notation.ReadOptions{}, notation.Columns, "4@1: 0.0 1.1 2.0 3.0"},
		{"columns of 0 and 1 before others", "0 1 0 0\n1 3 0 2\n", notation.ReadOptions{}, notation.Columns, "4@1: 0.0 1.1 2.0 3.0; 4@2: 0.1 1.3 2.0 3.2"},
		{"a lone 0", "0\n", notation.ReadOptions{}, notation.Digits, "1@1: 0.0"},
		{"a lone 1", "1\n", notation.ReadOptions{}, notation.Grid, "1@1: 0.0"},
		{"csv", "1,3,0,2\n", notation.ReadOptions{}, notation.CSV, fourAt1},
		{"csv from 1 with spaces", "2 , 4, 1,3 \n", notation.ReadOptions{}, notation.CSV, fourAt1},
		{"csv in full width", "１，３、０，－\n", notation.ReadOptions{}, notation.CSV, "4@1: 0.1 1.3 2.0"},
		{"csv as a list of Python", "[1, 3, 0, 2]", notation.ReadOptions{}, notation.CSV, fourAt1},
		{"digits", "1302\n2031", notation.ReadOptions{}, notation.Digits, fourAt1 + "; 4@2: 0.2 1.0 2.3 3.1"},
		{"digits beyond 9", "BA9876543210", notation.ReadOptions{}, notation.Digits, "12@1: 0.11 1.10 2.9 3.8 4.7 5.6 6.5 7.4 8.3 9.2 10.1 11.0"},
		{"digits with an empty row", "-3-2", notation.ReadOptions{}, notation.Digits, "4@1: 1.3 3.2"},
		{"digits, two lines", "10\n10\n01", notation.ReadOptions{Form: notation.Digits}, notation.Digits, "2@1: 0.1 1.0; 2@2: 0.1 1.0; 2@3: 0.0 1.1"},
		{"grid", "0 1 0 0\n0 0 0 1\n1 0 0 0 \n0 0 1 0", notation.ReadOptions{}, notation.Grid, fourAt1},
		{"grid without spaces", "0100\n0001\n1000\n0010\n", notation.ReadOptions{}, notation.Grid, fourAt1},
		{"grid with commas", "0,1\n1,0\n", notation.ReadOptions{}, notation.Grid, "2@1: 0.1 1.0"},
		{"grid, two queens in a row", "1 1\n0 0\n", notation.ReadOptions{}, notation.Grid, "2@1: 0.0 0.1"},
		{"grids", "01\n10\n\n\n100\n000\n001\n", notation.ReadOptions{}, notation.Grid, "2@1: 0.1 1.0; 3@5: 0.0 2.2"},
		{"grid of one under a heading", "第1种摆放方式\n0 \n", notation.ReadOptions{}, notation.Grid, "1@2:"},
		{"list", "行：0列：1\n行：1列：3\n行：2列：0\n行：3列：2\n", notation.ReadOptions{}, notation.List, fourAt1},
		{"list from 1 in half width", "行: 1, 列: 2\n行2列4\n行3列1\n行4列3\n", notation.ReadOptions{}, notation.List, fourAt1},
		{"list in English", "Row 0 column 1\nrow: 1, col: 3\nrow 2 column 0\nrow 3 column -", notation.ReadOptions{}, notation.List, "4@1: 0.1 1.3 2.0"},
		{"list, size given", "行：0列：1\n行：7列：3\n", notation.ReadOptions{Size: 8}, notation.List, "8@1: 0.1 7.3"},
		{"lists under headings", "第1种摆放位置\n行：0列：0\n第 2 种\n行：0列：0\n", notation.ReadOptions{}, notation.List, "1@2: 0.0; 1@4: 0.0"},
		{"list and grid in turn", "第1种摆放位置\n行：0列：0\n第1种摆放方式\n1 \n第2种摆放位置\n行：0列：0\n", notation.ReadOptions{}, notation.List, "1@2: 0.0; 1@4: 0.0; 1@6: 0.0"},
		{"pairs", "(0, 1), (1, 3), (2, 0), (3, 2)\n", notation.ReadOptions{}, notation.Pairs, fourAt1},
		{"pairs from 1 in full width", "（１，２），（２，４），（３，１），（４，３）", notation.ReadOptions{}, notation.Pairs, fourAt1},
		{"pairs in all brackets", "[(0, 1), [1, 3] (2 0),(3,2)]", notation.ReadOptions{}, notation.Pairs, fourAt1},
		{"pairs in square brackets", "[0, 1], [1, 3], [2, 0], [3, 2]", notation.ReadOptions{}, notation.Pairs, fourAt1},
		{"pairs as row.column", "0.1 1.3,2.0, 3.2", notation.ReadOptions{}, notation.Pairs, fourAt1},
		{"pairs, two in a row", "(0, 1), (0, 1)", notation.ReadOptions{}, notation.Pairs, "2@1: 0.1 0.1"},
		{"pairs, size given", "(0, 1), (1, 3)", notation.ReadOptions{Size: 4}, notation.Pairs, "4@1: 0.1 1.3"},
		{"pairs with an empty row", "(0, -), (1, 0)", notation.ReadOptions{}, notation.Pairs, "2@1: 1.0"},
		{"algebraic", "b4 d3 a2 c1", notation.ReadOptions{}, notation.Algebraic, fourAt1},
		{"algebraic, capitals and commas", "B4, D3,A2 ，C1", notation.ReadOptions{}, notation.Algebraic, fourAt1},
		{"algebraic with empty rows", "- d3 - c1", notation.ReadOptions{}, notation.Algebraic, "4@1: 1.3 3.2"},
		{"algebraic with empty rows, commas", "-,d3,-,c1", notation.ReadOptions{}, notation.Algebraic, "4@1: 1.3 3.2"},
		{"algebraic off the board", "e5 a1", notation.ReadOptions{}, notation.Algebraic, "2@1: -3.4 1.0"},
		{"algebraic, size given", "aa30 a1", notation.ReadOptions{Size: 30}, notation.Algebraic, "30@1: 0.26 29.0"},
		{"algebraic of one", "a1", notation.ReadOptions{}, notation.Algebraic, "1@1: 0.0"},
		{"fen", "1Q2/3Q/Q3/2Q1", notation.ReadOptions{}, notation.FEN, fourAt1},
		{"fen, small letters and fields", "1q2/3q/q3/2q1 w - - 0 1", notation.ReadOptions{}, notation.FEN, fourAt1},
		{"fen beyond 9", "11Q/Q11/12/12/12/12/12/12/12/12/12/5Q6", notation.ReadOptions{}, notation.FEN, "12@1: 0.11 1.0 11.5"},
		{"board", "4 ▢ ♛ ▢ ▢\n3 ▢ ▢ ▢ ♛\n2 ♛ ▢ ▢ ▢\n1 ▢ ▢ ♛ ▢\n  a b c d\n\n1 ♛\n  a\n", notation.ReadOptions{}, notation.Board, fourAt1 + "; 1@7: 0.0"},
		{"board without margin", "□♕\n♕□\n", notation.ReadOptions{}, notation.Board, "2@1: 0.1 1.0"},
		{"ascii", ". Q . .\n. . . Q\nQ . . .\n. . Q .\n\n. q\nq .\n", notation.ReadOptions{}, notation.ASCII, fourAt1 + "; 2@6: 0.1 1.0"},
		{"ascii in full width", "Ｑ。\n。Ｑ\n", notation.ReadOptions{}, notation.ASCII, "2@1: 0.0 1.1"},
		{"leetcode", `[".Q..","...Q","Q...","..Q."]`, notation.ReadOptions{}, notation.LeetCode, fourAt1},
		{"leetcode, single quotes", `[ '.Q', 'Q.' ]`, notation.ReadOptions{}, notation.LeetCode, "2@1: 0.1 1.0"},
		{"json", `{"n":4,"columns":[1,3,0,2]}`, notation.ReadOptions{}, notation.JSON, fourAt1},
		{"json from 1", `{"columns":[2,4,1,null],"base":1,"orbit":{"size":2}}`, notation.ReadOptions{}, notation.JSON, "4@1: 0.1 1.3 2.0"},
		{"json, base given", `{"n":4,"columns":[2,4,1,5]}`, based(1), notation.JSON, "4@1: 0.1 1.3 2.0 3.4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := read(test.text, test.o)
			if err != nil {
				t.Fatal(err)
			}
			if show(got) != test.want {
				t.Errorf("got  %s\nwant %s", show(got), test.want)
			}
			slow, err := readFrom(iotest.OneByteReader(strings.NewReader(test.text)), test.o)
			if err != nil || show(slow) != show(got) {
				t.Errorf("byte by byte: %s, %v", show(slow), err)
			}
			r := notation.NewReader(strings.NewReader(test.text), test.o)
			if _, err := r.Read(); err == nil && r.Form() != test.form {
				t.Errorf("read as %v, want %v", r.Form(), test.form)
			}
		})
	}
}

func TestReaderAmbiguous(t *testing.T) {
	for _, test := range []struct {
		name string
		text string
		form notation.Form
		want string
	}{
		{"columns", "1 2 2 1\n", any, "queens: line 1: this reads as columns counted from 0 and as columns counted from 1: name the base"},
		{"columns of eight", "\n1 4 1 3 5 5 2 7", any, "queens: line 2: this reads as columns counted from 0 and as columns counted from 1: name the base"},
		{"csv, many", "1,2,2,1\n1,1,1,1\n-,-,-,1\n", any, "queens: line 1: this reads as csv counted from 0 and as csv counted from 1: name the base"},
		{"columns, then an error", "1 2 2 1\n0 3 x 1\n", any, "queens: line 1: this reads as columns counted from 0 and as columns counted from 1: name the base"},
		{"pairs", "(1, 1), (1, 2), (2, 1)", any, "queens: line 1: this reads as pairs counted from 0 and as pairs counted from 1: name the base"},
		{"list, form given", "行：1列：1\n行：1列：1\n", notation.List, "queens: line 1: this reads as list counted from 0 and as list counted from 1: name the base"},
		{"a grid that lacks a row", "0 1 0\n1 0 0\n", any, "queens: line 1: this reads as grid and as columns: name the format"},
		{"a grid with a row too many", "01\n10\n01\n", any, "queens: line 1: this reads as grid and as digits: name the format"},
	} {
		_, err := read(test.text, notation.ReadOptions{Form: test.form})
		var ambiguous *notation.AmbiguousError
		if !errors.As(err, &ambiguous) || err.Error() != test.want {
			t.Errorf("%s: got %v\nwant %s", test.name, err, test.want)
		}
	}
	long := strings.Repeat("1 2 2 1\n", 1<<20) + "0 1 2 3\n"
	if _, err := read(long, notation.ReadOptions{}); err == nil {
		t.Error("evidence beyond the head was found")
	}
}

// exercised are the codes that the tests of errors have met.
var exercised = map[notation.Code]bool{}

func exercise(t *testing.T, name string, err error, want string) {
	t.Helper()
	var syntax *notation.SyntaxError
	if !errors.As(err, &syntax) {
		t.Errorf("%s: got %v, want %s", name, err, want)
		return
	}
	exercised[syntax.Code] = true
	if err.Error() != "queens: "+want {
		t.Errorf("%s:\ngot  %v\nwant queens: %s", name, err, want)
	}
	for _, info := range notation.Codes() {
		if info.Code == syntax.Code && len(info.Args) != len(syntax.Args) {
			t.Errorf("%s: %d arguments, the table has %d", name, len(syntax.Args), len(info.Args))
		}
	}
	for _, arg := range syntax.Args {
		switch arg.(type) {
		case int, notation.Found, notation.Form:
		default:
			t.Errorf("%s: argument of type %T", name, arg)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, test := range []struct {
		name string
		text string
		form notation.Form
		want string
	}{
		{"a word before squares", "d b4", any, `line 1, column 1: "d" begins no form of a placement`},
		{"UTF-16", "\xff\xfe1\x00", any, "line 1, column 1: the text is UTF-16: save it as UTF-8"},
		{"NUL", "1 3 0 2\n1\x003", any, "line 2, column 2: a NUL byte: this is no text in UTF-8"},
		{"GBK", "\xd0\xd0\xa3\xba0", any, "line 1, column 1: a byte that is not UTF-8: save the text as UTF-8"},
		{"long line", strings.Repeat("1 ", 3<<20), any, "line 1, column 1: the line is longer than 4194304 bytes"},
		{"long line without an end", "1 0\n" + strings.Repeat("1", 5<<20), notation.Columns, "line 2, column 1: the line is longer than 4194304 bytes"},
		{"words", "hello, world", any, `line 1, column 1: "hello" begins no form of a placement`},
		{"no form", "\n  $5", any, `line 2, column 3: "$5" begins no form of a placement`},
		{"a comma", ",", any, `line 1, column 1: "," begins no form of a placement`},
		{"a long word", strings.Repeat("%", 50), any, `line 1, column 1: "%%%%%%%%%%%%%%%%.." begins no form of a placement`},
		{"too many columns", strings.Repeat("1 ", 4097), notation.Columns, "line 1, column 8194: the board is too large: columns takes at most 4096 rows"},
		{"too many digits", strings.Repeat("0", 37), notation.Digits, "line 1, column 37: the board is too large: digits takes at most 36 rows"},
		{"too many cells", strings.Repeat(".", 4097), any, "line 1, column 4097: the board is too large: ascii takes at most 4096 rows"},
		{"too many lines", strings.Repeat("行：0列：0\n", 4097), any, "line 4097, column 7: the board is too large: list takes at most 4096 rows"},
		{"too many ranks", strings.Repeat("1/", 4097), any, "line 1, column 1: the board is too large: fen takes at most 4096 rows"},
		{"too many pairs", strings.Repeat("(0,0)", 4097), any, "line 1, column 20486: the board is too large: pairs takes at most 4096 rows"},
		{"too many squares", strings.Repeat("a1 ", 4097), any, "line 1, column 12291: the board is too large: algebraic takes at most 4096 rows"},
		{"too many numbers in json", `{"columns":[0` + strings.Repeat(",0", 4096) + "]}", any, "line 1, column 1: the board is too large: json takes at most 4096 rows"},
		{"too many cells in leetcode", `["` + strings.Repeat(".", 1025) + `"]`, any, "line 1, column 1027: the board is too large: leetcode takes at most 1024 rows"},
		{"too many queens", strings.Repeat(strings.Repeat("1", 200)+"\n", 200), notation.Grid, "line 82, column 185: more than 16384 queens"},
		{"no column", "1 x 0 2", any, `line 1, column 3: want a column number, or - for an empty row, not "x"`},
		{"no column after a comma", "1,3,", any, "line 1, column 5: want a column number, or - for an empty row, not the end of the line"},
		{"no column after a bracket", "[", notation.Columns, "line 1, column 2: want a column number, or - for an empty row, not the end of the line"},
		{"negative column", "1 3 -1 2", any, `line 1, column 6: want a column number, or - for an empty row, not "1"`},
		{"fraction", "1 3 0.5 2", any, `line 1, column 6: want a column number, or - for an empty row, not ".5"`},
		{"comma among blanks", "1 3, 0 2", notation.Columns, `line 1, column 4: the numbers of columns are separated by spaces, of csv by commas: in columns, not by ","`},
		{"blank among commas", "1,3 0,2", any, `line 1, column 4: the numbers of columns are separated by spaces, of csv by commas: in csv, not by " "`},
		{"sign among commas", "1,3;0,2", any, `line 1, column 4: want a column number, or - for an empty row, not ";0"`},
		{"huge column", "1 3 1000000000 2", any, `line 1, column 5: the number "1000000000" is too large`},
		{"absurd column", "1 3 " + strings.Repeat("9", 100_000), any, `line 1, column 5: the number "9999999999999999.." is too large`},
		{"huge file", "aaaaaaa1 b2", any, `line 1, column 1: the number "aaaaaaa1" is too large`},
		{"neither base", "2 4 1 9", any, "line 1, column 7: 9 is off the board: size 4 counts from 0 to 3, or from 1 to 4, and neither fits"},
		{"both bases at once", "0 4 1 2", any, "line 1, column 3: 4 is off the board: size 4 counts from 0 to 3, or from 1 to 4, and neither fits"},
		{"neither base in pairs", "(0, 0), (7, 3)", any, "line 1, column 10: 7 is off the board: size 2 counts from 0 to 1, or from 1 to 2, and neither fits"},
		{"neither base in a list", "行：0列：0\n行：1列：5\n", any, "line 2, column 6: 5 is off the board: size 2 counts from 0 to 1, or from 1 to 2, and neither fits"},
		{"neither base in json", `{"n":4,"columns":[2,4,1,3]}`, any, "line 1, column 1: 4 is off the board: size 4 counts from 0 to 3, or from 1 to 4, and neither fits"},
		{"no digit", "13.2", notation.Digits, `line 1, column 3: want a digit 0 to 9 or a to z, or - for an empty row, not ".2"`},
		{"digits from 1", "2143", any, `line 1, column 3: the digit "4" is off the board: digits count from 0, so 4 of them go to 3`},
		{"a broken list", "行：0列：0\n行：1\n", any, "line 2, column 4: want a line like 行：0列：4, not the end of the line"},
		{"a list without a row", "行：列：0", any, `line 1, column 3: want a line like 行：0列：4, not "列:0"`},
		{"a list without a column", "行：0列：", any, "line 1, column 6: want a line like 行：0列：4, not the end of the line"},
		{"a list that goes on", "行：0列：0 行", any, `line 1, column 8: the placement ends here: "行" does not belong to it`},
		{"a list of something else", "1 3 0 2", notation.List, `line 1, column 1: want a line like 行：0列：4, not "1"`},
		{"a pair of one", "(0)", any, `line 1, column 3: want a row and a column like (0, 4), not ")"`},
		{"a pair of three", "(0, 1, 2)", any, `line 1, column 6: want a row and a column like (0, 4), not ","`},
		{"a pair without a column", "(0, ), (1, 1)", any, `line 1, column 5: want a row and a column like (0, 4), not ")"`},
		{"a pair that does not end", "(0, 1", any, "line 1, column 6: want a row and a column like (0, 4), not the end of the line"},
		{"a word among pairs", "(0, 1), x", any, `line 1, column 9: want a row and a column like (0, 4), not "x"`},
		{"half a pair", "0.1 2", any, "line 1, column 6: want a row and a column like (0, 4), not the end of the line"},
		{"half a pair, no dot", "0.1 2.", any, "line 1, column 7: want a row and a column like (0, 4), not the end of the line"},
		{"pairs without the last bracket", "[(0, 0)", any, "line 1, column 8: want ] at the end of the placement, not the end of the line"},
		{"columns without the last bracket", "[1 3 0 2", any, "line 1, column 9: want ] at the end of the placement, not the end of the line"},
		{"columns after the last bracket", "[1 3 0 2] 5", any, `line 1, column 11: the placement ends here: "5" does not belong to it`},
		{"no square", "a8 17", any, `line 1, column 4: want a square like a8, or - for an empty row, not "17"`},
		{"no square, no rank", "b4 d a2 c1", any, `line 1, column 4: want a square like a8, or - for an empty row, not "d"`},
		{"square too long", "b4 d3x a2 c1", any, `line 1, column 6: want a square like a8, or - for an empty row, not "x"`},
		{"not 0 or 1", "0 1\n2 0\n", notation.Grid, `line 2, column 1: want 0 or 1, not "2"`},
		{"no cell", ". Q\n. x\n", any, `line 2, column 3: want Q for a queen or . for an empty square, not "x"`},
		{"leetcode cell", `["Q*"]`, any, `line 1, column 4: want Q for a queen or . for an empty square, not "*"`},
		{"leetcode without cells", `[""]`, any, "line 1, column 3: want Q for a queen or . for an empty square, not the end of the line"},
		{"row short", ". Q\n.\n", any, "line 2, column 2: row 2 has only 1 of 2 squares"},
		{"row long", ". Q\n. . Q\n", any, "line 2, column 5: row 2 has more than 2 squares, and the board is a square"},
		{"rank short", "Q2/3/2", any, "line 1, column 7: row 3 has only 2 of 3 squares"},
		{"rank long", "Q2/31/3", any, "line 1, column 5: row 2 has more than 3 squares, and the board is a square"},
		{"rows missing", ". Q .\n. . .\n\n", any, "line 3, column 1: the board ends after 2 of 3 rows"},
		{"rows missing at the end", "0 1 0\n0 0 0", notation.Grid, "line 3, column 1: the board ends after 2 of 3 rows"},
		{"rows missing in leetcode", `["..",]`, any, `line 1, column 7: want rows like [".Q..","...Q","Q...","..Q."], not "]"`},
		{"rows missing before the bracket", `[".."]`, any, "line 1, column 7: the board ends after 1 of 2 rows"},
		{"rows extra", ". Q\nQ .\n. .\n", any, "line 3, column 1: a row too many for a board of size 2: a blank line or a heading ends a board"},
		{"rows extra in leetcode", `["Q","Q"]`, any, "line 1, column 5: a row too many for a board of size 1: a blank line or a heading ends a board"},
		{"wrong rank", "1 ▢ ♛\n2 ♛ ▢\n", any, "line 1, column 3: the line is marked rank 1 but is rank 2: the top row has the highest"},
		{"after the files", "1 ♛\n  a\n%\n", any, `line 3, column 1: the placement ends here: "%" does not belong to it`},
		{"a king", "1K/2", any, `line 1, column 2: want Q, a number of empty squares or /, not "K/2"`},
		{"no empty square", "0Q/2", any, `line 1, column 1: want Q, a number of empty squares or /, not "0Q/2"`},
		{"after the fen", "1Q/2 x", any, `line 1, column 6: the placement ends here: "x" does not belong to it`},
		{"leetcode without quotes", `[`, notation.LeetCode, `line 1, column 2: want rows like [".Q..","...Q","Q...","..Q."], not the end of the line`},
		{"leetcode that ends", `["Q."`, any, `line 1, column 6: want rows like [".Q..","...Q","Q...","..Q."], not the end of the line`},
		{"leetcode without an end of quotes", `["Q.`, any, `line 1, column 5: want rows like [".Q..","...Q","Q...","..Q."], not the end of the line`},
		{"leetcode of something else", "Q.", notation.LeetCode, `line 1, column 1: want rows like [".Q..","...Q","Q...","..Q."], not "Q."`},
		{"broken json", `{"n":4,}`, any, `line 1, column 8: want an object like {"n":4,"columns":[1,3,0,2]} on one line`},
		{"json of strings", `{"n":1,"columns":["0"]}`, any, `line 1, column 21: want an object like {"n":4,"columns":[1,3,0,2]} on one line`},
		{"negative json", `{"columns":[-1]}`, any, `line 1, column 1: want an object like {"n":4,"columns":[1,3,0,2]} on one line`},
		{"deep json", `{"columns":` + strings.Repeat("[", 1<<20), any, `line 1, column 10011: want an object like {"n":4,"columns":[1,3,0,2]} on one line`},
		{"json without columns", `{"n":4}`, any, `line 1, column 1: the object has no "columns"`},
		{"json of another size", `{"n":4,"columns":[0]}`, any, `line 1, column 1: "n" is 4 but the number of columns is 1`},
		{"json of another base", `{"columns":[0],"base":2}`, any, `line 1, column 1: "base" is 2: want 0 or 1`},
	} {
		_, err := read(test.text, notation.ReadOptions{Form: test.form})
		exercise(t, test.name, err, test.want)
	}
	for _, test := range badSquares {
		_, err := notation.ParseSquares(test.text, 8, 0)
		exercise(t, test.name, err, test.want)
	}
	for _, info := range notation.Codes() {
		if !exercised[info.Code] {
			t.Errorf("no test meets the code %s", info.Code)
		}
	}
}

// The output of the first post's program is read back: list and grid in turn.
func TestReadClassic(t *testing.T) {
	text, err := os.ReadFile("testdata/backtrack-8.zh.txt")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := read(string(text), notation.ReadOptions{})
	if err != nil || len(entries) != 184 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	i := 0
	for p := range queens.Solutions(8) {
		for _, entry := range entries[i : i+2] {
			if got, ok := entry.Placement(nil); !ok || !slices.Equal(got, p) {
				t.Errorf("line %d: got %v, want %v", entry.Line, got, p)
			}
		}
		i += 2
	}
}

func TestReaderErrors(t *testing.T) {
	broken := errors.New("broken")
	r := io.MultiReader(strings.NewReader("1 3 0 2\n2 0"), iotest.ErrReader(broken))
	entries, err := readFrom(r, notation.ReadOptions{})
	if len(entries) != 1 || err != broken {
		t.Errorf("got %s and %v, want an entry and the error", show(entries), err)
	}
	reader := notation.NewReader(strings.NewReader("1 3 0 2\nx\n1 3 0 2\n"), notation.ReadOptions{})
	reader.Read()
	_, first := reader.Read()
	if _, again := reader.Read(); first == nil || again != first {
		t.Errorf("%v did not stay: %v", first, again)
	}
	for range notation.NewReader(strings.NewReader("0\n0\n"), notation.ReadOptions{}).All() {
		break
	}
}

func TestEntryPlacement(t *testing.T) {
	entry := notation.Entry{Size: 3, Squares: []queens.Square{{Row: 2, Col: 1}, {Row: 0, Col: 2}, {Row: 2, Col: 1}}}
	if p, ok := entry.Placement(make(queens.Placement, 9)); !ok || !reflect.DeepEqual(p, queens.Placement{2, -1, 1}) {
		t.Errorf("got %v, %v", p, ok)
	}
	for name, squares := range map[string][]queens.Square{
		"two in a row":  {{Row: 0, Col: 1}, {Row: 0, Col: 2}},
		"off the board": {{Row: 0, Col: 3}},
		"above":         {{Row: -1, Col: 0}},
	} {
		entry := notation.Entry{Size: 3, Squares: squares}
		if p, ok := entry.Placement(nil); ok {
			t.Errorf("%s: %v", name, p)
		}
	}
}

// endless repeats a line for ever.
type endless struct {
	line string
	at   int
	left int64
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, e.line[e.at:])
	e.at = (e.at + n) % len(e.line)
	e.left -= int64(n)
	return n, nil
}

func TestReaderAllocatesLittle(t *testing.T) {
	for _, line := range []string{"0 4 7 5 2 6 1 3\n", "04752613\n", "0,4,7,5,2,6,1,3\n", "a8 e7 h6 f5 c4 g3 b2 d1\n", "(0, 4), (1, 6)\n", "\n"} {
		r := notation.NewReader(&endless{line: line, left: 1 << 20}, notation.ReadOptions{BaseKnown: true})
		r.Read()
		if got := testing.AllocsPerRun(1000, func() { r.Read() }); got != 0 {
			t.Errorf("%q: %v allocations a placement", line, got)
		}
	}
}

func BenchmarkReader(b *testing.B) {
	p := queens.Placement{0, 2, 4, 1, 12, 8, 13, 11, 14, 5, 15, 6, 3, 10, 7, 9}
	for _, info := range notation.Forms() {
		b.Run(info.Name, func(b *testing.B) {
			text := write(b, info.Form, 0, p)
			if !info.OneLine() {
				text += "\n"
			}
			r := notation.NewReader(&endless{line: text, left: 1 << 62}, notation.ReadOptions{})
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Read(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
