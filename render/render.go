// Package render draws boards: as SVG, PNG and PDF, and many of them on the
// pages of a sheet to print.
//
// A [Board] says what is on the picture; [SVG], [PNG] and [PDF] write it, and
// [Formats] is the table of the three. All three are made of the same few
// operations, so they show the same. A [Sheet] collects boards and writes them
// as one PDF. The same board gives the same bytes every time.
//
// Everything is bounded: the size of a board, the side of a picture, the length
// of its texts and the number of boards on a sheet.
package render

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"example.org/queens"
)

// The bounds of a picture.
const (
	MaxSize     = 256  // rows of a board
	MinSide     = 16   // width of a picture, in pixels or points
	MaxSide     = 4096 // the same
	DefaultSide = 480  // the same, if none is asked for and the squares are not too small
	MaxText     = 1000 // characters of a caption, a title or a heading
)

// minCell is the least width of a square, in pixels or points.
const minCell = 4

// A Board is a picture of a board. Only Size must be set. The squares of each
// list may stand in any order and repeat; queens may attack each other.
type Board struct {
	Size    int             // rows and columns: 1 to MaxSize
	Queens  []queens.Square // squares with a queen
	Given   []queens.Square // squares to frame
	Blocked []queens.Square // squares to hatch
	Crossed []queens.Square // squares to put a cross on, see [Attacked]
	Lines   []Line          // lines to draw, see [AttackLines]

	Coordinates Coordinates
	Base        int    // what [Numbers] count from
	Caption     string // written below the board; empty for none

	// Title and Description are for those who do not see the picture. An empty
	// title is replaced with the size, an empty description left out; Language
	// is the tag of the language of all texts.
	Title, Description, Language string

	Side   int // width of the picture in pixels (PDF: points), 0 for one that fits
	Colors Colors
}

// A Line joins the centres of two squares.
type Line struct{ From, To queens.Square }

// Coordinates says how rows and columns are named on the margin.
type Coordinates uint8

// The kinds of coordinates.
const (
	NoCoordinates Coordinates = iota
	Squares                   // files a, b, .. below and ranks 1, 2, .. upwards
	Numbers                   // numbers of columns above and of rows downwards
)

// A Format is a kind of picture.
type Format struct {
	Name   string // also the ending of file names
	Binary bool   // not to be shown on a terminal
	Write  func(io.Writer, Board) error
}

// Formats returns the table of the kinds of pictures.
func Formats() []Format {
	return []Format{
		{"svg", false, SVG},
		{"png", true, PNG},
		{"pdf", true, PDF},
	}
}

// A SizeError is a board that is too small or too large.
type SizeError struct{ Size, Max int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("queens: boards of size 1 to %d are drawn, not %d", e.Max, e.Size)
}

// A SideError is a width out of bounds. Min is the least for the board; it is
// above Max if even that is too little.
type SideError struct{ Side, Min, Max int }

func (e *SideError) Error() string {
	return fmt.Sprintf("queens: a picture of this board is %d to %d wide, not %d", e.Min, e.Max, e.Side)
}

// A GlyphError is a character that the embedded font lacks; SVG takes any.
type GlyphError struct{ Rune rune }

func (e *GlyphError) Error() string { return fmt.Sprintf("queens: the font has no %q", e.Rune) }

// A TextError is a text of more than Max characters.
type TextError struct{ Max int }

func (e *TextError) Error() string {
	return fmt.Sprintf("queens: a text of a picture has at most %d characters", e.Max)
}

// prepare returns b with its lists sorted and its texts cleaned, or the first
// thing that makes b no picture.
func prepare(b Board, maxSize int) (Board, error) {
	if b.Size < 1 || b.Size > maxSize {
		return b, &SizeError{b.Size, maxSize}
	}
	for _, list := range []*[]queens.Square{&b.Queens, &b.Given, &b.Blocked, &b.Crossed} {
		*list = distinct(*list)
		for _, s := range *list {
			if !s.On(b.Size) {
				return b, &queens.SquareError{Square: s, Size: b.Size}
			}
		}
	}
	for _, line := range b.Lines {
		for _, s := range []queens.Square{line.From, line.To} {
			if !s.On(b.Size) {
				return b, &queens.SquareError{Square: s, Size: b.Size}
			}
		}
	}
	if b.Title == "" {
		b.Title = fmt.Sprintf("Board of size %d", b.Size)
	}
	for _, text := range []*string{&b.Caption, &b.Title} {
		if *text = clean(*text); len([]rune(*text)) > MaxText {
			return b, &TextError{MaxText}
		}
	}
	b.Description = clean(b.Description)
	b.Colors = b.Colors.orDefault()
	return b, nil
}

// clean replaces characters that have no picture with blanks.
func clean(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), func(char rune) bool {
		return unicode.IsControl(char) || unicode.IsSpace(char)
	}), " ")
}

// distinct returns the different squares in row order.
func distinct(squares []queens.Square) []queens.Square {
	sorted := slices.Clone(squares)
	slices.SortFunc(sorted, queens.Square.Compare)
	return slices.Compact(sorted)
}
