package render

import (
	"math"

	"example.org/queens"
)

type (
	rectangle struct{ x, y, w, h float64 }
	segment   struct{ x1, y1, x2, y2 float64 }

	// An alignment says which point of a text its position is.
	alignment byte
)

const (
	left alignment = iota
	middle
	right
)

// A surface is what is drawn on: lengths are pixels or points, counted from the
// top left corner. The role of what is drawn is for those that can keep it.
type surface interface {
	rectangles(role string, list []rectangle, c Color)
	fill(role string, o *outline, dx, dy, scale float64, c Color)
	strokes(role string, list []segment, width float64, c Color)
	text(role string, x, y, size float64, a alignment, c Color, text string)
}

// A drawing is a board being drawn.
type drawing struct {
	Board
	layout
	on     surface
	face   *face
	dx, dy float64 // where the picture lies on the surface
}

// draw draws the board and all that is on it, from the bottom up.
func (d *drawing) draw() {
	d.ground()
	d.blocked()
	d.given()
	d.crosses()
	for _, s := range d.Queens {
		x, y := d.corner(s)
		d.on.fill("queen", queenOutline, x, y, d.cell, d.Colors.Queen)
	}
	d.lines()
	d.labels()
	d.caption()
}

// corner returns the top left corner of a square.
func (d *drawing) corner(s queens.Square) (x, y float64) {
	return d.dx + d.x + float64(s.Col)*d.cell, d.dy + d.y + float64(s.Row)*d.cell
}

func (d *drawing) centre(s queens.Square) (x, y float64) {
	x, y = d.corner(s)
	return x + d.cell/2, y + d.cell/2
}

// ground draws the frame and the squares. The top left square is light.
func (d *drawing) ground() {
	x, y := d.corner(queens.Square{})
	side := d.cell * float64(d.Size)
	d.on.rectangles("light", []rectangle{{x, y, side, side}}, d.Colors.Light)
	var dark []rectangle
	for row := range d.Size {
		for col := 1 - row%2; col < d.Size; col += 2 {
			x, y := d.corner(queens.Square{Row: row, Col: col})
			dark = append(dark, rectangle{x, y, d.cell, d.cell})
		}
	}
	d.on.rectangles("dark", dark, d.Colors.Dark)
	x, y, side = x-d.frame/2, y-d.frame/2, side+d.frame
	d.on.strokes("frame", []segment{
		{x, y, x + side, y}, {x + side, y, x + side, y + side}, {x + side, y + side, x, y + side}, {x, y + side, x, y},
	}, d.frame, edge)
}

// blocked greys and hatches the blocked squares.
func (d *drawing) blocked() {
	var grey []rectangle
	var hatches []segment
	for _, s := range d.Blocked {
		x, y := d.corner(s)
		c := d.cell
		grey = append(grey, rectangle{x, y, c, c})
		for _, k := range []float64{0.3, 0.6, 0.9} {
			hatches = append(hatches, segment{x + 0.05*c, y + k*c, x + k*c, y + 0.05*c})
		}
		for _, k := range []float64{0.25, 0.55} {
			hatches = append(hatches, segment{x + k*c + 0.05*c, y + 0.95*c, x + 0.95*c, y + k*c + 0.05*c})
		}
	}
	d.on.rectangles("blocked", grey, veil)
	d.on.strokes("blocked", hatches, d.cell*0.05, hatch)
}

// given draws a frame inside each given square.
func (d *drawing) given() {
	var frames []rectangle
	w := max(1, math.Round(d.cell*0.07))
	for _, s := range d.Given {
		x, y := d.corner(s)
		frames = append(frames,
			rectangle{x, y, d.cell, w}, rectangle{x, y + d.cell - w, d.cell, w},
			rectangle{x, y + w, w, d.cell - 2*w}, rectangle{x + d.cell - w, y + w, w, d.cell - 2*w})
	}
	d.on.rectangles("given", frames, given)
}

// crosses crosses out squares.
func (d *drawing) crosses() {
	var strokes []segment
	for _, s := range d.Crossed {
		x, y := d.centre(s)
		r := d.cell * 0.14
		strokes = append(strokes, segment{x - r, y - r, x + r, y + r}, segment{x - r, y + r, x + r, y - r})
	}
	d.on.strokes("cross", strokes, d.cell*0.06, attack)
}

// lines draws the lines, on paper of their own so that they are seen on
// queens too.
func (d *drawing) lines() {
	var strokes []segment
	for _, l := range d.Board.Lines {
		x1, y1 := d.centre(l.From)
		x2, y2 := d.centre(l.To)
		strokes = append(strokes, segment{x1, y1, x2, y2})
	}
	d.on.strokes("line-edge", strokes, d.cell*0.14, paper)
	d.on.strokes("line", strokes, d.cell*0.08, attack)
}

// labels names the rows and columns.
func (d *drawing) labels() {
	if d.Coordinates == NoCoordinates {
		return
	}
	const rise = 0.36 // of the size, from the baseline to the middle of a figure
	columnRoom := d.face.width(labelOf(d.Board, d.Size-1, false), d.label) + 0.4*d.label
	for index := range d.Size {
		if place := d.place(index); place%labelStep(d.cell, d.label*1.1) == 0 {
			x, y := d.corner(queens.Square{Row: index})
			d.on.text("row", x-0.4*d.label-d.frame, y+d.cell/2+rise*d.label, d.label, right, ink, labelOf(d.Board, index, true))
		}
		if place := d.column(index); place%labelStep(d.cell, columnRoom) == 0 {
			x, y := d.corner(queens.Square{Row: d.Size, Col: index})
			y += 1.15*d.label + d.frame
			if d.Coordinates == Numbers {
				_, y = d.corner(queens.Square{Col: index})
				y -= 0.45*d.label + d.frame
			}
			d.on.text("column", x+d.cell/2, y, d.label, middle, ink, labelOf(d.Board, index, false))
		}
	}
}

// place and column return by what a row and a column is counted, to name every
// fifth, say: numbers by themselves, ranks from 1 below, files from 0.
func (d *drawing) place(row int) int {
	if d.Coordinates == Numbers {
		return d.Base + row
	}
	return d.Size - row
}

func (d *drawing) column(col int) int {
	if d.Coordinates == Numbers {
		return d.Base + col
	}
	return col
}

// caption writes the caption below the board.
func (d *drawing) caption() {
	y := d.dy + d.y + d.cell*float64(d.Size) + d.frame + 0.25*d.layout.caption
	if d.Coordinates == Squares {
		y += 1.3 * d.label
	}
	for _, text := range d.layout.lines {
		y += 1.05 * d.layout.caption
		d.on.text("caption", d.dx+d.width/2, y, d.layout.caption, middle, ink, text)
		y += 0.25 * d.layout.caption
	}
}
