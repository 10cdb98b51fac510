package render

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"example.org/queens"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew; look at them")

var eight = queens.Placement{0, 4, 7, 5, 2, 6, 1, 3}.Squares()

// boards are pictures with something of everything.
func boards() map[string]Board {
	bad := queens.Placement{0, 0, 2, 2, 4, queens.None, 6, 7}.Squares()
	largest := MaxSize
	if testing.Short() {
		largest = 64
	}
	return map[string]Board{
		"plain":     {Size: 8, Queens: eight},
		"empty":     {Size: 5},
		"one":       {Size: 1, Queens: []queens.Square{{Row: 0, Col: 0}}, Coordinates: Squares},
		"squares":   {Size: 8, Queens: eight, Coordinates: Squares, Caption: "第 3 种 · 0 4 7 5 2 6 1 3", Language: "zh"},
		"numbers":   {Size: 12, Queens: eight, Coordinates: Numbers, Base: 1, Side: 200},
		"attacks":   {Size: 8, Queens: bad, Lines: AttackLines(bad), Crossed: Attacked(8, bad)},
		"marks":     {Size: 8, Given: eight[:2], Blocked: eight[2:5], Side: 333},
		"hostile":   {Size: 4, Caption: hostile, Title: hostile, Description: hostile},
		"long":      {Size: 4, Caption: strings.Repeat("four queens ", 80), Side: 64},
		"unbroken":  {Size: 4, Caption: strings.Repeat("皇后", 400), Side: 30},
		"smallest":  {Size: 3, Side: MinSide},
		"largest":   {Size: largest, Queens: eight, Coordinates: Squares},
		"coloured":  {Size: 8, Queens: eight, Colors: Colors{Color{1, 2, 3}, Color{250, 251, 252}, Color{9, 99, 199}}},
		"unordered": {Size: 8, Queens: append(slices.Clone(eight[4:]), eight...)},
	}
}

const hostile = `</title><script>alert("1")</script> & ']]> <!-- {{.}} %d \) Tj`

func write(t *testing.T, f Format, b Board) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := f.Write(&out, b); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return out.Bytes()
}

// TestAgree checks that the three pictures of a board have one size, and that
// drawing twice gives the same bytes.
func TestAgree(t *testing.T) {
	box := regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`)
	for name, b := range boards() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string][]byte{}
			for _, f := range Formats() {
				files[f.Name] = write(t, f, b)
				if !bytes.Equal(files[f.Name], write(t, f, b)) {
					t.Errorf("%s: the second time it is another", f.Name)
				}
			}
			config, err := png.DecodeConfig(bytes.NewReader(files["png"]))
			if err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf(`width="%d" height="%d"`, config.Width, config.Height)
			if !bytes.Contains(files["svg"], []byte(want)) {
				t.Errorf("the PNG has %s, the SVG not", want)
			}
			found := box.FindSubmatch(files["pdf"])
			if found == nil {
				t.Fatal("the PDF has no size")
			}
			for i, side := range []int{config.Width, config.Height} {
				if got, err := strconv.ParseFloat(string(found[i+1]), 64); err != nil || got != float64(side) {
					t.Errorf("the PDF has %s, want %d", found[i+1], side)
				}
			}
		})
	}
}

// An element of an SVG document.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func parseSVG(t *testing.T, data []byte) element {
	t.Helper()
	var root element
	if err := xml.Unmarshal(data, &root); err != nil {
		t.Fatalf("%v\n%.500s", err, data)
	}
	return root
}

// TestSVG checks that the document is well formed, has nothing but shapes and
// texts, and says what it shows.
func TestSVG(t *testing.T) {
	for name, b := range boards() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			if err := SVG(&out, b); err != nil {
				t.Fatal(err)
			}
			root := parseSVG(t, out.Bytes())
			if root.XMLName.Local != "svg" || root.XMLName.Space != "http://www.w3.org/2000/svg" || root.attr("role") != "img" {
				t.Errorf("root %v", root.XMLName)
			}
			if first := root.Children[0]; first.XMLName.Local != "title" || first.Text == "" {
				t.Errorf("begins with %v", first)
			}
			drawn := 0
			for _, e := range root.Children {
				if !slices.Contains([]string{"title", "desc", "path", "text"}, e.XMLName.Local) || len(e.Children) > 0 {
					t.Errorf("element %v", e.XMLName)
				}
				for _, a := range e.Attrs {
					if a.Name.Local == "style" || a.Name.Local == "id" || strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Value, "NaN") {
						t.Errorf("%s=%q", a.Name.Local, a.Value)
					}
				}
				if e.attr("class") == "queen" {
					drawn++
				}
			}
			if want := len(distinct(b.Queens)); drawn != want {
				t.Errorf("%d queens, want %d", drawn, want)
			}
		})
	}
}

func TestHostileTexts(t *testing.T) {
	var out bytes.Buffer
	if err := SVG(&out, boards()["hostile"]); err != nil {
		t.Fatal(err)
	}
	root := parseSVG(t, out.Bytes())
	var lines []string
	for _, e := range root.Children {
		if e.attr("class") == "caption" {
			lines = append(lines, e.Text)
		}
	}
	if got := strings.Join(lines, " "); got != hostile {
		t.Errorf("caption %q", got)
	}
	if root.Children[0].Text != hostile || root.Children[1].Text != hostile {
		t.Errorf("title %q, description %q", root.Children[0].Text, root.Children[1].Text)
	}
	out.Reset()
	if err := SVG(&out, Board{Size: 1, Caption: "a\x00\x1b\r\n\tb\xff\u2028c", Language: `"><x`}); err != nil {
		t.Fatal(err)
	}
	root = parseSVG(t, out.Bytes())
	if last := root.Children[len(root.Children)-1]; last.Text != "a b\uFFFD c" && last.Text != "a b\uFFFDc" {
		t.Errorf("caption %q", last.Text)
	}
}

