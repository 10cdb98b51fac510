package notation_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"example.org/queens"
	"example.org/queens/notation"
)

// write returns the text of placements in a form.
func write(t testing.TB, form notation.Form, base int, placements ...queens.Placement) string {
	t.Helper()
	var text strings.Builder
	w := notation.NewWriter(&text, form, notation.Options{Base: base})
	for _, p := range placements {
		if err := w.Write(p); err != nil {
			t.Fatalf("%v: writing %v: %v", form, p, err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatalf("%v: flush: %v", form, err)
	}
	return text.String()
}

var (
	four    = queens.Placement{1, 3, 0, 2}
	partial = queens.Placement{queens.None, 3, queens.None, 2}
)

func TestWriter(t *testing.T) {
	for _, test := range []struct {
		form  notation.Form
		base  int
		p     []queens.Placement
		wants string
	}{
		{notation.List, 0, []queens.Placement{four}, "第1种摆放位置\n行：0列：1\n行：1列：3\n行：2列：0\n行：3列：2\n"},
		{notation.List, 1, []queens.Placement{partial}, "第1种摆放位置\n行：1列：-\n行：2列：4\n行：3列：-\n行：4列：3\n"},
		{notation.Grid, 0, []queens.Placement{four, {0}}, "第1种摆放方式\n0 1 0 0 \n0 0 0 1 \n1 0 0 0 \n0 0 1 0 \n第2种摆放方式\n1 \n"},
		{notation.Pairs, 0, []queens.Placement{four, partial}, "(0, 1), (1, 3), (2, 0), (3, 2)\n(0, -), (1, 3), (2, -), (3, 2)\n"},
		{notation.Pairs, 1, []queens.Placement{four}, "(1, 2), (2, 4), (3, 1), (4, 3)\n"},
		{notation.Digits, 1, []queens.Placement{four, partial}, "1302\n-3-2\n"},
		{notation.Digits, 0, []queens.Placement{{11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}}, "ba9876543210\n"},
		{notation.Columns, 0, []queens.Placement{four, partial}, "1 3 0 2\n- 3 - 2\n"},
		{notation.Columns, 1, []queens.Placement{four, {0}, {9, 8, 7, 6, 5, 4, 3, 2, 1, 0}}, "2 4 1 3\n1\n10 9 8 7 6 5 4 3 2 1\n"},
		{notation.CSV, 0, []queens.Placement{four, partial}, "1,3,0,2\n-,3,-,2\n"},
		{notation.Algebraic, 0, []queens.Placement{{0, 4, 7, 5, 2, 6, 1, 3}, partial}, "a8 e7 h6 f5 c4 g3 b2 d1\n- d3 - c1\n"},
		{notation.FEN, 0, []queens.Placement{{0, 4, 7, 5, 2, 6, 1, 3}, partial}, "Q7/4Q3/7Q/5Q2/2Q5/6Q1/1Q6/3Q4\n4/3Q/4/2Q1\n"},
		{notation.FEN, 0, []queens.Placement{{11, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, 5}}, "11Q/Q11/12/12/12/12/12/12/12/12/12/5Q6\n"},
		{notation.Board, 0, []queens.Placement{four, {0}}, "4 ▢ ♛ ▢ ▢\n3 ▢ ▢ ▢ ♛\n2 ♛ ▢ ▢ ▢\n1 ▢ ▢ ♛ ▢\n  a b c d\n\n1 ♛\n  a\n"},
		{notation.ASCII, 0, []queens.Placement{four, partial}, ". Q . .\n. . . Q\nQ . . .\n. . Q .\n\n. . . .\n. . . Q\n. . . .\n. . Q .\n"},
		{notation.LeetCode, 0, []queens.Placement{four, partial}, `[".Q..","...Q","Q...","..Q."]` + "\n" + `["....","...Q","....","..Q."]` + "\n"},
		{notation.JSON, 0, []queens.Placement{four, partial}, `{"n":4,"columns":[1,3,0,2]}` + "\n" + `{"n":4,"columns":[null,3,null,2]}` + "\n"},
		{notation.JSON, 1, []queens.Placement{four}, `{"n":4,"base":1,"columns":[2,4,1,3]}` + "\n"},
	} {
		if got := write(t, test.form, test.base, test.p...); got != test.wants {
			t.Errorf("%v, base %d: got\n%swant\n%s", test.form, test.base, got, test.wants)
		}
	}
}

// The first post's program prints each placement in two layouts.
func TestClassicWriter(t *testing.T) {
	want, err := os.ReadFile("testdata/backtrack-8.zh.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	w := notation.NewClassicWriter(&got)
	for p := range queens.Solutions(8) {
		if err := w.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("the output of the first post differs from testdata/backtrack-8.zh.txt")
	}
}

func TestWriteOrbit(t *testing.T) {
	var text strings.Builder
	w := notation.NewWriter(&text, notation.JSON, notation.Options{Base: 1})
	if err := w.WriteOrbit(queens.Placement{2, 0, 3, 1}, notation.Orbit{Size: 2, Canonical: four}); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	const want = `{"n":4,"base":1,"columns":[3,1,4,2],"orbit":{"size":2,"canonical":[2,4,1,3]}}` + "\n"
	if text.String() != want {
		t.Errorf("got %s want %s", text.String(), want)
	}
}

// A board must stay aligned where ambiguous characters take two columns, as in
// Chinese settings. The ranges that are not one column wide everywhere (A, W and
// F) are those of EastAsianWidth.txt, Unicode 15, from U+00A1 to U+2BFF, as far
// as they touch punctuation, arrows, symbols and boxes.
func TestBoardIsAligned(t *testing.T) {
	notNarrow := [][2]rune{
		{0xA1, 0xFF}, {0x2010, 0x203E}, {0x2190, 0x21E7}, {0x231A, 0x231B}, {0x23E9, 0x23F3}, {0x2460, 0x254B},
		{0x2550, 0x2573}, {0x2580, 0x258F}, {0x2592, 0x2595}, {0x25A0, 0x25A1}, {0x25A3, 0x25A9}, {0x25B2, 0x25D1},
		{0x25E2, 0x25E5}, {0x25EF, 0x25EF}, {0x25FD, 0x25FE}, {0x2605, 0x2615}, {0x261C, 0x261E}, {0x2640, 0x2653},
		{0x2660, 0x266F}, {0x267F, 0x267F}, {0x2693, 0x26FF}, {0x2705, 0x27BF}, {0x2B1B, 0x2B1C}, {0x2B50, 0x2B59},
		{0x2E80, 0xFFFF},
	}
	for _, n := range []int{1, 4, 9, 10, 26, 27, 100, 703, 1000} {
		p := make(queens.Placement, n)
		for row := range p {
			p[row] = (row*7 + 3) % n
		}
		text := write(t, notation.Board, 0, p)
		width := 0
		for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			if strings.TrimRight(line, " ") != line {
				t.Errorf("n=%d: a line ends in a space", n)
			}
			got := len([]rune(line))
			if width == 0 {
				width = got
			}
			if got != width {
				t.Errorf("n=%d: lines of %d and of %d columns", n, width, got)
			}
			for _, char := range line {
				for _, span := range notNarrow {
					if span[0] <= char && char <= span[1] {
						t.Fatalf("n=%d: %q may be two columns wide", n, char)
					}
				}
			}
		}
	}
}

func TestWriterErrors(t *testing.T) {
	for _, test := range []struct {
		name string
		form notation.Form
		p    queens.Placement
		want string
	}{
		{"no rows", notation.Columns, nil, "queens: size 0: a board has at least 1 row"},
		{"too many for digits", notation.Digits, make(queens.Placement, 37), "queens: size 37 is too large for digits, which takes 1 to 36"},
		{"too many", notation.Grid, make(queens.Placement, notation.MaxSize+1), "queens: size 4097 is too large for grid, which takes 1 to 4096"},
		{"too many for a line", notation.LeetCode, make(queens.Placement, 1025), "queens: size 1025 is too large for leetcode, which takes 1 to 1024"},
		{"right of the board", notation.CSV, queens.Placement{0, 2}, "queens: column 2 in row 1 is off the board of size 2"},
		{"left of the board", notation.Pairs, queens.Placement{-2, 0}, "queens: column -2 in row 0 is off the board of size 2"},
	} {
		w := notation.NewWriter(io.Discard, test.form, notation.Options{})
		err := w.Write(test.p)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
		if again := w.Write(four); again != err {
			t.Errorf("%s: the error did not stay: %v", test.name, again)
		}
	}
}

var errFull = errors.New("no space left")

// full takes some bytes, then fails.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return f.left, errFull
	}
	f.left -= len(p)
	return len(p), nil
}

