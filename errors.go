package queens

import (
	"errors"
	"fmt"
	"strings"

	"example.org/queens/internal/search"
)

var (
	// ErrNoSolution says that a search ended and the problem has no solution.
	ErrNoSolution = errors.New("queens: no solution exists")

	// ErrStopped is what [Engine.Search] returns when its consumer asked it to
	// stop: the search is not complete, though nothing went wrong.
	ErrStopped = search.ErrStopped
)

// A SizeError is a board size that cannot be searched.
type SizeError struct {
	Size   int
	Engine string // the engine that refuses it; empty if no engine takes it
	Max    int    // the largest size of that engine
}

func (e *SizeError) Error() string {
	if e.Engine == "" {
		return fmt.Sprintf("queens: size %d: a board has at least 1 row", e.Size)
	}
	return fmt.Sprintf("queens: size %d is too large for %s, which takes 1 to %d", e.Size, e.Engine, e.Max)
}

// A SquareError is a given or blocked square off the board.
type SquareError struct {
	Square Square
	Size   int
}

func (e *SquareError) Error() string {
	return fmt.Sprintf("queens: square %v is off the board: rows and columns go from 0 to %d", e.Square, e.Size-1)
}

// A GivenConflictError is a pair of given queens that attack each other.
type GivenConflictError struct {
	Conflict Conflict
}

func (e *GivenConflictError) Error() string {
	return "queens: given queens attack each other: " + e.Conflict.String()
}

// A GivenBlockedError is a given queen on a blocked square.
type GivenBlockedError struct {
	Square Square
}

func (e *GivenBlockedError) Error() string {
	return fmt.Sprintf("queens: square %v is both given and blocked", e.Square)
}

// An UnsupportedError names constraints that an engine does not honour.
type UnsupportedError struct {
	Engine       string
	Constraints  Constraint
	Alternatives []string // engines that honour them, if known
}

func (e *UnsupportedError) Error() string {
	text := fmt.Sprintf("queens: %s does not take %v", e.Engine, e.Constraints)
	if len(e.Alternatives) > 0 {
		text += "; these do: " + strings.Join(e.Alternatives, ", ")
	}
	return text
}
