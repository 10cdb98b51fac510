package render

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"text/template"
)

// SVG writes b as an SVG document that stands for itself: it loads nothing and
// has no styles, scripts or names that could meet others in a page. Its parts
// have classes: queen, dark, line ..
func SVG(w io.Writer, b Board) error {
	b, err := prepare(b, MaxSize)
	if err != nil {
		return err
	}
	face := newFace()
	l, err := layOut(b, face)
	if err != nil {
		return err
	}
	s := &svgSurface{paths: map[*outline]string{}}
	d := drawing{Board: b, layout: l, on: s, face: face}
	s.rectangles("paper", []rectangle{{0, 0, l.width, l.height}}, paper)
	d.draw()
	return svgTemplate.Execute(w, map[string]any{
		"Title": b.Title, "Description": b.Description, "Language": b.Language,
		"Width": number(l.width), "Height": number(l.height), "Shapes": s.shapes,
	})
}

// svgTemplate is the document. Of its values only the texts could hold what
// means something to XML; these go through xml.
var svgTemplate = template.Must(template.New("svg").Funcs(template.FuncMap{"xml": escapeXML}).Parse(
	`<svg xmlns="http://www.w3.org/2000/svg" role="img"{{with .Language}} lang="{{xml .}}"{{end}} width="{{.Width}}" height="{{.Height}}" viewBox="0 0 {{.Width}} {{.Height}}">
<title>{{xml .Title}}</title>
{{- with .Description}}
<desc>{{xml .}}</desc>
{{- end}}
{{- range .Shapes}}
{{- if .Text}}
<text class="{{.Role}}" x="{{.X}}" y="{{.Y}}" font-size="{{.Size}}" font-family="sans-serif" text-anchor="{{.Anchor}}" fill="{{.Color}}">{{xml .Text}}</text>
{{- else if .Width}}
<path class="{{.Role}}" d="{{.Path}}" fill="none" stroke="{{.Color}}" stroke-width="{{.Width}}" stroke-linecap="round"/>
{{- else}}
<path class="{{.Role}}"{{with .Transform}} transform="{{.}}"{{end}} d="{{.Path}}" fill="{{.Color}}"/>
{{- end}}
{{- end}}
</svg>
`))

func escapeXML(text string) (string, error) {
	var escaped strings.Builder
	err := xml.EscapeText(&escaped, []byte(text))
	return escaped.String(), err
}

// A shape is an element of the document.
type shape struct {
	Role                     string
	Color                    Color
	Path, Transform, Width   string
	Text, Anchor, X, Y, Size string
}

type svgSurface struct {
	shapes []shape
	paths  map[*outline]string
}

// number writes a length with as many of three decimals as it needs.
func number(x float64) string {
	text := strings.TrimRight(strconv.FormatFloat(x, 'f', 3, 64), "0")
	return strings.TrimSuffix(text, ".")
}

func (s *svgSurface) rectangles(role string, list []rectangle, c Color) {
	var path strings.Builder
	for _, r := range list {
		path.WriteString("M" + number(r.x) + " " + number(r.y) + "h" + number(r.w) + "v" + number(r.h) + "h" + number(-r.w) + "z")
	}
	s.path(shape{Role: role, Color: c, Path: path.String()})
}

func (s *svgSurface) strokes(role string, list []segment, width float64, c Color) {
	var path strings.Builder
	for _, l := range list {
		path.WriteString("M" + number(l.x1) + " " + number(l.y1) + "L" + number(l.x2) + " " + number(l.y2))
	}
	s.path(shape{Role: role, Color: c, Path: path.String(), Width: number(width)})
}

// path adds a shape unless there is nothing in it.
func (s *svgSurface) path(sh shape) {
	if sh.Path != "" {
		s.shapes = append(s.shapes, sh)
	}
}

func (s *svgSurface) fill(role string, o *outline, dx, dy, scale float64, c Color) {
	path, known := s.paths[o]
	if !known {
		path = pathOf(o)
		s.paths[o] = path
	}
	transform := "translate(" + number(dx) + " " + number(dy) + ") scale(" + number(scale) + ")"
	s.path(shape{Role: role, Color: c, Path: path, Transform: transform})
}

// pathOf writes an outline as path data.
func pathOf(o *outline) string {
	var path strings.Builder
	o.each(0, 0, 1, func(v verb, p [3]point) {
		path.WriteByte(byte(v))
		for i := range pointsOf(v) {
			if i > 0 {
				path.WriteByte(' ')
			}
			path.WriteString(number(p[i].x) + " " + number(p[i].y))
		}
	})
	return path.String()
}

func (s *svgSurface) text(role string, x, y, size float64, a alignment, c Color, text string) {
	anchor := [...]string{left: "start", middle: "middle", right: "end"}[a]
	s.shapes = append(s.shapes, shape{Role: role, Color: c, Text: text, Anchor: anchor,
		X: number(x), Y: number(y), Size: number(size)})
}
