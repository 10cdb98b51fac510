package watch

import (
	"math"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"example.org/queens/internal/lang"
)

// A binding is what some keys do.
type binding struct {
	keys []string // as a terminal names them
	show []string // those that the help names
	text string   // what they do, a key of the catalog
	do   func(*Model) tea.Cmd
}

// bindings are the keys, in the order of the help. The signs of an input method
// for Chinese count as what they stand for.
var bindings = []binding{
	{[]string{"space", "k", "K"}, []string{"space", "k"}, "watch.keys.play", (*Model).toggle},
	{[]string{"right", "l"}, []string{"right", "l"}, "watch.keys.forward", func(m *Model) tea.Cmd { return m.goTo(m.player.At() + 1) }},
	{[]string{"left", "h"}, []string{"left", "h"}, "watch.keys.back", func(m *Model) tea.Cmd { return m.goTo(m.player.At() - 1) }},
	{[]string{"up", "+", "="}, []string{"up", "+"}, "watch.keys.faster", func(m *Model) tea.Cmd { return m.hasten(+1) }},
	{[]string{"down", "-", "_"}, []string{"down", "-"}, "watch.keys.slower", func(m *Model) tea.Cmd { return m.hasten(-1) }},
	{[]string{"n"}, []string{"n"}, "watch.keys.placement", func(m *Model) tea.Cmd { return m.skip(placements, +1) }},
	{[]string{"p", "N"}, []string{"p", "N"}, "watch.keys.placement.back", func(m *Model) tea.Cmd { return m.skip(placements, -1) }},
	{[]string{"b"}, []string{"b"}, "watch.keys.backtrack", func(m *Model) tea.Cmd { return m.skip(backtracks, +1) }},
	{[]string{"B"}, []string{"B"}, "watch.keys.backtrack.back", func(m *Model) tea.Cmd { return m.skip(backtracks, -1) }},
	{[]string{"s"}, []string{"s"}, "watch.keys.solution", func(m *Model) tea.Cmd { return m.skip(solutions, +1) }},
	{[]string{"S"}, []string{"S"}, "watch.keys.solution.back", func(m *Model) tea.Cmd { return m.skip(solutions, -1) }},
	{[]string{"]", "】", "pgdown"}, []string{"]"}, "watch.keys.percent", func(m *Model) tea.Cmd { return m.percent(+1) }},
	{[]string{"[", "【", "pgup"}, []string{"["}, "watch.keys.percent.back", func(m *Model) tea.Cmd { return m.percent(-1) }},
	{[]string{"home", "g"}, []string{"Home", "g"}, "watch.keys.start", func(m *Model) tea.Cmd { return m.goTo(0) }},
	{[]string{"end", "G"}, []string{"End", "G"}, "watch.keys.end", func(m *Model) tea.Cmd { return m.goTo(math.MaxInt) }},
	{[]string{"L"}, []string{"L"}, "watch.keys.language", (*Model).switchLanguage},
	{[]string{"?", "？"}, []string{"?"}, "watch.keys.help", (*Model).openHelp},
	{[]string{"q", "Q"}, []string{"q"}, "watch.keys.quit", func(*Model) tea.Cmd { return tea.Quit }},
	{[]string{"ctrl+c"}, nil, "", func(*Model) tea.Cmd { return tea.Interrupt }},
	{[]string{"ctrl+z"}, nil, "", func(*Model) tea.Cmd { return tea.Suspend }},
}

// bound finds the binding of a key.
var bound = func() map[string]binding {
	byKey := map[string]binding{}
	for _, b := range bindings {
		for _, key := range b.keys {
			byKey[key] = b
		}
	}
	return byKey
}()

// press does what a key says.
func (m *Model) press(key string) tea.Cmd {
	m.notice = ""
	if m.help && key != "ctrl+c" && key != "ctrl+z" {
		return m.pressInHelp(key)
	}
	if m.write(key) {
		return nil
	}
	m.typed = ""
	if b, ok := bound[key]; ok {
		return b.do(m)
	}
	return nil
}

// mostTyped is how many digits can be typed: a trace has fewer events.
const mostTyped = 9

// write takes a key as a part of the position that is being typed; false if it
// is none.
func (m *Model) write(key string) bool {
	switch {
	case len(key) == 1 && '0' <= key[0] && key[0] <= '9':
		if len(m.typed) < mostTyped {
			m.typed += key
		}
		return true
	case m.typed == "":
		return key == "enter" || key == "backspace" || key == "esc"
	}
	switch key {
	case "backspace":
		m.typed = m.typed[:len(m.typed)-1]
	case "esc":
		m.typed = ""
	case "enter", "%", "％":
		position, _ := strconv.Atoi(m.typed) // digits
		m.typed = ""
		if key != "enter" {
			position = int(int64(m.player.Len()) * int64(min(position, 100)) / 100)
		}
		m.goTo(position)
	default:
		return false
	}
	return true
}

// switchLanguage goes on in the next language.
func (m *Model) switchLanguage() tea.Cmd {
	tags := lang.Languages()
	for i, tag := range tags {
		if tag == m.text.Tag() {
			m.text = lang.New(tags[(i+1)%len(tags)])
			break
		}
	}
	return nil
}

func (m *Model) openHelp() tea.Cmd {
	m.help, m.playing, m.scroll = true, false, 0
	return nil
}

// pressInHelp goes through the help where it is longer than the screen; any other
// key closes it.
func (m *Model) pressInHelp(key string) tea.Cmd {
	switch key {
	case "down", "j":
		m.scroll = min(m.scroll+1, m.lastScroll())
	case "up", "k":
		m.scroll = max(m.scroll-1, 0)
	case "L":
		return m.switchLanguage()
	case "q", "Q":
		return tea.Quit
	default:
		m.help = false
	}
	return nil
}
