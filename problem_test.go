package queens_test

import (
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.org/queens"
)

// squares pairs up rows and columns: squares(0, 4, 1, 7) is 0.4 and 1.7.
func squares(rowsAndColumns ...int) []queens.Square {
	var list []queens.Square
	for pair := range slices.Chunk(rowsAndColumns, 2) {
		list = append(list, queens.Square{Row: pair[0], Col: pair[1]})
	}
	return list
}

func conflict(rowA, colA, rowB, colB int, line queens.Line) queens.Conflict {
	return queens.Conflict{A: queens.Square{Row: rowA, Col: colA}, B: queens.Square{Row: rowB, Col: colB}, Line: line}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name string
		p    queens.Problem
		want error
		text string
	}{
		{"size 1", queens.Problem{Size: 1}, nil, ""},
		{"no solution is no error", queens.Problem{Size: 3}, nil, ""},
		{"zero value", queens.Problem{}, &queens.SizeError{Size: 0},
			"queens: size 0: a board has at least 1 row"},
		{"negative", queens.Problem{Size: -3}, &queens.SizeError{Size: -3},
			"queens: size -3: a board has at least 1 row"},
		{"size before squares", queens.Problem{Size: 0, Given: squares(0, 0)}, &queens.SizeError{Size: 0},
			"queens: size 0: a board has at least 1 row"},
		{"given off the board", queens.Problem{Size: 4, Given: squares(0, 1, 4, 0)},
			&queens.SquareError{Square: queens.Square{Row: 4}, Size: 4},
			"queens: square 4.0 is off the board: rows and columns go from 0 to 3"},
		{"negative column", queens.Problem{Size: 4, Given: squares(0, -1)},
			&queens.SquareError{Square: queens.Square{Row: 0, Col: -1}, Size: 4},
			"queens: square 0.-1 is off the board: rows and columns go from 0 to 3"},
		{"blocked off the board", queens.Problem{Size: 4, Blocked: squares(1, 4)},
			&queens.SquareError{Square: queens.Square{Row: 1, Col: 4}, Size: 4},
			"queens: square 1.4 is off the board: rows and columns go from 0 to 3"},
		{"two in a row", queens.Problem{Size: 8, Given: squares(2, 5, 2, 1)},
			&queens.GivenConflictError{Conflict: conflict(2, 1, 2, 5, queens.Row)},
			"queens: given queens attack each other: 2.1 and 2.5 share a row"},
		{"two in a column", queens.Problem{Size: 8, Given: squares(7, 3, 0, 3)},
			&queens.GivenConflictError{Conflict: conflict(0, 3, 7, 3, queens.Column)},
			"queens: given queens attack each other: 0.3 and 7.3 share a column"},
		{"diagonal", queens.Problem{Size: 8, Given: squares(0, 0, 7, 7)},
			&queens.GivenConflictError{Conflict: conflict(0, 0, 7, 7, queens.Diagonal)},
			"queens: given queens attack each other: 0.0 and 7.7 share a diagonal"},
		{"anti-diagonal", queens.Problem{Size: 8, Given: squares(0, 7, 7, 0)},
			&queens.GivenConflictError{Conflict: conflict(0, 7, 7, 0, queens.AntiDiagonal)},
			"queens: given queens attack each other: 0.7 and 7.0 share an anti-diagonal"},
		{"given twice", queens.Problem{Size: 8, Given: squares(1, 1, 3, 0, 1, 1)}, nil, ""},
		{"blocked twice", queens.Problem{Size: 8, Blocked: squares(1, 1, 1, 1)}, nil, ""},
		{"given and blocked", queens.Problem{Size: 8, Given: squares(3, 0, 1, 1), Blocked: squares(0, 0, 3, 0)},
			&queens.GivenBlockedError{Square: queens.Square{Row: 3}},
			"queens: square 3.0 is both given and blocked"},
		{"all blocked", queens.Problem{Size: 1, Blocked: squares(0, 0)}, nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before := queens.Problem{Size: test.p.Size, Given: slices.Clone(test.p.Given), Blocked: slices.Clone(test.p.Blocked)}
			err := test.p.Validate()
			if !reflect.DeepEqual(err, test.want) {
				t.Errorf("error %#v, want %#v", err, test.want)
			}
			if err != nil && err.Error() != test.text {
				t.Errorf("text %q, want %q", err, test.text)
			}
			if !reflect.DeepEqual(test.p, before) {
				t.Errorf("problem changed to %v", test.p)
			}
		})
	}
}

// TestValidateNamesTheFirstConflict wants the pair that comparing every pair
// meets first.
func TestValidateNamesTheFirstConflict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "n")
		index := rapid.IntRange(0, n*n-1)
		var given []queens.Square
		for _, i := range rapid.SliceOfNDistinct(index, 0, min(n, 6), rapid.ID).Draw(t, "given") {
			given = append(given, queens.Square{Row: i / n, Col: i % n})
		}
		err := queens.Problem{Size: n, Given: given}.Validate()
		slices.SortFunc(given, queens.Square.Compare)
		var want error
		for c := range queens.Conflicts(given) {
			want = &queens.GivenConflictError{Conflict: c}
			break
		}
		if !reflect.DeepEqual(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	})
}