func TestWriterFailingUnder(t *testing.T) {
	for _, info := range notation.Forms() {
		w := notation.NewWriter(&full{100_000}, info.Form, notation.Options{})
		var err error
		for range 100_000 {
			if err = w.Write(four); err != nil {
				break
			}
		}
		if err != errFull || w.Flush() != errFull || w.Write(four) != errFull {
			t.Errorf("%v: error %v, then %v, want %v to stay", info.Form, err, w.Flush(), errFull)
		}
	}
}

// The largest boards pass through the same buffer.
func TestWriterLargest(t *testing.T) {
	for _, info := range notation.Forms() {
		size := info.MaxSize
		if testing.Short() {
			size = min(size, 1024)
		}
		p := make(queens.Placement, size)
		for row := range p {
			p[row] = len(p) - 1 - row/2
		}
		var count counter
		w := notation.NewWriter(&count, info.Form, notation.Options{Base: 1})
		if err := errors.Join(w.Write(p), w.Write(p), w.Flush()); err != nil {
			t.Errorf("%v: %v", info.Form, err)
		}
		if count.largest > 256<<10 {
			t.Errorf("%v: a single write of %d bytes", info.Form, count.largest)
		}
	}
}

type counter struct{ largest int }

func (c *counter) Write(p []byte) (int, error) {
	c.largest = max(c.largest, len(p))
	return len(p), nil
}

