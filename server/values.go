package server

import (
	"errors"
	"net/http"
	"reflect"
	"strconv"

	"example.org/queens"
	"example.org/queens/notation"
)

// MaxBoard is the largest board that the page works on.
const MaxBoard = 32

// A point is a square as JSON: row and column.
type point [2]int

func pointOf(s queens.Square) point { return point{s.Row, s.Col} }

func pointsOf(squares []queens.Square) []point {
	points := make([]point, len(squares))
	for i, s := range squares {
		points[i] = pointOf(s)
	}
	return points
}

// Squares are the parameters that say what stands on a board.
type Squares struct {
	Spoken
	Place string `query:"place" maxLength:"4096" example:"0.4,1.2" doc:"Squares with a queen, row.column from 0 or a1"`
	Block string `query:"block" maxLength:"4096" doc:"Squares that are blocked"`
}

// read returns the two lists of squares, which may lie off the board.
func (q *Squares) read(n int) (place, block []queens.Square, err error) {
	if place, err = readSquares("place", q.Place, n); err != nil {
		return nil, nil, err
	}
	block, err = readSquares("block", q.Block, n)
	return place, block, err
}

// problem returns the problem that the squares pose.
func (q *Squares) problem(n int) (queens.Problem, error) {
	place, block, err := q.read(n)
	if err != nil {
		return queens.Problem{}, err
	}
	p := queens.Problem{Size: n, Given: place, Blocked: block}
	if err := p.Validate(); err != nil {
		return p, input(n, 0, err)
	}
	return p, nil
}

func readSquares(name, text string, n int) ([]queens.Square, error) {
	list, err := notation.ParseSquares(text, n, 0)
	if err != nil {
		f := input(n, 0, err)
		f.param = name
		return nil, f
	}
	return list, nil
}

// input is the refusal of what err is about, on a board of size n that counts
// from base.
func input(n, base int, err error) *failure {
	f := &failure{status: http.StatusUnprocessableEntity, cause: err, n: n, base: base}
	if syntax, ok := errors.AsType[*notation.SyntaxError](err); ok {
		f.line, f.column = syntax.Line, syntax.Column
	}
	return f
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// decimal writes a number that may be too large for a browser.
func decimal(n uint64) string { return strconv.FormatUint(n, 10) }

// gigabytes writes a size of memory.
func gigabytes(bytes uint64) string { return strconv.FormatFloat(float64(bytes)/1e9, 'f', 1, 64) }
