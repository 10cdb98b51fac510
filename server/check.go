package server

import (
	"context"

	"example.org/queens"
)

type boardInput struct {
	Squares
	N int `query:"n" required:"true" minimum:"1" maximum:"32"`
}

type conflictRow struct {
	A    point  `json:"a"`
	B    point  `json:"b"`
	Line string `json:"line" enum:"row,column,diagonal,anti-diagonal"`
}

type checkBody struct {
	N         int           `json:"n"`
	Valid     bool          `json:"valid" doc:"The queens are a solution"`
	Queens    []point       `json:"queens" doc:"The different squares with a queen, in row order"`
	Conflicts []conflictRow `json:"conflicts" doc:"Every pair of queens that attack each other"`
	Attackers [][]int       `json:"attackers" doc:"For each row and column, how many queens attack the square; a queen does not attack its own"`
	Forbidden []point       `json:"forbidden" doc:"Queens on blocked squares"`
}

func (s *Server) getCheck(_ context.Context, in *boardInput) (*reply[checkBody], error) {
	place, block, err := in.read(in.N)
	if err != nil {
		return nil, err
	}
	if err := onBoard(in.N, place, block); err != nil {
		return nil, err
	}
	verdict := queens.Problem{Size: in.N, Blocked: block}.Check(place)
	body := checkBody{
		N: in.N, Valid: verdict.Valid(), Queens: pointsOf(verdict.Queens), Conflicts: []conflictRow{},
		Attackers: attackers(in.N, verdict.Queens), Forbidden: pointsOf(verdict.Forbidden),
	}
	for _, c := range verdict.Conflicts {
		body.Conflicts = append(body.Conflicts, conflictRow{pointOf(c.A), pointOf(c.B), c.Line.String()})
	}
	return with(body), nil
}

// onBoard refuses squares off the board.
func onBoard(n int, lists ...[]queens.Square) error {
	for _, list := range lists {
		for _, square := range list {
			if !square.On(n) {
				return input(n, 0, &queens.SquareError{Square: square, Size: n})
			}
		}
	}
	return nil
}

// attackers counts for each square the queens that attack it.
func attackers(n int, standing []queens.Square) [][]int {
	table := make([][]int, n)
	for row := range table {
		table[row] = make([]int, n)
		for col := range table[row] {
			for _, q := range standing {
				if queens.LineBetween(q, queens.Square{Row: row, Col: col}) != queens.NoLine {
					table[row][col]++
				}
			}
		}
	}
	return table
}
