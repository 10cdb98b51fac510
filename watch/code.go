package watch

import (
	"fmt"
	"strings"

	"example.org/queens"
)

// listing draws the code with the line of the last step lit, in at most a number
// of lines: one is the line alone, and where there is room a line says where the
// code stands and what its variables are.
func (m *Model) listing(width, height int) []string {
	if height < 1 || len(m.code.Lines) == 0 {
		return nil
	}
	e, _ := m.player.Event()
	at := m.code.Line(e.Kind) - 1
	var lines []string
	if height >= 4 {
		lines = append(lines, m.variables(e, width))
		height--
	}
	near := at
	if m.player.At() == 0 && m.player.Len() > 0 {
		near = m.code.Line(m.player.Trace().Event(0).Kind) - 1 // the line to come
	}
	shown := m.shown(near, height)
	for k, i := range shown {
		text := strings.ReplaceAll(m.code.Lines[i], "\t", "  ")
		if k+1 < len(shown) && shown[k+1] != i+1 {
			text += " .."
		}
		if i == at {
			lines = append(lines, lit.Render(fit("> "+text, width)))
			continue
		}
		lines = append(lines, fit("  "+text, width))
	}
	return lines
}

// shown returns the lines of the code that are shown if one is lit: the function
// in which it stands from its beginning, and what else fits; or of a longer one
// its first line and those around the one that is lit.
func (m *Model) shown(at, height int) []int {
	last := len(m.code.Lines)
	first := m.beginning(max(at, 0))
	for first > 0 && last-first < height {
		before := m.beginning(first - 2) // a blank line lies between
		if last-before > height {
			break
		}
		first = before
	}
	var lines []int
	if at-first >= height {
		if height > 1 {
			lines = append(lines, first)
			height--
		}
		first = min(at-height/2, last-height)
	}
	for i := first; i < min(first+height, last); i++ {
		lines = append(lines, i)
	}
	return lines
}

// beginning returns the first line of the function that a line is in.
func (m *Model) beginning(line int) int {
	for line > 0 && m.code.Lines[line-1] != "" {
		line--
	}
	return line
}

// variables names the source and says what its variables are.
func (m *Model) variables(e queens.Event, width int) string {
	texts := []string{m.code.File, fmt.Sprintf("n=%d", m.size())}
	if s, ok := about(e); ok && e.Kind != queens.EventLine {
		texts = append(texts, fmt.Sprintf("row=%d", s.Row), fmt.Sprintf("col=%d", s.Col))
		if e.Kind != queens.EventSwap && e.Kind != queens.EventDigit {
			texts = append(texts, fmt.Sprintf("row-col+n-1=%d", s.Row-s.Col+m.size()-1), fmt.Sprintf("row+col=%d", s.Row+s.Col))
		}
	}
	turn := inOrder(len(texts))
	turn = append(turn[1:], 0) // the name of the file comes last
	return faint.Render(fitting(texts, width, turn))
}
