package watch

import (
	"fmt"
	"math/big"
	"strings"

	"example.org/queens"
	"example.org/queens/odometer"
	"example.org/queens/trace"
)

// solved is where a shuffle found a solution, and how many tries it took.
type solved struct {
	at    int
	tries int
}

func solvedIn(t *trace.Trace) []solved {
	var list []solved
	tries := 0
	for i := range t.Len() {
		switch t.Event(i).Kind {
		case queens.EventCandidate:
			tries++
		case queens.EventSolution:
			list = append(list, solved{i + 1, tries})
			tries = 0
		}
	}
	return list
}

// shuffled draws the tries of a shuffle against what is to be expected, and how
// many each solution took.
func (m *Model) shuffled(width, height int) []string {
	if width < leastMarks || height < 3 {
		return nil
	}
	now := int(m.player.Stats().Tries)
	var took []int
	sum := 0
	for _, s := range m.ends {
		if s.at > m.player.At() {
			break
		}
		took = append(took, s.tries)
		sum += s.tries
	}
	lines := []string{m.text.T("watch.tries.now", "Tries", now-sum)}
	expected := m.player.Trace().Expected()
	if expected > 0 {
		lines = append(lines,
			m.text.T("watch.tries.expected", "Expected", fmt.Sprintf("%.2f", expected)),
			m.bar(min(width, 30), float64(now-sum)/(2*expected))+" "+m.text.T("watch.tries.twice"))
	}
	if len(took) > 0 {
		lines = append(lines, m.text.T("watch.tries.mean", "Solutions", len(took), "Mean", fmt.Sprintf("%.2f", float64(sum)/float64(len(took)))))
		lines = append(lines, m.histogram(took, expected, width)...)
	}
	return lines[:min(len(lines), height)]
}

// histogram draws how many solutions took how many tries, in four classes.
func (m *Model) histogram(took []int, expected float64, width int) []string {
	const classes = 4
	step := max(1, int(expected/2))
	counts := [classes]int{}
	most := 1
	for _, tries := range took {
		class := min((tries-1)/step, classes-1)
		counts[class]++
		most = max(most, counts[class])
	}
	var lines []string
	for class, count := range counts {
		head := fmt.Sprintf("%4d-%-4d ", class*step+1, (class+1)*step)
		if class == classes-1 {
			head = fmt.Sprintf("%4d-     ", class*step+1)
		}
		length := count * max(1, min(20, width-len(head)-4)) / most
		lines = append(lines, fmt.Sprintf("%s%s %d", head, strings.Repeat(m.signs.done, length), count))
	}
	return lines
}

// digits draws the number of the odometer, the digits that clash in brackets, and
// how many numbers were tried of all.
func (m *Model) digits(width, height int) []string {
	if width < leastMarks || height < 3 {
		return nil
	}
	e, _ := m.player.Event()
	squares := make([]square, m.size())
	for row, col := range m.player.Queens() {
		squares[row] = square{sign: "-"}
		if col != queens.None {
			squares[row].sign = string(rune('0' + col))
		}
		switch {
		case e.Kind == queens.EventConflict && (row == e.Square.Row || row == e.Other.Row):
			squares[row].open, squares[row].close, squares[row].style = "<", ">", refused
		case e.Kind == queens.EventDigit && row == e.Square.Row, e.Kind == queens.EventBlocked && row == e.Square.Row:
			squares[row].open, squares[row].close, squares[row].style = "[", "]", placed
		}
	}
	total := odometer.Numbers(m.size())
	if total.Sign() == 0 {
		total = big.NewInt(1)
	}
	tries := m.player.Stats().Tries
	share, _ := new(big.Rat).SetFrac(new(big.Int).SetUint64(tries), total).Float64()
	lines := []string{
		m.text.T("watch.number", "Base", m.size()),
		drawRow(squares, 3),
		m.text.T("watch.number.tried", "Tries", tries, "Total", total),
		m.bar(min(width, 30), share) + fmt.Sprintf(" %.2f %%", 100*share),
	}
	return lines[:min(len(lines), height)]
}

// bar draws a share of one.
func (m *Model) bar(width int, share float64) string {
	done := int(min(max(share, 0), 1) * float64(width))
	return strings.Repeat(m.signs.done, done) + faint.Render(strings.Repeat(m.signs.left, width-done))
}
