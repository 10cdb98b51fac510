package trace

import (
	"errors"
	"fmt"
	"slices"

	"example.org/queens"
	"example.org/queens/methods"
)

// emits names the kinds of event that each method has.
var emits = map[string][]queens.EventKind{
	"backtrack": rowByRow,
	"iterative": rowByRow,
	"marks2d":   append(slices.Clone(rowByRow), queens.EventMark),
	"shuffle": {
		queens.EventProof, queens.EventGiven, queens.EventSet, queens.EventSwap, queens.EventCandidate,
		queens.EventConflict, queens.EventBlocked, queens.EventSolution,
	},
	"odometer": {
		queens.EventSet, queens.EventDigit, queens.EventCandidate,
		queens.EventConflict, queens.EventBlocked, queens.EventSolution,
	},
	"bitboard": {
		queens.EventGiven, queens.EventLine, queens.EventPlace, queens.EventRemove, queens.EventSolution,
	},
	"construct": {queens.EventSet, queens.EventSolution},
	"restarts": {
		queens.EventGiven, queens.EventLine, queens.EventPlace, queens.EventRemove, queens.EventSolution, queens.EventRestart,
	},
}

var rowByRow = []queens.EventKind{
	queens.EventGiven, queens.EventTry, queens.EventConflict, queens.EventBlocked,
	queens.EventPlace, queens.EventRemove, queens.EventSolution,
}

// check reports the first thing that makes a trace none that an engine could
// have left: see [Decode].
func (t *Trace) check() error {
	m, known := methods.Find(t.Method)
	if !known {
		return fmt.Errorf("queens: trace: no method %q", t.Method)
	}
	most := min(m.MaxSize, MaxSize)
	if t.Method == "shuffle" {
		most = MaxSize // with given queens
	}
	if err := t.Problem.Accept(t.Method, most, m.Honours); err != nil {
		return err
	}
	switch {
	case !slices.Contains([]Cut{Whole, ByEvents, ByBytes, BySolutions, ByTries}, t.Cut):
		return fmt.Errorf("queens: trace: no cut %q", string(t.Cut))
	case t.Cut == ByTries && !m.Bounded:
		return fmt.Errorf("queens: trace: %s has no bound on tries", t.Method)
	case t.Seed != 0 && !m.Seeded:
		return fmt.Errorf("queens: trace: %s has no seed", t.Method)
	}
	c := newChecker(t)
	for i, word := range t.words {
		e := unpack(word)
		err := c.next(e)
		if err == nil && pack(e) != word {
			err = errors.New("it fills a field that it does not have")
		}
		if err != nil {
			return fmt.Errorf("queens: trace: event %d, %v: %w", i, e.Kind, err)
		}
	}
	if want, got := fmt.Sprint(c.stats), fmt.Sprint(t.Stats); got != want {
		return fmt.Errorf("queens: trace: its statistics are %s, its events make %s", got, want)
	}
	return nil
}

// A checker replays a trace on a board of its own and holds every event against
// it.
type checker struct {
	*Trace
	state
	kinds [maxKind + 1]bool

	blocked          []bool // square (r, c) at r*n+c; nil for none
	marked           []bool // those that were marked
	given            []int  // column in each row; nil for none
	cols             []int  // queens in each column
	diags, antis     []int  // and diagonal, at row-col+n-1 and row+col
	pairs            int    // pairs of queens that attack each other
	onBlocked, right int    // queens on blocked squares, and on given ones
	begun            bool   // the board is set up
	stack            []queens.Square
	before           queens.Event
}

func newChecker(t *Trace) *checker {
	n := t.Problem.Size
	c := &checker{
		Trace: t, state: newState(n), blocked: t.Problem.BlockedTable(), given: t.Problem.GivenByRow(),
		cols: make([]int, n), diags: make([]int, 2*n-1), antis: make([]int, 2*n-1),
	}
	for _, kind := range emits[t.Method] {
		c.kinds[kind] = true
	}
	if c.kinds[queens.EventMark] {
		c.marked = make([]bool, n*n)
	}
	return c
}

