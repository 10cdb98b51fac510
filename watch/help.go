package watch

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// helpScreen lists the keys, in two columns if there is room, and the signs.
func (m *Model) helpScreen() []string {
	lines := m.helpLines()
	first := min(m.scroll, m.lastScroll())
	shown := lines[first:min(first+m.height-2, len(lines))]
	foot := m.text.T("watch.help.close")
	if m.lastScroll() > 0 {
		foot = m.text.T("watch.help.scroll") + "  " + foot
	}
	screen := append([]string{bold.Render(m.text.T("watch.help.title"))}, shown...)
	for len(screen) < m.height-1 {
		screen = append(screen, "")
	}
	return append(screen, faint.Render(foot))
}

// lastScroll is how many lines of the help are above the screen at its end.
func (m *Model) lastScroll() int { return max(0, len(m.helpLines())-(m.height-2)) }

func (m *Model) helpLines() []string {
	var keys []string
	for _, b := range bindings {
		if b.text != "" {
			keys = append(keys, m.helpLine(b))
		}
	}
	keys = append(keys, m.keyColumn("12 Enter, 12 %")+m.text.T("watch.keys.number"))
	signs := []string{
		"[?] " + m.text.T("watch.sign.tried"), "[" + m.signs.queen + "] " + m.text.T("watch.sign.placed"),
		"[" + m.signs.refused + "] " + m.text.T("watch.sign.refused"), "<" + m.signs.queen + "> " + m.text.T("watch.sign.attacker"),
		m.signs.free + " " + m.text.T("watch.sign.free"), "2 " + m.text.T("watch.sign.attacked"),
		m.signs.given + " " + m.text.T("watch.sign.given"), m.signs.blocked + " " + m.text.T("watch.sign.blocked"),
		`| \ / - ` + m.text.T("watch.sign.lines"),
	}
	lines := append(twoColumns(keys, m.width), "")
	return append(lines, twoColumns(signs, m.width)...)
}

// twoColumns puts the second half of a list beside the first if both fit.
func twoColumns(list []string, width int) []string {
	half := (len(list) + 1) / 2
	left, right := 0, 0
	for i, line := range list {
		if i < half {
			left = max(left, lipgloss.Width(line))
		} else {
			right = max(right, lipgloss.Width(line))
		}
	}
	if left+2+right > width {
		return list
	}
	return beside(list[:half], list[half:], left+2)
}

func (m *Model) helpLine(b binding) string {
	names := make([]string, len(b.show))
	for i, key := range b.show {
		names[i] = m.keyName(key)
	}
	return m.keyColumn(strings.Join(names, ", ")) + m.text.T(b.text)
}

// keyColumn fills the names of keys up to a width.
func (m *Model) keyColumn(names string) string { return bold.Render(fit(names, 15)) }

// keyName is what a key is called.
func (m *Model) keyName(key string) string {
	switch key {
	case "space", "left", "right", "up", "down":
		return m.text.T("watch.key." + key)
	}
	return key
}