func TestGolden(t *testing.T) {
	b := Board{
		Size: 4, Queens: queens.Placement{1, 3, 0, 0}.Squares(), Coordinates: Squares, Side: 200,
		Given: []queens.Square{{Row: 0, Col: 1}}, Blocked: []queens.Square{{Row: 3, Col: 3}}, Crossed: []queens.Square{{Row: 1, Col: 1}},
		Title: "Board of size 4", Caption: "1 3 0 0", Language: "en",
	}
	b.Lines = AttackLines(b.Queens)
	var got bytes.Buffer
	if err := SVG(&got, b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "board4.svg")
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("got\n%s\nwant\n%s", got.Bytes(), want)
	}
}

// TestPixels samples the squares of a PNG.
func TestPixels(t *testing.T) {
	b := Board{Size: 8, Queens: eight, Coordinates: Squares}
	var out bytes.Buffer
	if err := PNG(&out, b); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	l, err := layOut(b, newFace())
	if err != nil {
		t.Fatal(err)
	}
	at := func(row, col int, x, y float64) Color {
		r, g, b, _ := picture.At(int(l.x+(float64(col)+x)*l.cell), int(l.y+(float64(row)+y)*l.cell)).RGBA()
		return Color{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}
	}
	colors := DefaultColors()
	for row := range 8 {
		for col := range 8 {
			ground := colors.Light
			if (row+col)%2 == 1 {
				ground = colors.Dark
			}
			if got := at(row, col, 0.03, 0.03); got != ground {
				t.Errorf("corner of %d.%d is %v, want %v", row, col, got, ground)
			}
			middle := ground
			if slices.Contains(eight, queens.Square{Row: row, Col: col}) {
				middle = colors.Queen
			}
			if got := at(row, col, 0.5, 0.55); got != middle {
				t.Errorf("middle of %d.%d is %v, want %v", row, col, got, middle)
			}
		}
	}
	if got := inked(picture, image.Rect(0, int(l.y), int(l.x-l.frame), int(l.y+8*l.cell))); got < 100 {
		t.Errorf("the ranks have %d dark pixels", got)
	}
}

// inked counts the dark pixels of a part of a picture.
func inked(picture image.Image, part image.Rectangle) int {
	dark := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if r, g, b, _ := picture.At(x, y).RGBA(); r+g+b < 0x18000 {
				dark++
			}
		}
	}
	return dark
}