// TestValidateManyGiven would take minutes if every pair were compared.
func TestValidateManyGiven(t *testing.T) {
	p := queens.Problem{Size: 400_000}
	for row := range 200_000 {
		p.Given = append(p.Given, queens.Square{Row: row, Col: 2*row + 1})
	}
	begin := time.Now()
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
	if elapsed := time.Since(begin); elapsed > 10*time.Second {
		t.Errorf("it took %v", elapsed)
	}
}

func TestAccept(t *testing.T) {
	const both = queens.GivenQueens | queens.BlockedSquares
	tests := []struct {
		name    string
		p       queens.Problem
		max     int
		honours queens.Constraint
		want    error
		text    string
	}{
		{"largest", queens.Problem{Size: 9}, 9, 0, nil, ""},
		{"too large", queens.Problem{Size: 10}, 9, both, &queens.SizeError{Size: 10, Engine: "e", Max: 9},
			"queens: size 10 is too large for e, which takes 1 to 9"},
		{"no board", queens.Problem{Size: 0}, 9, both, &queens.SizeError{Size: 0},
			"queens: size 0: a board has at least 1 row"},
		{"given refused", queens.Problem{Size: 4, Given: squares(0, 1)}, 9, queens.BlockedSquares,
			&queens.UnsupportedError{Engine: "e", Constraints: queens.GivenQueens},
			"queens: e does not take given queens"},
		{"blocked refused", queens.Problem{Size: 4, Given: squares(0, 1), Blocked: squares(0, 0)}, 9, queens.GivenQueens,
			&queens.UnsupportedError{Engine: "e", Constraints: queens.BlockedSquares},
			"queens: e does not take blocked squares"},
		{"both refused", queens.Problem{Size: 4, Given: squares(0, 1), Blocked: squares(0, 0)}, 9, 0,
			&queens.UnsupportedError{Engine: "e", Constraints: both},
			"queens: e does not take given queens and blocked squares"},
		{"both honoured", queens.Problem{Size: 4, Given: squares(0, 1), Blocked: squares(0, 0)}, 9, both, nil, ""},
		{"an empty list demands nothing", queens.Problem{Size: 4, Given: []queens.Square{}}, 9, 0, nil, ""},
		{"wrong before refused", queens.Problem{Size: 4, Given: squares(0, 4)}, 9, 0,
			&queens.SquareError{Square: queens.Square{Col: 4}, Size: 4},
			"queens: square 0.4 is off the board: rows and columns go from 0 to 3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.p.Accept("e", test.max, test.honours)
			if !reflect.DeepEqual(err, test.want) {
				t.Errorf("error %#v, want %#v", err, test.want)
			}
			if err != nil && err.Error() != test.text {
				t.Errorf("text %q, want %q", err, test.text)
			}
		})
	}
}

func TestUnsupportedErrorNamesAlternatives(t *testing.T) {
	err := &queens.UnsupportedError{Engine: "e", Constraints: queens.GivenQueens, Alternatives: []string{"f", "g"}}
	if want := "queens: e does not take given queens; these do: f, g"; err.Error() != want {
		t.Errorf("text %q, want %q", err, want)
	}
}

func TestProblemTables(t *testing.T) {
	p := queens.Problem{Size: 3, Given: squares(2, 1, 2, 1), Blocked: squares(0, 2, 1, 0)}
	if got, want := p.GivenByRow(), []int{queens.None, queens.None, 1}; !slices.Equal(got, want) {
		t.Errorf("given by row %v, want %v", got, want)
	}
	for i, blocked := range p.BlockedTable() {
		if blocked != (i == 2 || i == 3) {
			t.Errorf("square %d: blocked %v", i, blocked)
		}
	}
	free := queens.Problem{Size: 3, Given: []queens.Square{}, Blocked: []queens.Square{}}
	if free.GivenByRow() != nil || free.BlockedTable() != nil {
		t.Error("tables of a problem without constraints")
	}
}

func TestStrings(t *testing.T) {
	tests := []struct{ got, want string }{
		{queens.Constraint(0).String(), "no constraint"},
		{queens.NoLine.String(), "no line"},
		{queens.Line(99).String(), "no line"},
		{queens.AntiDiagonal.String(), "anti-diagonal"},
		{queens.Placement{}.String(), ""},
		{queens.Placement{1, queens.None, 10}.String(), "1 - 10"},
		{queens.Square{Row: 2, Col: 11}.String(), "2.11"},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

func TestSquareCompare(t *testing.T) {
	ascending := squares(math.MinInt, math.MaxInt, -1, 0, 0, math.MinInt, 0, -1, 0, 0, 0, math.MaxInt, 1, 0, math.MaxInt, math.MinInt)
	for i, a := range ascending {
		for j, b := range ascending {
			if got := a.Compare(b); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%v compared with %v: %d", a, b, got)
			}
		}
	}
}

func TestClone(t *testing.T) {
	p := queens.Placement{1, 3, 0, 2}
	copied := p.Clone()
	copied[0] = 0
	if p[0] != 1 {
		t.Error("the clone shares memory")
	}
}
