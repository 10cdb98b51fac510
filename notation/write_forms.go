package notation

import (
	"strconv"

	"example.org/queens"
)

// The pictures use characters that are one column wide in every terminal: most
// box-drawing characters, □ and · are two wide where Chinese is set.
const (
	queenCell = "♛"
	emptyCell = "▢"
)

func appendInt(text []byte, number int) []byte {
	return strconv.AppendInt(text, int64(number), 10)
}

// appendColumn appends the number of a column, "-" for None.
func appendColumn(text []byte, col, base int) []byte {
	if col == queens.None {
		return append(text, '-')
	}
	return appendInt(text, col+base)
}

// heading writes the heading of the first post for the current placement.
func (w *Writer) heading(what string) {
	w.buf = append(w.buf, "第"...)
	w.buf = strconv.AppendUint(w.buf, w.count, 10)
	w.buf = append(append(w.buf, what...), '\n')
}

func (w *Writer) list(p queens.Placement) {
	w.heading("种摆放位置")
	for row, col := range p {
		w.buf = appendInt(append(w.buf, "行："...), row+w.base)
		w.buf = appendColumn(append(w.buf, "列："...), col, w.base)
		w.buf = append(w.buf, '\n')
		w.spill()
	}
}

func (w *Writer) grid(p queens.Placement) {
	w.heading("种摆放方式")
	for _, queen := range p {
		start := len(w.buf)
		for range p {
			w.buf = append(w.buf, '0', ' ')
		}
		if queen != queens.None {
			w.buf[start+2*queen] = '1'
		}
		w.buf = append(w.buf, '\n')
		w.spill()
	}
}

func (w *Writer) pairs(p queens.Placement) {
	for row, col := range p {
		if row > 0 {
			w.buf = append(w.buf, ", "...)
		}
		w.buf = appendInt(append(w.buf, '('), row+w.base)
		w.buf = appendColumn(append(w.buf, ", "...), col, w.base)
		w.buf = append(w.buf, ')')
		w.spill()
	}
	w.buf = append(w.buf, '\n')
}

func (w *Writer) algebraic(p queens.Placement) {
	for row, col := range p {
		if row > 0 {
			w.buf = append(w.buf, ' ')
		}
		if col == queens.None {
			w.buf = append(w.buf, '-')
			continue
		}
		w.buf = appendInt(appendFile(w.buf, col), len(p)-row)
		w.spill()
	}
	w.buf = append(w.buf, '\n')
}

func (w *Writer) fen(p queens.Placement) {
	n := len(p)
	for row, col := range p {
		if row > 0 {
			w.buf = append(w.buf, '/')
		}
		if col == queens.None {
			w.buf = appendInt(w.buf, n)
			continue
		}
		if col > 0 {
			w.buf = appendInt(w.buf, col)
		}
		w.buf = append(w.buf, 'Q')
		if col < n-1 {
			w.buf = appendInt(w.buf, n-1-col)
		}
		w.spill()
	}
	w.buf = append(w.buf, '\n')
}

// board writes ranks in the left margin and files below, from the top down
// where they have several letters, so that a square is always two columns wide.
func (w *Writer) board(p queens.Placement) {
	if w.count > 1 {
		w.buf = append(w.buf, '\n')
	}
	n := len(p)
	margin := len(strconv.Itoa(n))
	for row, queen := range p {
		w.buf = appendPadded(w.buf, n-row, margin)
		for col := range n {
			cell := emptyCell
			if col == queen {
				cell = queenCell
			}
			w.buf = append(append(w.buf, ' '), cell...)
		}
		w.buf = append(w.buf, '\n')
		w.spill()
	}
	var file [8]byte
	for letter := range len(appendFile(file[:0], n-1)) {
		for range margin {
			w.buf = append(w.buf, ' ')
		}
		for col := range n {
			name, char := appendFile(file[:0], col), byte(' ')
			if letter < len(name) {
				char = name[letter]
			}
			w.buf = append(w.buf, ' ', char)
		}
		w.buf = append(w.buf, '\n')
		w.spill()
	}
}

// appendPadded appends number, filled with spaces on the left to width.
func appendPadded(text []byte, number, width int) []byte {
	for digits := len(strconv.Itoa(number)); digits < width; digits++ {
		text = append(text, ' ')
	}
	return appendInt(text, number)
}

func (w *Writer) ascii(p queens.Placement) {
	if w.count > 1 {
		w.buf = append(w.buf, '\n')
	}
	for _, queen := range p {
		w.cells(len(p), queen, true)
		w.buf = append(w.buf, '\n')
		w.spill()
	}
}

// cells writes a row of Q and full stops, as it is or with spaces between.
func (w *Writer) cells(n, queen int, spaced bool) {
	start, step := len(w.buf), 1
	if spaced {
		step = 2
	}
	for range n - 1 {
		w.buf = append(w.buf, '.', ' ')[:len(w.buf)+step]
	}
	w.buf = append(w.buf, '.')
	if queen != queens.None {
		w.buf[start+queen*step] = 'Q'
	}
}

func (w *Writer) leetcode(p queens.Placement) {
	for row, queen := range p {
		opening := ",\""
		if row == 0 {
			opening = "[\""
		}
		w.buf = append(w.buf, opening...)
		w.cells(len(p), queen, false)
		w.buf = append(w.buf, '"')
		w.spill()
	}
	w.buf = append(w.buf, "]\n"...)
}

// json writes the base only where it is 1, and the orbit if there is one.
func (w *Writer) json(p queens.Placement, orbit *Orbit) {
	w.buf = appendInt(append(w.buf, `{"n":`...), len(p))
	if w.base != 0 {
		w.buf = appendInt(append(w.buf, `,"base":`...), w.base)
	}
	w.buf = append(w.buf, `,"columns":`...)
	w.jsonColumns(p)
	if orbit != nil {
		w.buf = appendInt(append(w.buf, `,"orbit":{"size":`...), orbit.Size)
		w.buf = append(w.buf, `,"canonical":`...)
		w.jsonColumns(orbit.Canonical)
		w.buf = append(w.buf, '}')
	}
	w.buf = append(w.buf, "}\n"...)
}

func (w *Writer) jsonColumns(p queens.Placement) {
	w.buf = append(w.buf, '[')
	for row, col := range p {
		if row > 0 {
			w.buf = append(w.buf, ',')
		}
		if col == queens.None {
			w.buf = append(w.buf, "null"...)
			continue
		}
		w.buf = appendInt(w.buf, col+w.base)
	}
	w.buf = append(w.buf, ']')
}
