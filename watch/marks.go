package watch

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"example.org/queens"
)

// An array is one of the three in which a search marks its queens.
type array struct {
	name, formula, sign string
	text                string // the line, a key of the catalog
	index               func(s queens.Square, n int) int
	length              func(n int) int
}

var arrays = []array{
	{"cols", "col", "|", "watch.marks.column",
		func(s queens.Square, _ int) int { return s.Col }, func(n int) int { return n }},
	{"diags", "row-col+n-1", `\`, "watch.marks.diagonal",
		func(s queens.Square, n int) int { return s.Row - s.Col + n - 1 }, func(n int) int { return 2*n - 1 }},
	{"antis", "row+col", "/", "watch.marks.antidiagonal",
		func(s queens.Square, _ int) int { return s.Row + s.Col }, func(n int) int { return 2*n - 1 }},
}

// memory draws what the method remembers, or what else there is to know of it, in
// a width and a height; nil if there is nothing, or no room.
func (m *Model) memory(width, height int, w window) []string {
	switch m.player.Trace().Method {
	case "backtrack", "iterative", "restarts":
		return m.arrays(width, height)
	case "marks2d":
		return m.matrix(width, height, w)
	case "bitboard":
		return m.words(width, height)
	case "shuffle":
		return m.shuffled(width, height)
	case "odometer":
		return m.digits(width, height)
	}
	return nil
}

// marked returns the square whose marks the last step looked at or wrote.
func (m *Model) marked() (queens.Square, bool) {
	e, _ := m.player.Event()
	switch e.Kind {
	case queens.EventTry, queens.EventConflict, queens.EventBlocked, queens.EventPlace, queens.EventRemove, queens.EventGiven, queens.EventMark:
		return e.Square, true
	}
	return queens.Square{}, false
}

// The least room for the arrays: in columns, and in lines for each of the three
// forms of an array.
const (
	leastMarks = 24
	fullLines  = 9
	mostLines  = 6
	leastLines = 3
)

// arrays draws the three arrays: with the index above each mark if there is
// room, else as a row of marks with the index that is looked at behind it.
func (m *Model) arrays(width, height int) []string {
	if width < leastMarks || height < leastLines {
		return nil
	}
	values := m.arrayValues()
	at, ok := m.marked()
	full := height >= fullLines && 3*(2*m.size()-1) <= width
	var lines []string
	for i, a := range arrays {
		index := -1
		if ok {
			index = a.index(at, m.size())
		}
		switch {
		case full:
			lines = append(lines, m.arrayName(a, width))
			lines = append(lines, numbered(values[i], index)...)
		case height >= mostLines:
			lines = append(lines, m.arrayName(a, width), row(values[i], index, width))
		default:
			head := fmt.Sprintf("%s %-5s ", a.sign, a.name)
			lines = append(lines, head+row(values[i], index, width-len(head)))
		}
	}
	return lines
}

// arrayValues are the marks of the queens that stand.
func (m *Model) arrayValues() [3][]bool {
	var values [3][]bool
	for i, a := range arrays {
		values[i] = make([]bool, a.length(m.size()))
		for row, col := range m.player.Queens() {
			if col != queens.None {
				values[i][a.index(queens.Square{Row: row, Col: col}, m.size())] = true
			}
		}
	}
	return values
}

// arrayName names an array, always with its sign and its formula.
func (m *Model) arrayName(a array, width int) string {
	formula := a.name + "[" + a.formula + "]"
	long := a.sign + " " + m.text.T(a.text) + "  " + formula
	if lipgloss.Width(long) > width {
		long = a.sign + " " + formula
	}
	return long
}

// numbered draws marks with their indices above them.
func numbered(values []bool, index int) []string {
	var numbers strings.Builder
	squares := make([]square, len(values))
	for i, marked := range values {
		fmt.Fprintf(&numbers, "%2d ", i)
		squares[i] = bit(marked)
		if i == index {
			squares[i].open, squares[i].close, squares[i].style = "[", "]", attacker
		}
	}
	return []string{faint.Render(strings.TrimRight(numbers.String(), " ")), drawRow(squares, 3)}
}

func bit(marked bool) square {
	if marked {
		return square{sign: "1", style: bold}
	}
	return square{sign: "0", style: faint}
}

// row draws marks without their indices, those around one if there is no room
// for all, and behind them which one is in brackets.
func row(values []bool, index, width int) string {
	behind := ""
	if index >= 0 {
		behind = fmt.Sprintf(" [%d]", index)
	}
	from, to := 0, len(values)
	if room := width - len(behind) - len("[]") - len(".."); len(values)+len("[]") > width-len(behind) {
		room = max(room-len(".."), 1)
		from = min(max(index-room/2, 0), len(values)-room)
		to = from + room
	}
	var line strings.Builder
	if from > 0 {
		line.WriteString("..")
	}
	for i := from; i < to; i++ {
		s := bit(values[i])
		if i == index {
			s.sign, s.style = "["+s.sign+"]", attacker
		}
		line.WriteString(s.style.Render(s.sign))
	}
	if to < len(values) {
		line.WriteString("..")
	}
	return line.String() + attacker.Render(behind)
}

// matrix draws the two-dimensional array of marks2d, row by row beside the board;
// if it has less room than the board it names its columns.
func (m *Model) matrix(width, height int, w window) []string {
	if width < leastMarks || height < w.rows+1 {
		return nil
	}
	caption := fitting([]string{"cells[row*n+col]", faint.Render(m.text.T("watch.marks.matrix"))}, width, inOrder(2))
	if room := (width - 1) / 2; room < w.cols {
		w.col = windowOn(m.size(), w.rows, room, m.focus()).col
		w.cols = room
		caption = fmt.Sprintf("cells[], col=%d..%d", w.col, w.col+w.cols-1)
	}
	values := m.cells()
	at, ok := m.marked()
	lines := []string{caption}
	for row := w.row; row < w.row+w.rows; row++ {
		squares := make([]square, w.cols)
		for i := range squares {
			col := w.col + i
			value := values[row*m.size()+col]
			squares[i] = square{sign: string('0' + value), style: faint}
			if value == 1 {
				squares[i].style = bold
			}
			if ok && at == (queens.Square{Row: row, Col: col}) {
				squares[i].open, squares[i].close, squares[i].style = "[", "]", attacker
			}
		}
		lines = append(lines, drawRow(squares, 2))
	}
	return lines
}

// cells are 1 where a queen stands, 2 where one attacks the rows below her, or
// all rows if she was given, and where a square was marked as blocked.
func (m *Model) cells() []byte {
	n, given := m.size(), m.player.Trace().Problem.GivenByRow()
	cells := make([]byte, n*n)
	for i := range m.player.Count(queens.EventMark) { // they come before all others
		s := m.player.Trace().Event(i).Square
		cells[s.Row*n+s.Col] = 2
	}
	for row, col := range m.player.Queens() {
		if col == queens.None {
			continue
		}
		first := row + 1
		if given != nil && given[row] != queens.None {
			first = 0
		}
		for r := first; r < n; r++ {
			for _, c := range []int{col, col + r - row, col - r + row} {
				if 0 <= c && c < n {
					cells[r*n+c] = 2
				}
			}
		}
	}
	for row, col := range m.player.Queens() {
		if col != queens.None {
			cells[row*n+col] = 1
		}
	}
	return cells
}

// words draws the machine words with which the bitboard enters the topmost row
// without a queen: bit 0, column 0, is on the right.
func (m *Model) words(width, height int) []string {
	const head = len("diags \\ ")
	n := m.size()
	if width < head+n || height < 4 {
		return nil
	}
	next := 0
	for next < n && m.player.Queens()[next] != queens.None {
		next++
	}
	var cols, diags, antis uint64
	for row, col := range m.player.Queens() {
		if col == queens.None {
			continue
		}
		cols |= 1 << col
		if c := col + next - row; 0 <= c && c < n {
			diags |= 1 << c
		}
		if c := col - next + row; 0 <= c && c < n {
			antis |= 1 << c
		}
	}
	free := ^(cols | diags | antis)
	if next == n {
		free = 0
	}
	for _, s := range m.player.Trace().Problem.Blocked {
		if s.Row == next {
			free &^= 1 << s.Col
		}
	}
	word := func(name, sign string, value uint64) string {
		digits := fmt.Sprintf("%0*b", n, value&(1<<n-1))
		return fmt.Sprintf("%-5s %s %s", name, sign, strings.ReplaceAll(digits, "0", faint.Render("0")))
	}
	lines := []string{word("cols", "|", cols), word("diags", `\`, diags), word("antis", "/", antis), word("free", " ", free)}
	if height > len(lines) {
		lines = append([]string{fit(m.text.T("watch.marks.words", "Row", next+m.base), width)}, lines...)
	}
	if height > len(lines) {
		lines = append(lines, faint.Render(fit(m.text.T("watch.marks.bit"), width)))
	}
	return lines
}
