package render

import (
	"io"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// PDF writes b as a PDF document of one page as large as the picture. A
// caption that the embedded font cannot write is a [*GlyphError].
func PDF(w io.Writer, b Board) error {
	b, err := prepare(b, MaxSize)
	if err != nil {
		return err
	}
	face := newFace()
	if err := face.missing(b.Caption); err != nil {
		return err
	}
	l, err := layOut(b, face)
	if err != nil {
		return err
	}
	doc := newDocument(b.Title, b.Language, l.width, l.height)
	doc.AddPage()
	d := drawing{Board: b, layout: l, on: newPDFSurface(doc, face), face: face}
	d.draw()
	return doc.Output(w)
}

// fontName is what the embedded font is called in a document.
const fontName = "kai"

// newDocument returns a document with pages of some size and the font. It does
// not say when it was made, so that the same boards give the same bytes.
func newDocument(title, language string, width, height float64) *fpdf.Fpdf {
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: width, Ht: height}})
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.SetCatalogSort(true)
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetProducer("queens", true)
	doc.SetTitle(title, true)
	if language != "" {
		doc.SetLang(language)
	}
	doc.AddUTF8FontFromBytes(fontName, "", kai)
	return doc
}

type pdfSurface struct {
	doc   *fpdf.Fpdf
	face  *face
	paths map[*outline]string
}

func newPDFSurface(doc *fpdf.Fpdf, f *face) *pdfSurface {
	return &pdfSurface{doc, f, map[*outline]string{}}
}

func (s *pdfSurface) color(c Color) { s.doc.SetFillColor(int(c.R), int(c.G), int(c.B)) }

func (s *pdfSurface) rectangles(_ string, list []rectangle, c Color) {
	if len(list) == 0 {
		return
	}
	s.color(c)
	for _, r := range list {
		s.doc.Rect(r.x, r.y, r.w, r.h, "F")
	}
}

func (s *pdfSurface) strokes(_ string, list []segment, width float64, c Color) {
	if len(list) == 0 {
		return
	}
	s.doc.SetDrawColor(int(c.R), int(c.G), int(c.B))
	s.doc.SetLineWidth(width)
	s.doc.SetLineCapStyle("round")
	for _, l := range list {
		s.doc.Line(l.x1, l.y1, l.x2, l.y2)
	}
}

// fill writes the operators itself: the same outline is then the same text
// wherever it stands, which compresses well, and a sheet has thousands.
func (s *pdfSurface) fill(_ string, o *outline, dx, dy, scale float64, c Color) {
	path, known := s.paths[o]
	if !known {
		path = operatorsOf(o)
		s.paths[o] = path
	}
	s.color(c)
	_, height := s.doc.GetPageSize()
	s.doc.RawWriteStr("q " + number(scale) + " 0 0 " + number(-scale) + " " + number(dx) + " " + number(height-dy) + " cm\n" + path + "f Q")
}

// operatorsOf writes an outline as the operators that PDF has for it.
func operatorsOf(o *outline) string {
	var path strings.Builder
	o.each(0, 0, 1, func(v verb, p [3]point) {
		for _, q := range p[:pointsOf(v)] {
			path.WriteString(number(q.x) + " " + number(q.y) + " ")
		}
		path.WriteString(map[verb]string{move: "m\n", line: "l\n", cubic: "c\n", end: "h\n"}[v])
	})
	return path.String()
}

func (s *pdfSurface) text(_ string, x, y, size float64, a alignment, c Color, text string) {
	s.doc.SetFont(fontName, "", size)
	s.doc.SetTextColor(int(c.R), int(c.G), int(c.B))
	s.doc.Text(x-shift(a)*s.face.width(text, size), y, text)
}
