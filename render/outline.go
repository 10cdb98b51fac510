package render

import "math"

type point struct{ x, y float64 }

// A verb says how an outline goes on.
type verb byte

const (
	move  verb = 'M' // to a point, beginning a new part
	line  verb = 'L' // straight to a point
	cubic verb = 'C' // by two control points to a point
	end   verb = 'Z' // back to where the part began
)

// An outline is what is filled: parts that are closed, each point inside if the
// parts go around it more often one way than the other.
type outline struct {
	verbs  []verb
	points []point
}

func (o *outline) move(x, y float64) { o.add(move, point{x, y}) }
func (o *outline) line(x, y float64) { o.add(line, point{x, y}) }
func (o *outline) close()            { o.add(end) }

func (o *outline) cubic(x1, y1, x2, y2, x, y float64) {
	o.add(cubic, point{x1, y1}, point{x2, y2}, point{x, y})
}

func (o *outline) add(v verb, points ...point) {
	o.verbs = append(o.verbs, v)
	o.points = append(o.points, points...)
}

// circle adds a circle, clockwise on paper.
func (o *outline) circle(x, y, r float64) {
	k := r * 4 / 3 * (math.Sqrt2 - 1) // the control points of a quarter
	o.move(x+r, y)
	o.cubic(x+r, y+k, x+k, y+r, x, y+r)
	o.cubic(x-k, y+r, x-r, y+k, x-r, y)
	o.cubic(x-r, y-k, x-k, y-r, x, y-r)
	o.cubic(x+k, y-r, x+r, y-k, x+r, y)
	o.close()
}

// polygon adds straight lines through the points.
func (o *outline) polygon(points ...point) {
	o.move(points[0].x, points[0].y)
	for _, p := range points[1:] {
		o.line(p.x, p.y)
	}
	o.close()
}

// stroke adds a line of some width with round ends; all strokes go around the
// same way, so that they may overlap.
func (o *outline) stroke(s segment, width float64) {
	dx, dy := s.x2-s.x1, s.y2-s.y1
	if length := math.Hypot(dx, dy); length > 0 {
		nx, ny := -dy/length*width/2, dx/length*width/2
		o.polygon(point{s.x1 - nx, s.y1 - ny}, point{s.x2 - nx, s.y2 - ny}, point{s.x2 + nx, s.y2 + ny}, point{s.x1 + nx, s.y1 + ny})
	}
	o.circle(s.x1, s.y1, width/2)
	o.circle(s.x2, s.y2, width/2)
}

// each calls f with every verb and the points that belong to it, scaled and
// then moved by (dx, dy).
func (o *outline) each(dx, dy, scale float64, f func(v verb, p [3]point)) {
	at := 0
	for _, v := range o.verbs {
		var p [3]point
		for i := range pointsOf(v) {
			p[i] = point{dx + scale*o.points[at+i].x, dy + scale*o.points[at+i].y}
		}
		at += pointsOf(v)
		f(v, p)
	}
}

func pointsOf(v verb) int {
	switch v {
	case end:
		return 0
	case cubic:
		return 3
	}
	return 1
}
