package render

import (
	"slices"

	"example.org/queens"
)

// AttackLines returns a line through all queens of each row, column, diagonal
// and anti-diagonal that holds more than one: together they cover every pair
// of queens that attack each other, and there are fewer than 6n of them.
func AttackLines(squares []queens.Square) []Line {
	type key struct {
		line queens.Line
		at   int
	}
	first := map[key]int{} // index in lines, while that is open
	var lines []Line
	for _, s := range distinct(squares) {
		for _, k := range []key{
			{queens.Row, s.Row}, {queens.Column, s.Col},
			{queens.Diagonal, s.Row - s.Col}, {queens.AntiDiagonal, s.Row + s.Col},
		} {
			i, begun := first[k]
			if !begun {
				i = len(lines)
				first[k] = i
				lines = append(lines, Line{s, s})
			}
			lines[i].To = s
		}
	}
	return slices.DeleteFunc(lines, func(l Line) bool { return l.From == l.To })
}

// Attacked returns the squares without a queen that some queen attacks on a
// board of size n, in row order.
func Attacked(n int, squares []queens.Square) []queens.Square {
	stands := make(map[queens.Square]bool, len(squares))
	rows, cols := make([]bool, n), make([]bool, n)
	diags, antis := make([]bool, 2*n), make([]bool, 2*n)
	for _, s := range squares {
		stands[s] = true
		rows[s.Row], cols[s.Col] = true, true
		diags[s.Row-s.Col+n], antis[s.Row+s.Col] = true, true
	}
	var attacked []queens.Square
	for row := range n {
		for col := range n {
			s := queens.Square{Row: row, Col: col}
			if (rows[row] || cols[col] || diags[row-col+n] || antis[row+col]) && !stands[s] {
				attacked = append(attacked, s)
			}
		}
	}
	return attacked
}