// next checks an event and applies it.
func (c *checker) next(e queens.Event) error {
	n := c.Problem.Size
	switch {
	case !c.kinds[e.Kind]:
		return fmt.Errorf("%s has none", c.Method)
	case hasSquare(e.Kind) && !e.Square.On(n), hasOther(e.Kind) && !e.Other.On(n):
		return errors.New("it is off the board")
	case (e.Line != queens.NoLine) != (e.Kind == queens.EventConflict || e.Kind == queens.EventLine):
		return errors.New("it has a line, or has none")
	case e.Yes && !slices.Contains([]queens.EventKind{queens.EventRemove, queens.EventCandidate, queens.EventProof}, e.Kind):
		return errors.New("it has a flag")
	}
	if err := c.fits(e); err != nil {
		return err
	}
	c.move(e)
	c.apply(e, forward)
	c.before = e
	return nil
}

// fits reports why an event cannot happen now.
func (c *checker) fits(e queens.Event) error {
	switch e.Kind {
	case queens.EventProof, queens.EventMark, queens.EventGiven, queens.EventSet:
		return c.fitsStart(e)
	}
	c.begun = true
	switch e.Kind {
	case queens.EventTry, queens.EventPlace, queens.EventRemove:
		return c.fitsStep(e)
	case queens.EventConflict, queens.EventBlocked:
		return c.fitsRefusal(e)
	case queens.EventSwap:
		now := c.queens[e.Square.Row] == e.Other.Col && c.queens[e.Other.Row] == e.Square.Col
		return unless(now && !c.isGiven(e.Square.Row) && !c.isGiven(e.Other.Row), "its queens do not stand so")
	case queens.EventDigit:
		moves := e.Other.Row == e.Square.Row && e.Other.Col != e.Square.Col
		return unless(moves && c.queens[e.Other.Row] == e.Other.Col, "its queen does not stand so")
	case queens.EventCandidate:
		return unless(c.full() && e.Yes == !slices.Contains(c.cols, 0), "its queens are no such candidate")
	case queens.EventSolution:
		valid := c.full() && c.pairs == 0 && c.onBlocked == 0 && c.right == len(c.Problem.Given)
		return unless(valid, "its queens are no solution")
	case queens.EventRestart:
		return unless(c.depth == 0, "queens stand")
	case queens.EventLine:
		isLine := e.Line == queens.Row && e.Square.Col == 0 || e.Line == queens.Column && e.Square.Row == 0
		return unless(isLine && e.Free <= c.Problem.Size, "it is no row or column")
	}
	return nil
}

// fitsStart is fits for what happens before a search begins.
func (c *checker) fitsStart(e queens.Event) error {
	if c.begun {
		return errors.New("the search has begun")
	}
	at := e.Square.Row*c.Problem.Size + e.Square.Col
	switch e.Kind {
	case queens.EventProof:
		return unless(c.before.Kind == 0, "it is not the first")
	case queens.EventMark:
		ok := c.blocked != nil && c.blocked[at] && !c.marked[at] && e.Marks == 1
		return unless(ok, "its square is not blocked, or marked already")
	case queens.EventGiven:
		ok := c.given != nil && c.given[e.Square.Row] == e.Square.Col
		return unless(ok && c.queens[e.Square.Row] == queens.None, "its queen is not given, or stands")
	}
	ok := c.queens[e.Square.Row] == queens.None && (!c.kinds[queens.EventGiven] || !c.isGiven(e.Square.Row))
	return unless(ok, "its row has a queen")
}

// fitsStep is fits for what happens to one queen.
func (c *checker) fitsStep(e queens.Event) error {
	s := e.Square
	if e.Kind == queens.EventRemove {
		last := len(c.stack) - 1
		return unless(last >= 0 && c.stack[last] == s, "its queen is not the last one placed")
	}
	if c.queens[s.Row] != queens.None || c.isGiven(s.Row) {
		return errors.New("its row has a queen")
	}
	if e.Kind == queens.EventTry {
		return unless(e.Tests == 1, "it is more than one test")
	}
	n := c.Problem.Size
	attacked := c.cols[s.Col] > 0 || c.diags[s.Row-s.Col+n-1] > 0 || c.antis[s.Row+s.Col] > 0
	tried := !c.kinds[queens.EventTry] || c.before.Kind == queens.EventTry && c.before.Square == s
	return unless(!attacked && !c.isBlocked(s) && tried, "its square is not free, or was not tried")
}

