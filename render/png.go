package render

import (
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/vector"
)

// PNG writes b as a PNG picture. A caption that the embedded font cannot write
// is a [*GlyphError].
func PNG(w io.Writer, b Board) error {
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
	s := &pngSurface{image.NewRGBA(image.Rect(0, 0, int(l.width), int(l.height))), face}
	draw.Draw(s.image, s.image.Rect, image.NewUniform(paper.rgba()), image.Point{}, draw.Src)
	d := drawing{Board: b, layout: l, on: s, face: face}
	d.draw()
	return png.Encode(w, s.image)
}

type pngSurface struct {
	image *image.RGBA
	face  *face
}

// rectangles fills rectangles; those of a picture of its own lie on whole
// pixels.
func (s *pngSurface) rectangles(_ string, list []rectangle, c Color) {
	source := image.NewUniform(c.rgba())
	for _, r := range list {
		at := image.Rect(round(r.x), round(r.y), round(r.x+r.w), round(r.y+r.h))
		draw.Draw(s.image, at, source, image.Point{}, draw.Src)
	}
}

func round(x float64) int { return int(math.Round(x)) }

func (s *pngSurface) strokes(_ string, list []segment, width float64, c Color) {
	o := &outline{}
	for _, l := range list {
		o.stroke(l, width)
	}
	s.fill("", o, 0, 0, 1, c)
}

// fill fills an outline, on a mask as large as the outline and no larger.
func (s *pngSurface) fill(_ string, o *outline, dx, dy, scale float64, c Color) {
	box := s.image.Rect.Intersect(bounds(o, dx, dy, scale))
	if box.Empty() {
		return
	}
	mask := vector.NewRasterizer(box.Dx(), box.Dy())
	o.each(dx-float64(box.Min.X), dy-float64(box.Min.Y), scale, func(v verb, p [3]point) {
		a, b, c := p[0], p[1], p[2]
		switch v {
		case move:
			mask.MoveTo(float32(a.x), float32(a.y))
		case line:
			mask.LineTo(float32(a.x), float32(a.y))
		case cubic:
			mask.CubeTo(float32(a.x), float32(a.y), float32(b.x), float32(b.y), float32(c.x), float32(c.y))
		case end:
			mask.ClosePath()
		}
	})
	mask.Draw(s.image, box, image.NewUniform(c.rgba()), image.Point{})
}

// bounds returns pixels that hold the outline.
func bounds(o *outline, dx, dy, scale float64) image.Rectangle {
	least, most := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	o.each(dx, dy, scale, func(v verb, p [3]point) {
		for _, q := range p[:pointsOf(v)] {
			least = point{min(least.x, q.x), min(least.y, q.y)}
			most = point{max(most.x, q.x), max(most.y, q.y)}
		}
	})
	if len(o.points) == 0 {
		return image.Rectangle{}
	}
	return image.Rect(int(math.Floor(least.x)), int(math.Floor(least.y)), int(math.Ceil(most.x))+1, int(math.Ceil(most.y))+1)
}

func (s *pngSurface) text(_ string, x, y, size float64, a alignment, c Color, text string) {
	x -= shift(a) * s.face.width(text, size)
	for _, char := range text {
		g := s.face.glyph(char)
		s.fill("", g.outline, x, y, size, c)
		x += g.advance * size
	}
}

// shift returns how much of a text lies before its position.
func shift(a alignment) float64 {
	return [...]float64{left: 0, middle: 0.5, right: 1}[a]
}
