package render

import (
	"math"
	"strconv"
	"strings"

	"example.org/queens"
	"example.org/queens/notation"
)

// A layout is where the parts of a picture lie, in pixels or points from its
// top left corner.
type layout struct {
	x, y          float64 // the top left corner of the board
	cell          float64 // the side of a square
	frame         float64 // the width of the frame around the board
	label         float64 // the size of the coordinates
	caption       float64 // the size of the caption
	lines         []string
	width, height float64
}

// captionLines is how many lines a caption may take.
const captionLines = 3

// layOut lays out a picture of a board of its own, on whole pixels, so that no
// edge of a square is blurred.
func layOut(b Board, f *face) (layout, error) {
	if b.Side != 0 && (b.Side < MinSide || b.Side > MaxSide) {
		return layout{}, &SideError{b.Side, MinSide, MaxSide}
	}
	side := b.Side
	if side == 0 {
		side = max(DefaultSide, leastSide(b, 2*minCell))
	}
	l := measure(b, f, float64(side))
	if l.cell = math.Floor(l.cell); l.cell < minCell {
		return l, &SideError{b.Side, leastSide(b, minCell), MaxSide}
	}
	l.frame = max(1, math.Round(float64(side)/320))
	l.x, l.y = math.Floor(l.x), math.Floor(l.y)
	spare := float64(side) - l.x - l.cell*float64(b.Size) - l.margin(float64(side))
	l.x += math.Floor(spare / 2)
	l.setCaption(b, f, l.width*0.94)
	l.height = math.Ceil(l.height)
	return l, nil
}

// leastSide returns the side at which squares are at least cell wide.
func leastSide(b Board, cell float64) int {
	f := newFace()
	side := max(MinSide, b.Size*int(cell))
	for math.Floor(measure(b, f, float64(side)).cell) < cell {
		side++
	}
	return side
}

// measure returns the layout of a picture of some width, without its caption.
func measure(b Board, f *face, side float64) layout {
	l := layout{width: side, frame: max(0.75, side/320)}
	margin := l.margin(side)
	l.x, l.y = margin, margin
	if b.Coordinates != NoCoordinates {
		l.label = min(max(side/float64(b.Size+2)*0.34, side*0.019, 7), max(side*0.042, 7))
		l.x += f.width(longestLabel(b), l.label) + 0.5*l.label
		if b.Coordinates == Numbers {
			l.y += 1.3 * l.label
		}
	}
	l.cell = (side - l.x - margin) / float64(b.Size)
	l.height = l.y + l.cell*float64(b.Size) + margin
	l.caption = min(max(side*0.042, 9), 40)
	return l
}

func (l *layout) margin(side float64) float64 { return max(math.Round(side*0.025), 1) }

// setCaption breaks the caption into lines and finds the height.
func (l *layout) setCaption(b Board, f *face, width float64) {
	l.height = l.y + l.cell*float64(b.Size) + l.margin(l.width)
	if b.Coordinates == Squares {
		l.height += 1.3 * l.label
	}
	if b.Caption != "" {
		l.lines = f.wrap(b.Caption, l.caption, width, captionLines)
		l.height += 1.3 * l.caption * float64(len(l.lines))
	}
}

// longestLabel returns the label of a row that takes most room.
func longestLabel(b Board) string {
	if b.Coordinates == Numbers {
		return strconv.Itoa(b.Base + b.Size - 1)
	}
	return strconv.Itoa(b.Size)
}

// labelOf returns what a row or a column is called.
func labelOf(b Board, index int, isRow bool) string {
	if b.Coordinates == Numbers {
		return strconv.Itoa(b.Base + index)
	}
	if isRow {
		return strconv.Itoa(b.Size - index)
	}
	lowest := notation.FormatSquare(queens.Square{Row: b.Size - 1, Col: index}, b.Size)
	return strings.TrimSuffix(lowest, "1")
}

// labelStep returns which rows or columns are named, every so many, so that
// their labels stay apart.
func labelStep(cell, room float64) int {
	for _, step := range []int{1, 2, 5, 10, 20, 50} {
		if float64(step)*cell >= room {
			return step
		}
	}
	return 100
}
