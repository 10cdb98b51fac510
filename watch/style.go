package watch

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Colours say nothing that a sign does not say too. They are of the sixteen that
// the terminal's own theme sets.
var (
	plain    = lipgloss.NewStyle()
	faint    = lipgloss.NewStyle().Faint(true)
	bold     = lipgloss.NewStyle().Bold(true)
	placed   = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Green)
	refused  = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Red)
	attacker = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Yellow)
	removed  = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Magenta)
	lit      = lipgloss.NewStyle().Reverse(true)
)

// signs are what the screen is drawn with. None is of a width that depends on
// the terminal, as the arrows and lines of Unicode are under a Chinese locale.
type signs struct {
	queen, given, free, blocked, refused string
	done, left, play, pause              string
}

var (
	unicodeSigns = signs{queen: "♛", given: "♕", free: "▢", blocked: "#", refused: "✗", done: "▰", left: "▱", play: "▸", pause: "▮▮"}
	asciiSigns   = signs{queen: "Q", given: "G", free: ".", blocked: "#", refused: "x", done: "=", left: "-", play: ">", pause: "||"}
)

// fit returns a line of exactly a width, cut or filled.
func fit(line string, width int) string {
	line = ansi.Truncate(line, width, "")
	return line + strings.Repeat(" ", max(0, width-lipgloss.Width(line)))
}

// wrap breaks a text into at most a number of lines.
func wrap(text string, width, most int) []string {
	lines := strings.Split(ansi.Wrap(text, width, ""), "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], " ")
	}
	return lines[:min(len(lines), most)]
}

// beside puts two blocks next to each other, the second at a column.
func beside(a, b []string, column int) []string {
	lines := make([]string, max(len(a), len(b)))
	for i := range lines {
		if i < len(a) {
			lines[i] = a[i]
		}
		if i < len(b) {
			lines[i] = fit(lines[i], column) + b[i]
		}
	}
	return lines
}

// spread puts one text at the left and one at the right of a line; the left one
// gives way.
func spread(left, right string, width int) string {
	room := max(0, width-lipgloss.Width(right)-1)
	return fit(left, room) + " " + right
}

// fitting joins as many of the texts as fit, in their order: the most important
// ones come first in turn.
func fitting(texts []string, width int, turn []int) string {
	const gap = "  "
	chosen := make([]bool, len(texts))
	used := 0
	for _, i := range turn {
		need := lipgloss.Width(texts[i])
		if used > 0 {
			need += len(gap)
		}
		if used+need <= width {
			chosen[i] = true
			used += need
		}
	}
	var list []string
	for i, text := range texts {
		if chosen[i] {
			list = append(list, text)
		}
	}
	return strings.Join(list, gap)
}

// inOrder is a turn in which the first text is the most important one.
func inOrder(n int) []int {
	turn := make([]int, n)
	for i := range turn {
		turn[i] = i
	}
	return turn
}
