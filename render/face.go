package render

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// kai is a subset of LXGW WenKai under another name, as its licence asks for;
// font/glyphs.txt and font/subset.sh say what is in it.
//
//go:embed font/kai.ttf
var kai []byte

var loadFont = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(kai)
	if err != nil {
		panic(err) // it is compiled in
	}
	return f
})

// A face measures text and turns it into outlines. It belongs to one goroutine.
type face struct {
	font   *sfnt.Font
	buffer sfnt.Buffer
	glyphs map[rune]glyph
}

// A glyph is a character in units of the size of the text, from the left end
// of the baseline.
type glyph struct {
	found   bool
	advance float64
	outline *outline
}

func newFace() *face { return &face{font: loadFont(), glyphs: map[rune]glyph{}} }

// glyph returns the glyph of a character.
func (f *face) glyph(char rune) glyph {
	g, known := f.glyphs[char]
	if !known {
		g = f.load(char)
		f.glyphs[char] = g
	}
	return g
}

func (f *face) load(char rune) glyph {
	units := f.font.UnitsPerEm()
	em := fixed.I(int(units)) // so that lengths come in units of the font
	index, err := f.font.GlyphIndex(&f.buffer, char)
	if err != nil {
		return glyph{}
	}
	advance, err := f.font.GlyphAdvance(&f.buffer, index, em, font.HintingNone)
	if err != nil {
		return glyph{}
	}
	segments, err := f.font.LoadGlyph(&f.buffer, index, em, nil)
	if err != nil {
		return glyph{}
	}
	return glyph{index != 0, float64(advance) / float64(em), outlineOf(segments, em)}
}

// outlineOf scales the outline of a glyph to a size of 1.
func outlineOf(segments sfnt.Segments, em fixed.Int26_6) *outline {
	o := &outline{}
	var last point
	at := func(p fixed.Point26_6) point { return point{float64(p.X) / float64(em), float64(p.Y) / float64(em)} }
	for i, s := range segments {
		p, q, r := at(s.Args[0]), at(s.Args[1]), at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				o.close()
			}
			o.move(p.x, p.y)
			last = p
		case sfnt.SegmentOpLineTo:
			o.line(p.x, p.y)
			last = p
		case sfnt.SegmentOpQuadTo: // the same curve with two control points
			o.cubic(last.x+2*(p.x-last.x)/3, last.y+2*(p.y-last.y)/3, q.x+2*(p.x-q.x)/3, q.y+2*(p.y-q.y)/3, q.x, q.y)
			last = q
		case sfnt.SegmentOpCubeTo:
			o.cubic(p.x, p.y, q.x, q.y, r.x, r.y)
			last = r
		}
	}
	if len(segments) > 0 {
		o.close()
	}
	return o
}

// width returns how wide a text is.
func (f *face) width(text string, size float64) float64 {
	width := 0.0
	for _, char := range text {
		g := f.glyph(char)
		if !g.found {
			g.advance = 1
		}
		width += g.advance
	}
	return width * size
}

// missing returns the first character of the texts that has no glyph.
func (f *face) missing(texts ...string) error {
	for _, text := range texts {
		for _, char := range text {
			if !f.glyph(char).found {
				return &GlyphError{char}
			}
		}
	}
	return nil
}

// wrap breaks a text into lines of at most some width, at blanks or beside a
// Chinese character where there are any. Of more than max lines it keeps those,
// and the last ends in an ellipsis.
func (f *face) wrap(text string, size, width float64, max int) []string {
	var lines []string
	rest := []rune(text)
	for len(rest) > 0 {
		fits, at := 0, 0.0
		for fits < len(rest) {
			if at += f.width(string(rest[fits]), size); at > width {
				break
			}
			fits++
		}
		cut := breakBefore(rest, fits)
		if len(lines) == max-1 && cut < len(rest) {
			return append(lines, strings.TrimRight(string(rest[:min(cut, len(rest))]), " ·")+"…")
		}
		lines = append(lines, strings.TrimSpace(string(rest[:cut])))
		rest = []rune(strings.TrimLeft(string(rest[cut:]), " "))
	}
	return lines
}

// breakBefore returns where to break so that at most fits characters stand
// before the break, at least one.
func breakBefore(text []rune, fits int) int {
	if fits >= len(text) {
		return len(text)
	}
	for i := fits; i > fits/2; i-- {
		if text[i] == ' ' || unicode.Is(unicode.Han, text[i]) && unicode.Is(unicode.Han, text[i-1]) {
			return i
		}
	}
	return max(fits, 1)
}
