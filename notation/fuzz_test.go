package notation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/queens"
	"example.org/queens/notation"
)

// placements makes placements of sizes up to most from fuzz bytes: of each
// group the first byte is the size, the next ones are the columns.
func placements(data []byte, most int) []queens.Placement {
	var all []queens.Placement
	for len(data) > 0 && len(all) < 20 {
		n := int(data[0])%min(most, 60) + 1
		data = data[1:]
		p := make(queens.Placement, n)
		for row := range p {
			p[row] = queens.None
			if row < len(data) {
				p[row] = int(data[row])%(n+1) - 1
			}
		}
		data = data[min(n, len(data)):]
		all = append(all, p)
	}
	return all
}

// FuzzRoundTrip writes placements in a form and reads them back, once with form
// and base named and once with both found out, which may end in an
// AmbiguousError but never, with the exceptions named, in other placements.
func FuzzRoundTrip(f *testing.F) {
	for i := range notation.Forms() {
		f.Add(uint8(i), false, []byte("\x03\x02\x04\x01\x03\x03\x03\x01\x04\x02"))
		f.Add(uint8(i), true, []byte("\x07\x01\x05\x08\x06\x03\x07\x02\x04"))
		f.Add(uint8(i), true, []byte("\x03\x00\x02\x02\x00\x03\x00\x00\x00\x00"))
		f.Add(uint8(i), true, []byte("\x0b\x01\x0c\x02\x0b\x00\x00\x03\x04\x05\x06\x07\x08\x00\x01"))
		f.Add(uint8(i), false, []byte("\x00\x00"))
		f.Add(uint8(i), false, []byte("\x00\x01"))
	}
	f.Fuzz(func(t *testing.T, which uint8, one bool, data []byte) {
		info := notation.Forms()[int(which)%len(notation.Forms())]
		all := placements(data, info.MaxSize)
		base := 0
		if one && info.Based {
			base = 1
		}
		text := write(t, info.Form, base, all...)
		entries, err := read(text, notation.ReadOptions{Form: info.Form, Base: base, BaseKnown: true})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if got := placementsOf(t, entries); !equal(got, all) {
			t.Fatalf("wrote %v, read %v\n%s", all, got, text)
		}
		if entries, err = read(text, notation.ReadOptions{}); err != nil || len(all) == 0 || len(all[0]) == 1 || strings.Trim(text, "01, \n") == "" {
			return // size 1 looks the same in several forms, and n rows of n 0 and 1 are a grid
		}
		if got := placementsOf(t, entries); !equal(got, all) {
			t.Fatalf("wrote %v, detected %v\n%s", all, got, text)
		}
	})
}

func equal(a, b []queens.Placement) bool {
	return slices.EqualFunc(a, b, func(p, q queens.Placement) bool { return slices.Equal(p, q) })
}

func placementsOf(t *testing.T, entries []notation.Entry) []queens.Placement {
	var all []queens.Placement
	for _, entry := range entries {
		p, ok := entry.Placement(nil)
		if !ok {
			t.Fatalf("no placement: %v", entry)
		}
		all = append(all, p)
	}
	return all
}

// FuzzReader reads anything: it must not panic, positions must lie in the text,
// and what was read, written in the same form, must be read as the same.
func FuzzReader(f *testing.F) {
	for _, text := range []string{
		"第1种摆放位置\n行：0列：1\n", "0 1 \n1 0 \n", "(0, 4)，(1, 6)", "1302\n-1", "1 3 0 2\r\n2 0 3 1", "a8 e7, - h6",
		"Q7/4Q3/8", "2 ▢ ♛\n1 ♛ ▢\n  a b\n", "Q .\n. Q\n\nQ", `["Q.",".Q"]`, `{"n":1,"columns":[0]}`, "1,3,0,2", "\ufeff１", "0.4 1.5",
		"placement 1\n[[1,2],(3 4)]", "- - -", "第1种摆放方式\n0", "\xff\xfe", "[1 2]", "\"\U000eb0f3",
	} {
		for form := range uint8(len(notation.Forms()) + 1) {
			f.Add(text, form, uint8(0))
		}
		f.Add(text, uint8(0), uint8(9))
	}
	f.Fuzz(func(t *testing.T, text string, form, options uint8) {
		o := notation.ReadOptions{
			Form:      notation.Form(int(form) % (len(notation.Forms()) + 1)),
			Base:      int(options & 1),
			BaseKnown: options&2 != 0,
			Size:      int(options >> 3),
		}
		entries, err := read(text, o)
		checkPosition(t, text, err)
		r := notation.NewReader(strings.NewReader(text), o)
		for _, entry := range entries {
			if _, err := r.Read(); err != nil {
				t.Fatalf("the second time: %v", err)
			}
			again(t, r.Form(), entry)
		}
	})
}

// again writes an entry in the form it was read in, if it is a placement, and
// reads that.
func again(t *testing.T, form notation.Form, entry notation.Entry) {
	p, ok := entry.Placement(nil)
	if !ok || entry.Size > form.Info().MaxSize {
		return
	}
	text := write(t, form, 1, p)
	o := notation.ReadOptions{Form: form, Base: 1, BaseKnown: true}
	got, err := read(text, o)
	if err != nil || len(got) != 1 {
		t.Fatalf("%v: wrote %q, read %v, %v", form, text, got, err)
	}
	if q, ok := got[0].Placement(nil); !ok || !slices.Equal(p, q) {
		t.Fatalf("%v: wrote %v, read %v", form, p, q)
	}
}

func checkPosition(t *testing.T, text string, err error) {
	syntax, ok := err.(*notation.SyntaxError)
	if !ok {
		return
	}
	lines := strings.Split(text, "\n")
	if syntax.Line < 1 || syntax.Line > len(lines)+1 || syntax.Column < 1 {
		t.Fatalf("%v lies outside %q", err, text)
	}
	if syntax.Line <= len(lines) && syntax.Column > len([]rune(lines[syntax.Line-1]))+1 {
		t.Fatalf("%v lies outside the line %q", err, lines[syntax.Line-1])
	}
	if message := err.Error(); strings.Contains(message, "%!") && !strings.Contains(text, "%") {
		t.Fatal(message)
	}
}

func FuzzParseSquares(f *testing.F) {
	for _, text := range []string{"a1,b5", "0.4 1.6", "aa30、Z1\r\n", "0。1", "a-1", "1000000000.1"} {
		f.Add(text, 8, true)
	}
	f.Fuzz(func(t *testing.T, text string, n int, one bool) {
		n %= notation.MaxSize
		base := 0
		if one {
			base = 1
		}
		squares, err := notation.ParseSquares(text, n, base)
		checkPosition(t, text, err)
		var list strings.Builder
		for _, s := range squares {
			fmt.Fprint(&list, notation.FormatRowColumn(s, base), " ")
			if s.On(n) {
				fmt.Fprint(&list, notation.FormatSquare(s, n), ",")
			}
		}
		got, err := notation.ParseSquares(list.String(), n, base)
		for _, s := range squares {
			if s.Row+base < 0 || s.Col+base < 0 || s.Row+base > 999_999_999 {
				return // has no row.column, as b12 on a board of 8
			}
		}
		if err != nil || !slices.Equal(slices.Compact(slices.Clone(got)), slices.Compact(slices.Clone(squares))) {
			t.Fatalf("%q: read %v, then %v, %v", text, squares, got, err)
		}
	})
}