var pageObject = regexp.MustCompile(`/Type /Page\b[^s]`)

// inflated returns the streams of a document without their compression.
func inflated(t *testing.T, document []byte) []byte {
	t.Helper()
	var all bytes.Buffer
	for _, part := range bytes.Split(document, []byte("\nstream\n"))[1:] {
		packed, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue // a stream that is not compressed
		}
		if _, err := io.Copy(&all, packed); err != nil {
			t.Fatal(err)
		}
	}
	return all.Bytes()
}

// inPDF returns a text as it stands in a document.
func inPDF(text string) []byte {
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		for _, b := range []byte{byte(unit >> 8), byte(unit)} {
			if strings.IndexByte(`\()`, b) >= 0 {
				out = append(out, '\\')
			}
			out = append(out, b)
		}
	}
	return out
}

func checkPDF(t *testing.T, document []byte, pages int) {
	t.Helper()
	if !bytes.HasPrefix(document, []byte("%PDF-1.")) || !bytes.HasSuffix(bytes.TrimSpace(document), []byte("%%EOF")) {
		t.Errorf("begins with %.8q", document)
	}
	if got := len(pageObject.FindAll(document, -1)); got != pages {
		t.Errorf("%d pages, want %d", got, pages)
	}
}

func TestPDF(t *testing.T) {
	for name, b := range boards() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			if err := PDF(&out, b); err != nil {
				t.Fatal(err)
			}
			checkPDF(t, out.Bytes(), 1)
			if name == "squares" && !bytes.Contains(inflated(t, out.Bytes()), inPDF(b.Caption)) {
				t.Error("the caption is not in it")
			}
		})
	}
}

