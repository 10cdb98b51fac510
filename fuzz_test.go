package queens_test

import (
	"context"
	"testing"

	"example.org/queens"
)

// FuzzProblem checks that Validate and Check agree, that every solution found
// is valid and that no change to a solution is.
func FuzzProblem(f *testing.F) {
	f.Add(8, []byte("\x01\x01\x03\x00\x07\x05"), []byte{}, uint8(3), uint8(1))
	f.Add(4, []byte("\x00\x01"), []byte("\x01\x01\x01\x00"), uint8(0), uint8(2))
	f.Add(1, []byte{}, []byte("\x00\x00"), uint8(0), uint8(0))
	f.Add(0, []byte{}, []byte{}, uint8(0), uint8(0))
	f.Add(5, []byte("\xff\x00"), []byte("\x00\x05"), uint8(0), uint8(0))
	f.Add(6, []byte("\x02\x02\x02\x02"), []byte("\x02\x02"), uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, size int, given, blocked []byte, row, shift uint8) {
		p := queens.Problem{Size: size, Given: fuzzSquares(given), Blocked: fuzzSquares(blocked)}
		valid := p.Validate() == nil
		if consistent(p) != valid {
			t.Fatalf("%+v: Validate says %v", p, p.Validate())
		}
		if !valid || size > 8 {
			return
		}
		limit := 10
		for found, err := range p.Solutions(context.Background()) {
			if err != nil {
				t.Fatalf("%+v: %v", p, err)
			}
			on := found.Squares()
			if v := p.Check(on); !v.Valid() {
				t.Fatalf("%+v: %v is found and not valid: %+v", p, found, v)
			}
			spoil(t, p, on, int(row)%size, int(shift))
			if limit--; limit == 0 {
				break
			}
		}
	})
}

// fuzzSquares makes at most eight squares of pairs of bytes, some off the board.
func fuzzSquares(data []byte) []queens.Square {
	var list []queens.Square
	for ; len(data) >= 2 && len(list) < 8; data = data[2:] {
		list = append(list, queens.Square{Row: int(int8(data[0])), Col: int(int8(data[1]))})
	}
	return list
}

// consistent says by Check what Validate should say.
func consistent(p queens.Problem) bool {
	given := p.Check(p.Given)
	blocked := queens.Check(p.Size, p.Blocked)
	return p.Size >= 1 && len(given.OffBoard) == 0 && len(blocked.OffBoard) == 0 &&
		len(given.Conflicts) == 0 && len(given.Forbidden) == 0
}

// spoil checks that a solution is valid no more when one queen is missing, has
// moved along its row, or has company.
func spoil(t *testing.T, p queens.Problem, solution []queens.Square, row, shift int) {
	t.Helper()
	without := append(append([]queens.Square{}, solution[:row]...), solution[row+1:]...)
	moved := queens.Square{Row: row, Col: (solution[row].Col + shift) % (p.Size + 1)}
	for _, changed := range [][]queens.Square{without, append(without, moved), append(solution, moved)} {
		same := moved == solution[row] && len(changed) >= p.Size
		if p.Check(changed).Valid() != same {
			t.Fatalf("%+v: %v is valid: %v", p, changed, !same)
		}
	}
}
