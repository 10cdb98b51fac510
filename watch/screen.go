package watch

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"example.org/queens"
)

// The smallest screen on which there is something to see: in columns and lines.
const (
	LeastWidth  = 40
	LeastHeight = 12
)

// wide is from where on the code stands at the right of everything else.
const (
	wide     = 150
	leftSide = 80
)

func (m *Model) size() int { return m.player.Trace().Problem.Size }

// Frame returns the screen: as many lines as it is high at most, none wider than
// it is.
func (m *Model) Frame() string {
	var lines []string
	switch {
	case m.width < LeastWidth || m.height < LeastHeight:
		small := m.text.T("watch.small", "Width", LeastWidth, "Height", LeastHeight, "HaveWidth", m.width, "HaveHeight", m.height)
		lines = wrap(small, max(m.width, 1), max(m.height, 1))
	case m.help:
		lines = m.helpScreen()
	case m.width >= wide:
		body := m.height - 2
		left := m.stack(leftSide, body-1, false)
		lines = append([]string{m.title()}, beside(left, m.listing(m.width-leftSide-2, body-1), leftSide+2)...)
		for len(lines) < m.height-2 {
			lines = append(lines, "")
		}
		lines = append(lines, m.progress(), m.hints())
	default:
		lines = append([]string{m.title()}, m.stack(m.width, m.height-2, true)...)
		lines = append(lines, m.progress())
		if m.hasHints() {
			lines = append(lines, m.hints())
		}
	}
	lines = lines[:min(len(lines), max(m.height, 1))]
	for i := range lines {
		lines[i] = strings.TrimRight(fit(lines[i], m.width), " ")
	}
	return strings.Join(lines, "\n")
}

// A plan is what the lines between the title and the progress are for.
type plan struct {
	board    int // lines, with the numbers of the columns
	beside   int // lines of what stands beside the board
	sentence int
	counters bool
	marks    int // below the board
	code     int
	hints    bool
	gap      bool
	legend   bool
}

// longest is how wide a sentence can be, with the one behind it at the end.
const longest = 112

// plan shares out a height: first the board and the sentence, then the counters,
// the line of code, the hints; then marks, if they have no room beside the board,
// and what is left is for more code. A board that is too high for all is shown in
// part.
func (m *Model) plan(width, height int, code, marksBelow bool) plan {
	p := plan{sentence: max(2, (longest+width-3)/(width-2))}
	rest := height - p.sentence
	p.board = m.size() + 1
	if p.board > rest {
		p.board = max(rest-3, 2)
	}
	rest -= p.board
	take := func(lines int) bool {
		if rest < lines {
			return false
		}
		rest -= lines
		return true
	}
	p.counters = take(1)
	if code && take(1) {
		p.code = 1
	}
	p.hints = take(1)
	if marksBelow && take(leastLines) {
		p.marks = leastLines
		if rest >= 9 && take(mostLines-leastLines) {
			p.marks = mostLines
		}
	}
	p.beside = p.board
	if more := fullLines - p.board; more > 0 && rest >= more+4 && take(more) {
		p.beside = fullLines
	}
	if rest >= 8 {
		p.legend = take(1)
	}
	if rest >= 14 {
		p.gap = take(1)
	}
	if code {
		p.code += rest
	}
	return p
}

// hasHints reports whether the keys have a line: if the screen is not wide.
func (m *Model) hasHints() bool {
	_, _, p := m.arrange(m.width, m.height-2, true)
	return p.hints
}

// arrange plans a height and finds how much of the board is shown, and in how
// many columns a square.
func (m *Model) arrange(width, height int, code bool) (window, int, plan) {
	const gap = 2
	n, label := m.size(), m.labelWidth()
	needs := func(cell, cols int) int { return label + cell*cols + 1 + gap + leastMarks }
	p := m.plan(width, height, code, false)
	rows, cols, cell := p.board-1, n, 2
	if needs(3, n) <= width || n <= 8 && label+3*n+1 <= width {
		cell = 3
	} else if rows < n {
		cols = min(n, (width-label-1-gap-leastMarks)/2)
	}
	cols = min(cols, (width-label-1)/cell)
	if needs(cell, cols) > width {
		p = m.plan(width, height, code, m.hasMarks())
	}
	return windowOn(n, rows, cols, m.focus()), cell, p
}

// hasMarks reports whether the marks can stand below the board.
func (m *Model) hasMarks() bool {
	switch m.player.Trace().Method {
	case "backtrack", "iterative", "restarts", "shuffle", "odometer":
		return true
	}
	return false
}

// stack draws all between the title and the progress.
func (m *Model) stack(width, height int, code bool) []string {
	w, cell, p := m.arrange(width, height, code)
	lines := m.board(w, cell)
	column := m.labelWidth() + cell*w.cols + 3
	if p.marks == 0 {
		lines = beside(lines, m.memory(width-column, p.beside, w), column)
	}
	if p.gap {
		lines = append(lines, "")
	}
	said := m.sentence(width, p.sentence)
	lines = append(lines, said...)
	for range p.sentence - len(said) {
		lines = append(lines, "")
	}
	if p.counters {
		lines = append(lines, m.counters(width))
	}
	if p.marks > 0 {
		lines = append(lines, m.memory(width, p.marks, w)...)
	}
	if p.legend {
		lines = append(lines, m.legend(width))
	}
	if code {
		lines = append(lines, m.listing(width, p.code)...)
	}
	if p.hints {
		height--
	}
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:height]
}

// name says what is watched.
func (m *Model) name() string {
	return fmt.Sprintf("queens watch %d --method %s", m.size(), m.player.Trace().Method)
}

