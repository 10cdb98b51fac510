package watch

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"example.org/queens"
)

// A square is how one square of a grid is drawn: a sign, brackets if there is
// something about it, and a style.
type square struct {
	sign        string
	open, close string
	style       lipgloss.Style
}

// drawRow joins squares that take a number of columns each: 3, each with its own
// brackets, or 2, where neighbours share the column between them.
func drawRow(squares []square, cell int) string {
	var line strings.Builder
	after, afterStyle := " ", plain
	for _, s := range squares {
		open, style := " ", plain
		if s.open != "" {
			open, style = s.open, s.style
		}
		if cell == 2 && open == " " {
			open, style = after, afterStyle
		}
		line.WriteString(style.Render(open) + s.style.Render(s.sign))
		after, afterStyle = " ", plain
		if s.close != "" {
			after, afterStyle = s.close, s.style
		}
		if cell == 3 {
			line.WriteString(afterStyle.Render(after))
		}
	}
	if cell == 2 {
		line.WriteString(afterStyle.Render(after))
	}
	return line.String()
}

// A window is the part of a board that is shown: all of it if there is room.
type window struct{ row, col, rows, cols int }

// windowOn returns the window of a size on a board; what the step is about lies
// in it. It moves by half its size, not with every step.
func windowOn(n, rows, cols int, focus queens.Square) window {
	rows, cols = min(rows, n), min(cols, n)
	from := func(at, size int) int {
		half := max(1, size/2)
		return min(max(at/half*half-half/2, 0), n-size)
	}
	return window{from(focus.Row, rows), from(focus.Col, cols), rows, cols}
}

// lineCounts are the queens in each line of a board.
type lineCounts struct {
	n                        int
	rows, cols, diags, antis []int
}

func countLines(p queens.Placement) lineCounts {
	n := len(p)
	l := lineCounts{n, make([]int, n), make([]int, n), make([]int, 2*n-1), make([]int, 2*n-1)}
	for row, col := range p {
		if col != queens.None {
			l.rows[row]++
			l.cols[col]++
			l.diags[row-col+n-1]++
			l.antis[row+col]++
		}
	}
	return l
}

// attacks returns how many queens attack a square that has none.
func (l lineCounts) attacks(row, col int) int {
	return l.rows[row] + l.cols[col] + l.diags[row-col+l.n-1] + l.antis[row+col]
}

// labelWidth is what the numbers of the rows take, with the sign before them.
func (m *Model) labelWidth() int { return 1 + len(strconv.Itoa(m.size()-1+m.base)) }

// board draws the squares in a window, with the numbers of rows and columns.
func (m *Model) board(w window, cell int) []string {
	lines := []string{strings.Repeat(" ", m.labelWidth()) + m.columnNumbers(w, cell)}
	counts, stones, given := countLines(m.player.Queens()), m.player.Trace().Problem.BlockedTable(), m.player.Trace().Problem.GivenByRow()
	e, _ := m.player.Event()
	for row := w.row; row < w.row+w.rows; row++ {
		squares := make([]square, w.cols)
		for i := range squares {
			col := w.col + i
			squares[i] = m.square(row, col, counts, stones, given)
			m.stress(&squares[i], e, queens.Square{Row: row, Col: col})
		}
		lines = append(lines, m.rowNumber(row, e)+drawRow(squares, cell))
	}
	return lines
}

// rowNumber is the number of a row, with a sign before it if the step is about
// the row.
func (m *Model) rowNumber(row int, e queens.Event) string {
	number := fmt.Sprintf("%*d", m.labelWidth()-1, row+m.base)
	if here, ok := about(e); ok && here.Row == row && !(e.Kind == queens.EventLine && e.Line == queens.Column) {
		return bold.Render(">" + number)
	}
	return " " + faint.Render(number)
}

// columnNumbers are the numbers of the columns, or of every second one and so on
// where they have no room.
func (m *Model) columnNumbers(w window, cell int) string {
	digits := len(strconv.Itoa(m.size() - 1 + m.base))
	every := (digits + cell) / cell
	width := cell*w.cols + 1
	line := []byte(strings.Repeat(" ", width))
	for i := range w.cols {
		number := strconv.Itoa(w.col + i + m.base)
		begin := cell*i + 2 - len(number) // ends where the sign stands
		if (w.col+i)%every == 0 && begin >= 0 {
			copy(line[begin:], number)
		}
	}
	return faint.Render(string(line))
}

// square draws what stands on a square, or how many queens attack it.
func (m *Model) square(row, col int, counts lineCounts, stones []bool, given []int) square {
	if m.player.Queens()[row] == col {
		if given != nil && given[row] == col {
			return square{sign: m.signs.given, style: bold}
		}
		return square{sign: m.signs.queen, style: bold}
	}
	if stones != nil && stones[row*m.size()+col] {
		return square{sign: m.signs.blocked}
	}
	switch attacks := counts.attacks(row, col); {
	case attacks == 0:
		return square{sign: m.signs.free}
	case attacks <= 9:
		return square{sign: strconv.Itoa(attacks), style: faint}
	}
	return square{sign: "+", style: faint}
}

// stress draws how the last step is about a square.
func (m *Model) stress(s *square, e queens.Event, at queens.Square) {
	here, ok := about(e)
	hasQueen := s.sign == m.signs.queen || s.sign == m.signs.given
	switch {
	case !ok || e.Kind == queens.EventLine:
	case at == here:
		s.open, s.close = "[", "]"
		switch e.Kind {
		case queens.EventTry:
			s.sign, s.style = "?", bold
		case queens.EventConflict, queens.EventBlocked:
			s.style = refused
			if !hasQueen {
				s.sign = m.signs.refused
			}
		case queens.EventRemove:
			s.style = removed
		default:
			s.style = placed
		}
	case e.Kind == queens.EventConflict && at == e.Other:
		s.open, s.close, s.style = "<", ">", attacker
	case e.Kind == queens.EventConflict && !hasQueen && isBetween(at, here, e.Other):
		s.sign, s.style = lineSign(e.Line), attacker
	case e.Kind == queens.EventSwap && at == e.Other:
		s.open, s.close, s.style = "[", "]", placed
	}
}

// about returns the square that a step is about.
func about(e queens.Event) (queens.Square, bool) {
	switch e.Kind {
	case 0, queens.EventSolution, queens.EventCandidate, queens.EventRestart, queens.EventProof:
		return queens.Square{}, false
	}
	return e.Square, true
}

// focus returns the square that the last step with one is about.
func (m *Model) focus() queens.Square {
	for at := m.player.At(); at > 0; at-- {
		if s, ok := about(m.player.Trace().Event(at - 1)); ok {
			return s
		}
	}
	return queens.Square{}
}

// isBetween reports whether a square lies between two others of a line.
func isBetween(s, a, b queens.Square) bool {
	rows, cols := b.Row-a.Row, b.Col-a.Col
	away := max(rows, -rows, cols, -cols)
	for i := 1; i < away; i++ {
		if s.Row == a.Row+i*rows/away && s.Col == a.Col+i*cols/away {
			return true
		}
	}
	return false
}

// lineSign is the sign of a line.
func lineSign(l queens.Line) string {
	switch l {
	case queens.Row:
		return "-"
	case queens.Column:
		return "|"
	case queens.Diagonal:
		return `\`
	}
	return "/"
}
