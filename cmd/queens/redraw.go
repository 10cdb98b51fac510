package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// A redraw shows a text on a terminal in place of the one before.
type redraw struct{ lines int }

// over returns what puts text over the one before, cut to the terminal's width and height: what has scrolled away cannot be overwritten.
func (r *redraw) over(text string, width, height int) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if most := max(height-1, 1); len(lines) > most {
		lines = append(lines[:most-1], "..")
	}
	var out strings.Builder
	if r.lines > 0 {
		fmt.Fprintf(&out, "\x1b[%dA\r\x1b[J", r.lines)
	}
	for _, line := range lines {
		out.WriteString(ansi.Truncate(line, max(width-1, 1), "") + "\n")
	}
	r.lines = len(lines)
	return out.String()
}

// terminalSize returns the size of the terminal that stream is; 80 by 24 if that cannot be told.
func terminalSize(stream any) (width, height int) {
	if file, ok := stream.(*os.File); ok {
		if width, height, err := term.GetSize(file.Fd()); err == nil && width > 0 && height > 0 {
			return width, height
		}
	}
	return 80, 24
}