func TestWriterAllocatesNothing(t *testing.T) {
	p := queens.Placement{0, 4, 7, 5, 2, 6, 1, 3}
	for _, info := range notation.Forms() {
		w := notation.NewWriter(io.Discard, info.Form, notation.Options{})
		w.Write(p)
		if got := testing.AllocsPerRun(2000, func() { w.Write(p) }); got != 0 {
			t.Errorf("%v: %v allocations a placement", info.Form, got)
		}
	}
}

func TestForms(t *testing.T) {
	for i, info := range notation.Forms() {
		if got, ok := notation.Lookup(info.Name); !ok || got != info.Form || int(got) != i+1 || got.String() != info.Name {
			t.Errorf("form %d of the table is found as %v", i+1, got)
		}
		if info.English == "" || info.Chinese == "" || info.MaxSize < 36 || info.MaxSize > notation.MaxSize {
			t.Errorf("%v: incomplete: %+v", info.Form, info)
		}
	}
	if _, ok := notation.Lookup("detect"); ok {
		t.Error("detect is no form")
	}
}

func BenchmarkWriter(b *testing.B) {
	p := queens.Placement{0, 2, 4, 1, 12, 8, 13, 11, 14, 5, 15, 6, 3, 10, 7, 9}
	for _, info := range notation.Forms() {
		b.Run(info.Name, func(b *testing.B) {
			b.ReportAllocs()
			w := notation.NewWriter(io.Discard, info.Form, notation.Options{})
			for b.Loop() {
				w.Write(p)
			}
		})
	}
}