// fitsRefusal is fits for what refuses a square: one just tried, or one of a
// candidate.
func (c *checker) fitsRefusal(e queens.Event) error {
	s := e.Square
	pending := c.before.Kind == queens.EventTry && c.before.Square == s && e.Tests == 0
	if c.tries() {
		pending = c.before.Kind == queens.EventCandidate && c.queens[s.Row] == s.Col
	}
	if !pending {
		return errors.New("its square is not in question")
	}
	if e.Kind == queens.EventBlocked {
		return unless(c.isBlocked(s), "its square is not blocked")
	}
	if e.Line == queens.Row {
		byGiven := c.isGiven(e.Other.Row) && c.given[e.Other.Row] == e.Other.Col
		return unless(c.tries() && byGiven && queens.LineBetween(s, e.Other) == queens.Row, "no queen is given there")
	}
	attacks := c.queens[e.Other.Row] == e.Other.Col && queens.LineBetween(s, e.Other) == e.Line
	return unless(attacks, "no queen attacks so")
}

// unless returns an error unless all is well.
func unless(ok bool, problem string) error {
	if ok {
		return nil
	}
	return errors.New(problem)
}

func (c *checker) full() bool {
	return c.depth == c.Problem.Size-c.standingGiven()
}

// standingGiven is how many given queens stand from the start: none where the
// digits pass through their rows.
func (c *checker) standingGiven() int {
	if c.kinds[queens.EventGiven] {
		return len(c.Problem.Given)
	}
	return 0
}

func (c *checker) isGiven(row int) bool { return c.given != nil && c.given[row] != queens.None }

func (c *checker) isBlocked(s queens.Square) bool {
	return c.blocked != nil && c.blocked[s.Row*c.Problem.Size+s.Col]
}

// move keeps the counts of queens on lines up to date with an event that fits.
func (c *checker) move(e queens.Event) {
	switch e.Kind {
	case queens.EventMark:
		c.marked[e.Square.Row*c.Problem.Size+e.Square.Col] = true
	case queens.EventGiven, queens.EventSet:
		c.put(e.Square)
	case queens.EventPlace:
		c.put(e.Square)
		c.stack = append(c.stack, e.Square)
	case queens.EventRemove:
		c.take(e.Square)
		c.stack = c.stack[:len(c.stack)-1]
	case queens.EventDigit:
		c.take(e.Other)
		c.put(e.Square)
	case queens.EventSwap:
		if e.Square.Row != e.Other.Row {
			c.take(queens.Square{Row: e.Square.Row, Col: e.Other.Col})
			c.take(queens.Square{Row: e.Other.Row, Col: e.Square.Col})
			c.put(e.Square)
			c.put(e.Other)
		}
	}
}

func (c *checker) put(s queens.Square) {
	diag, anti := s.Row-s.Col+c.Problem.Size-1, s.Row+s.Col
	c.pairs += c.cols[s.Col] + c.diags[diag] + c.antis[anti]
	c.cols[s.Col]++
	c.diags[diag]++
	c.antis[anti]++
	c.weigh(s, 1)
}

func (c *checker) take(s queens.Square) {
	diag, anti := s.Row-s.Col+c.Problem.Size-1, s.Row+s.Col
	c.cols[s.Col]--
	c.diags[diag]--
	c.antis[anti]--
	c.pairs -= c.cols[s.Col] + c.diags[diag] + c.antis[anti]
	c.weigh(s, -1)
}

// weigh counts a queen that the problem speaks of.
func (c *checker) weigh(s queens.Square, by int) {
	if c.isBlocked(s) {
		c.onBlocked += by
	}
	if c.given != nil && c.given[s.Row] == s.Col {
		c.right += by
	}
}
