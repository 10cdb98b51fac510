package render

import (
	"fmt"
	"io"
	"math"

	"codeberg.org/go-pdf/fpdf"
)

// The bounds of a sheet.
const (
	MaxBoards    = 2000 // boards on a sheet
	MaxSheetSize = 32   // rows of a board on a sheet
	MaxGrid      = 12   // rows, and columns, of boards on a page
)

// A TooManyError is a sheet of more boards than one holds.
type TooManyError struct{ Max int }

func (e *TooManyError) Error() string {
	return fmt.Sprintf("queens: a sheet holds %d boards", e.Max)
}

// A4, in points.
const (
	pageWidth  = 595.28
	pageHeight = 841.89
	pageMargin = 36
)

// A Sheet collects boards for the pages of a PDF document of size A4. It draws
// each as it comes, and keeps only what is drawn. It belongs to one goroutine.
type Sheet struct {
	doc           *fpdf.Fpdf
	surface       *pdfSurface
	rows, columns int
	boards        int
}

// NewSheet returns a sheet with so many rows and columns of boards on a page.
// It panics if either is not in 1 to [MaxGrid]. The language is the tag of that
// of all texts.
func NewSheet(rows, columns int, language string) *Sheet {
	if min(rows, columns) < 1 || max(rows, columns) > MaxGrid {
		panic("render: a page has 1 to 12 rows and columns of boards")
	}
	doc := newDocument("", language, pageWidth, pageHeight)
	return &Sheet{doc: doc, surface: newPDFSurface(doc, newFace()), rows: rows, columns: columns}
}

// Boards returns how many boards were added.
func (s *Sheet) Boards() int { return s.boards }

// Add draws a board on the next free place. The width of b is that of the
// place. It returns a [*TooManyError] if the sheet is full, and the errors of
// [PDF]; the sheet is then as before.
func (s *Sheet) Add(b Board) error {
	if s.boards == MaxBoards {
		return &TooManyError{MaxBoards}
	}
	b, err := prepare(b, MaxSheetSize)
	if err != nil {
		return err
	}
	if err := s.surface.face.missing(b.Caption); err != nil {
		return err
	}
	place := s.boards % (s.rows * s.columns)
	if place == 0 {
		s.doc.AddPage()
	}
	s.boards++
	width, height := s.place()
	l := s.layOut(b, width, height)
	d := drawing{Board: b, layout: l, on: s.surface, face: s.surface.face}
	d.dx = pageMargin + float64(place%s.columns)*width + (width-l.width)/2
	d.dy = pageMargin + headHeight + float64(place/s.columns)*height
	d.draw()
	return nil
}

const (
	headHeight = 26 // of the heading at the top of a page
	footHeight = 18 // of the number at its foot
)

// place returns how large the places of the boards are.
func (s *Sheet) place() (width, height float64) {
	return (pageWidth - 2*pageMargin) / float64(s.columns),
		(pageHeight - 2*pageMargin - headHeight - footHeight) / float64(s.rows)
}

// layOut lays out a board in its place, with room for a caption of two lines.
func (s *Sheet) layOut(b Board, width, height float64) layout {
	caption := min(max(min(width*0.055, height*0.08), 4.5), 11)
	side := min(width, height-3*caption)
	for try := side; ; try *= 0.97 {
		l := measure(b, s.surface.face, try)
		l.caption = caption
		l.setCaption(b, s.surface.face, width*0.94)
		if l.height <= height || try < side/2 {
			return l
		}
	}
}

// Write writes the document, with a heading on every page and what page returns
// for its number and the number of pages at its foot. A sheet without boards
// has one page. Nothing may be added or written afterwards.
func (s *Sheet) Write(w io.Writer, heading string, page func(page, pages int) string) error {
	heading = clean(heading)
	if len([]rune(heading)) > MaxText {
		return &TextError{MaxText}
	}
	if s.boards == 0 {
		s.doc.AddPage()
	}
	s.doc.SetTitle(heading, true)
	pages := s.doc.PageCount()
	for number := 1; number <= pages; number++ {
		foot := clean(page(number, pages))
		if err := s.surface.face.missing(heading, foot); err != nil {
			return err
		}
		s.doc.SetPage(number)
		size := min(14, 14*(pageWidth-2*pageMargin)/math.Max(1, s.surface.face.width(heading, 14)))
		s.surface.text("heading", pageWidth/2, pageMargin+10, size, middle, ink, heading)
		s.surface.text("page", pageWidth/2, pageHeight-pageMargin, 9, middle, ink, foot)
	}
	return s.doc.Output(w)
}