func newTestSheet(t *testing.T, count int) []byte {
	t.Helper()
	s := NewSheet(4, 3, "zh")
	for i := range count {
		if err := s.Add(Board{Size: 8, Queens: eight, Caption: fmt.Sprintf("第 %d 种 · 0 4 7 5 2 6 1 3", i+1)}); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	err := s.Write(&out, "8 皇后问题", func(page, pages int) string { return fmt.Sprintf("第 %d 页，共 %d 页", page, pages) })
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestSheet(t *testing.T) {
	for _, test := range []struct{ boards, pages int }{{0, 1}, {1, 1}, {12, 1}, {13, 2}, {25, 3}} {
		document := newTestSheet(t, test.boards)
		checkPDF(t, document, test.pages)
		text := inflated(t, document)
		for page := range test.pages {
			foot := fmt.Sprintf("第 %d 页，共 %d 页", page+1, test.pages)
			if !bytes.Contains(text, inPDF(foot)) {
				t.Errorf("%d boards: no %q", test.boards, foot)
			}
		}
		for board := range test.boards {
			if caption := fmt.Sprintf("第 %d 种 · 0 4", board+1); !bytes.Contains(text, inPDF(caption)) {
				t.Errorf("%d boards: no %q", test.boards, caption)
			}
		}
		if !bytes.Equal(document, newTestSheet(t, test.boards)) {
			t.Errorf("%d boards: the second time it is another", test.boards)
		}
	}
}

// TestSheetPlaces checks that every board and caption stays in its place on a
// page, whatever the grid.
func TestSheetPlaces(t *testing.T) {
	grids := []int{1, 2, 3, 5, MaxGrid}
	for _, rows := range grids {
		for _, columns := range grids {
			s := NewSheet(rows, columns, "")
			for _, size := range []int{1, 8, MaxSheetSize} {
				width, height := s.place()
				l := s.layOut(Board{Size: size, Caption: strings.Repeat("31 ", size)}, width, height)
				if l.width > width+0.01 || l.height > height+0.01 || l.cell < 0.5 {
					t.Errorf("%dx%d, size %d: %.1f x %.1f in %.1f x %.1f", rows, columns, size, l.width, l.height, width, height)
				}
			}
		}
	}
}

func TestRefused(t *testing.T) {
	as := func(target any) func(error) bool { return func(err error) bool { return errors.As(err, target) } }
	long := strings.Repeat("x", MaxText+1)
	tests := map[string]struct {
		board Board
		is    func(error) bool
	}{
		"no size":       {Board{}, as(new(*SizeError))},
		"negative":      {Board{Size: -1}, as(new(*SizeError))},
		"too large":     {Board{Size: MaxSize + 1}, as(new(*SizeError))},
		"off the board": {Board{Size: 4, Queens: eight}, as(new(*queens.SquareError))},
		"line off":      {Board{Size: 4, Lines: []Line{{To: queens.Square{Row: 4}}}}, as(new(*queens.SquareError))},
		"narrow":        {Board{Size: 4, Side: MinSide - 1}, as(new(*SideError))},
		"wide":          {Board{Size: 4, Side: MaxSide + 1}, as(new(*SideError))},
		"small squares": {Board{Size: 100, Side: 300}, as(new(*SideError))},
		"caption":       {Board{Size: 4, Caption: long}, as(new(*TextError))},
		"title":         {Board{Size: 4, Title: long}, as(new(*TextError))},
	}
	for name, test := range tests {
		for _, f := range Formats() {
			var out bytes.Buffer
			if err := f.Write(&out, test.board); !test.is(err) || out.Len() > 0 {
				t.Errorf("%s, %s: %v", name, f.Name, err)
			}
		}
	}
	var side *SideError
	if err := SVG(io.Discard, Board{Size: 100, Side: 300}); !errors.As(err, &side) {
		t.Fatal(err)
	}
	if err := SVG(io.Discard, Board{Size: 100, Side: side.Min}); err != nil {
		t.Errorf("the least side %d: %v", side.Min, err)
	}
	if err := SVG(io.Discard, Board{Size: 100, Side: side.Min - 1}); err == nil {
		t.Errorf("%d is not the least side", side.Min)
	}
}

func TestMissingGlyph(t *testing.T) {
	b := Board{Size: 4, Caption: "黑"}
	var glyph *GlyphError
	if err := PNG(io.Discard, b); !errors.As(err, &glyph) || glyph.Rune != '黑' {
		t.Errorf("PNG: %v", err)
	}
	if err := PDF(io.Discard, b); !errors.As(err, &glyph) {
		t.Errorf("PDF: %v", err)
	}
	if err := NewSheet(1, 1, "").Add(b); !errors.As(err, &glyph) {
		t.Errorf("sheet: %v", err)
	}
	if err := SVG(io.Discard, b); err != nil {
		t.Errorf("SVG: %v", err)
	}
}

func TestSheetBounds(t *testing.T) {
	s := NewSheet(MaxGrid, MaxGrid, "")
	for range MaxBoards {
		if err := s.Add(Board{Size: 1}); err != nil {
			t.Fatal(err)
		}
	}
	var many *TooManyError
	if err := s.Add(Board{Size: 1}); !errors.As(err, &many) || s.Boards() != MaxBoards {
		t.Error(err)
	}
	var size *SizeError
	if err := NewSheet(1, 1, "").Add(Board{Size: MaxSheetSize + 1}); !errors.As(err, &size) {
		t.Error(err)
	}
}

// TestGlyphs checks that the font has what the catalogs say on pictures, what
// font/glyphs.txt asks for, and ASCII.
func TestGlyphs(t *testing.T) {
	words, err := os.ReadFile("font/glyphs.txt")
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{strings.Join(strings.Fields(string(words)), "")}
	for char := ' '; char <= '~'; char++ {
		texts = append(texts, string(char))
	}
	hole := regexp.MustCompile(`{{.*?}}`)
	for _, tag := range []string{"en", "zh"} {
		data, err := os.ReadFile("../internal/lang/" + tag + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var catalog map[string]any
		if err := json.Unmarshal(data, &catalog); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"draw.caption", "draw.page", "draw.heading", "draw.heading.fundamental", "draw.heading.cut"} {
			if catalog[key] == nil {
				t.Errorf("%s: no %s", tag, key)
			}
			texts = append(texts, hole.ReplaceAllString(fmt.Sprint(catalog[key]), "0"))
		}
	}
	f := newFace()
	for _, text := range texts {
		if err := f.missing(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		for _, char := range text {
			if g := f.glyph(char); char != ' ' && len(g.outline.points) == 0 {
				t.Errorf("%q is empty", char)
			}
		}
	}
}

func TestAttacks(t *testing.T) {
	for _, p := range []queens.Placement{{0, 1, 2, 3}, {0, 0, 0, 0}, {1, 3, 0, 2}, {3, 0, 1, 1}, {queens.None, 2, queens.None, 2}} {
		squares := p.Squares()
		lines := AttackLines(squares)
		for c := range queens.Conflicts(squares) {
			if !slices.ContainsFunc(lines, func(l Line) bool { return covers(l, c.A) && covers(l, c.B) }) {
				t.Errorf("%v: no line covers %v", p, c)
			}
		}
		for _, l := range lines {
			if queens.LineBetween(l.From, l.To) == queens.NoLine {
				t.Errorf("%v: %v is no line", p, l)
			}
		}
		attacked := Attacked(len(p), squares)
		for row := range p {
			for col := range p {
				s := queens.Square{Row: row, Col: col}
				want := !slices.Contains(squares, s) && slices.ContainsFunc(squares, func(q queens.Square) bool {
					return queens.LineBetween(q, s) != queens.NoLine
				})
				if slices.Contains(attacked, s) != want {
					t.Errorf("%v: %v attacked: %v", p, s, !want)
				}
			}
		}
	}
}

// covers reports whether a square lies on a line, ends included.
func covers(l Line, s queens.Square) bool {
	if s == l.From || s == l.To {
		return true
	}
	line := queens.LineBetween(l.From, l.To)
	return queens.LineBetween(l.From, s) == line && queens.LineBetween(s, l.To) == line &&
		min(l.From.Row, l.To.Row) <= s.Row && s.Row <= max(l.From.Row, l.To.Row) &&
		min(l.From.Col, l.To.Col) <= s.Col && s.Col <= max(l.From.Col, l.To.Col)
}

func TestParseColor(t *testing.T) {
	for text, want := range map[string]Color{
		"#f0d9b5": {0xf0, 0xd9, 0xb5}, "#F0D": {0xff, 0x00, 0xdd}, "ivory": {0xff, 0xff, 0xf0}, "Navy": {0, 0, 0x80},
	} {
		if got, ok := ParseColor(text); !ok || got != want {
			t.Errorf("%s: %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "#", "#12", "#1234", "#gggggg", "f0d9b5", "#1234567", "none", `red" x="`} {
		if got, ok := ParseColor(text); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestWrap(t *testing.T) {
	f := newFace()
	for _, text := range []string{"", "a", "one two three four five six", "第十二种摆法本质不同", strings.Repeat("x", 50), "八皇后 eight queens 八皇后"} {
		for _, width := range []float64{1, 30, 55, 1000} {
			lines := f.wrap(text, 10, width, 3)
			if len(lines) > 3 {
				t.Errorf("%q: %d lines", text, len(lines))
			}
			for _, line := range lines {
				if w := f.width(strings.TrimSuffix(line, "…"), 10); w > width && len([]rune(line)) > 2 {
					t.Errorf("%q: line %q is %.1f wide, more than %.0f", text, line, w, width)
				}
			}
		}
	}
	if got := f.wrap("one two three", 10, 45, 3); strings.Join(got, "|") != "one two|three" {
		t.Errorf("%q", got)
	}
}

func FuzzTexts(f *testing.F) {
	f.Add("title", "caption", 3)
	f.Add(hostile, "\x00\xff", 200)
	f.Fuzz(func(t *testing.T, title, caption string, side int) {
		b := Board{Size: 2, Title: title, Caption: caption, Description: caption, Language: title, Side: side}
		for _, format := range Formats() {
			var out bytes.Buffer
			if err := format.Write(&out, b); err != nil {
				continue
			}
			if format.Name == "svg" {
				parseSVG(t, out.Bytes())
			}
		}
	})
}

func ExampleSVG() {
	var picture strings.Builder
	b := Board{Size: 4, Queens: queens.Placement{1, 3, 0, 2}.Squares(), Title: "Four queens"}
	if err := SVG(&picture, b); err != nil {
		panic(err)
	}
	fmt.Println(strings.Count(picture.String(), `class="queen"`))
	// Output: 4
}