// title is the first line: what is watched, and whether it plays and how fast.
func (m *Model) title() string {
	left := m.name()
	if seed := m.player.Trace().Seed; seed != 0 {
		left += fmt.Sprintf(" --seed %d", seed)
	}
	state := m.signs.pause + " " + m.text.T("watch.paused")
	if m.playing {
		state = m.signs.play + " " + m.text.T("watch.playing")
	}
	right := state + " " + m.times()
	if lipgloss.Width(left)+lipgloss.Width(right) >= m.width {
		left = fmt.Sprintf("%d %s", m.size(), m.player.Trace().Method)
	}
	return spread(bold.Render(left), bold.Render(right), m.width)
}

// times is the speed.
func (m *Model) times() string {
	if m.speed < 0 {
		return fmt.Sprintf("%gx", 1/float64(int(1)<<-m.speed))
	}
	return fmt.Sprintf("%dx", 1<<m.speed)
}

// kindSigns stand before the sentence: what happened, at a glance.
var kindSigns = map[queens.EventKind]string{
	queens.EventTry: "?", queens.EventConflict: "x", queens.EventBlocked: "x",
	queens.EventPlace: "+", queens.EventGiven: "+", queens.EventSet: "+",
	queens.EventRemove: "-", queens.EventSolution: "*",
}

var kindStyles = map[string]lipgloss.Style{"?": bold, "x": refused, "+": placed, "-": removed, "*": placed}

// sentence says what happened, and behind the last step how the trace ends.
func (m *Model) sentence(width, most int) []string {
	e, _ := m.player.Event()
	sign, ok := kindSigns[e.Kind]
	if !ok {
		sign = " "
	}
	message := m.player.Message(m.base)
	lines := wrap(m.text.T(message.Key, message.Values...), width-2, most)
	if m.atEnd() {
		end := m.player.Trace().End()
		last := wrap(m.text.T(end.Key, end.Values...), width-2, most)
		lines = append(lines[:min(len(lines), max(most-len(last), 0))], last...)
	}
	for i := range lines {
		head := "  "
		if i == 0 {
			head = kindStyles[sign].Render(sign) + " "
		}
		lines[i] = head + bold.Render(lines[i])
	}
	return lines
}

// counters are the figures that the method has, the most important ones if there
// is no room for all.
func (m *Model) counters(width int) string {
	s := m.player.Stats()
	var texts []string
	var turn, later []int
	count := func(key string, value uint64, first bool) {
		if first {
			turn = append(turn, len(texts))
		} else {
			later = append(later, len(texts))
		}
		texts = append(texts, m.text.T("watch.count."+key, "Value", value))
	}
	switch m.player.Trace().Method {
	case "shuffle", "odometer":
		count("tries", s.Tries, true)
		count("permutations", s.Permutations, false)
		count("tests", s.Tests, false)
	case "construct":
		count("depth", uint64(m.player.Depth()), true)
	default:
		count("nodes", s.Nodes, true)
		count("backtracks", s.Backtracks, true)
		count("depth", uint64(m.player.Depth()), true)
		count("tests", s.Tests, false)
		if s.Marks > 0 || m.hasMarks() {
			count("marks", s.Marks, false)
		}
	}
	count("solutions", s.Solutions, true)
	return "  " + fitting(texts, width-2, append(turn, later...))
}

// legend says what the signs of the board mean, as many as fit.
func (m *Model) legend(width int) string {
	texts := m.meanings()
	return faint.Render("  " + fitting(texts, width-2, inOrder(len(texts))))
}

// meanings are the signs of the board that this trace has.
func (m *Model) meanings() []string {
	texts := []string{
		"[" + m.signs.refused + "] " + m.text.T("watch.sign.refused"),
		"<" + m.signs.queen + "> " + m.text.T("watch.sign.attacker"),
		m.signs.free + " " + m.text.T("watch.sign.free"),
		"2 " + m.text.T("watch.sign.attacked"),
	}
	if len(m.player.Trace().Problem.Given) > 0 {
		texts = append(texts, m.signs.given+" "+m.text.T("watch.sign.given"))
	}
	if len(m.player.Trace().Problem.Blocked) > 0 {
		texts = append(texts, m.signs.blocked+" "+m.text.T("watch.sign.blocked"))
	}
	return texts
}

// progress is where in the trace one stands, and whether it is cut.
func (m *Model) progress() string {
	at, all := m.player.At(), m.player.Len()
	share := 1.0
	if all > 0 {
		share = float64(at) / float64(all)
	}
	texts := []string{m.text.T("watch.step", "At", at, "All", all), fmt.Sprintf("%d %%", int(100*share))}
	if !m.player.Trace().Complete() {
		texts = append(texts, m.text.T("watch.cut"))
	}
	right := strings.Join(texts, "  ")
	return m.bar(max(m.width-lipgloss.Width(right)-1, 0), share) + " " + right
}

// hints are the keys that one needs, or what is being typed, or what a key did
// not find.
func (m *Model) hints() string {
	switch {
	case m.typed != "":
		return bold.Render(m.text.T("watch.typing", "Typed", m.typed))
	case m.notice != "":
		return bold.Render(m.notice)
	}
	var texts []string
	for _, hint := range []string{"play", "step", "placement", "backtrack", "solution", "speed", "help", "quit"} {
		texts = append(texts, m.text.T("watch.hint."+hint))
	}
	return faint.Render(fitting(texts, m.width, []int{6, 7, 0, 1, 4, 3, 2, 5}))
}
