package render

import (
	"encoding/hex"
	"fmt"
	"image/color"
	"strings"

	"golang.org/x/image/colornames"
)

// A Color is an opaque colour.
type Color struct{ R, G, B uint8 }

// String returns the colour as #rrggbb.
func (c Color) String() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (c Color) rgba() color.RGBA { return color.RGBA{c.R, c.G, c.B, 0xff} }

// ParseColor reads #rrggbb, #rgb or a name that SVG has for a colour, such as
// ivory.
func ParseColor(text string) (Color, bool) {
	if named, found := colornames.Map[strings.ToLower(text)]; found {
		return Color{named.R, named.G, named.B}, true
	}
	digits, found := strings.CutPrefix(text, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	rgb, err := hex.DecodeString(digits)
	if !found || err != nil || len(rgb) != 3 {
		return Color{}, false
	}
	return Color{rgb[0], rgb[1], rgb[2]}, true
}

// Colors are the colours of a board. The zero value stands for
// [DefaultColors].
type Colors struct{ Light, Dark, Queen Color }

// DefaultColors returns colours of wood with black queens, which differ in
// lightness too.
func DefaultColors() Colors {
	return Colors{Light: Color{0xf3, 0xe3, 0xc6}, Dark: Color{0xc0, 0x95, 0x68}, Queen: Color{0x1d, 0x18, 0x14}}
}

func (c Colors) orDefault() Colors {
	if c == (Colors{}) {
		return DefaultColors()
	}
	return c
}

// The colours that cannot be chosen.
var (
	paper  = Color{0xff, 0xff, 0xff}
	ink    = Color{0x22, 0x22, 0x22}
	edge   = Color{0x5b, 0x43, 0x2b}
	attack = Color{0xa8, 0x12, 0x12}
	given  = Color{0x0b, 0x57, 0xa4}
	hatch  = Color{0x4a, 0x4a, 0x4a}
	veil   = Color{0xc9, 0xc9, 0xc9}
)
