package queens

// An EventKind says what a search did.
type EventKind uint8

// The events. The first seven are those of every search that places queens; the
// others say what methods do that work on whole placements or on whole rows. A
// comment names the fields that an event has besides Kind and Square.
const (
	EventGiven    EventKind = iota + 1 // a given queen stands on Square, before the search begins; Marks
	EventTry                           // Square is tested; Tests
	EventConflict                      // it is refused: the queen on Other attacks it along Line; Tests
	EventBlocked                       // it is refused: it is blocked; Tests
	EventPlace                         // a queen is placed on Square: a node; Marks
	EventRemove                        // the queen on Square is taken back; Marks, Yes if no solution was found below: a backtrack
	EventSolution                      // the queens that stand are a solution; no Square; Tests

	EventSet       // a queen is set on Square without a search: by a rule, or where a method begins
	EventSwap      // two rows exchange columns: their queens now stand on Square and on Other
	EventDigit     // the queen of a row moves from Other to Square: a digit changes
	EventCandidate // the queens that stand are a candidate, a try; no Square; Yes if every column has one
	EventRestart   // the search begins anew, with the given queens alone; no Square; Marks
	EventLine      // the free squares of a row or column, as Line says, are found at once: Free of them; Tests, Ties
	EventProof     // a search in advance of Nodes nodes ends; no Square; Yes if there is a solution
	EventMark      // Square is blocked and is marked so, before the search begins; Marks
)

// eventNames are the names of the kinds, by kind.
var eventNames = [...]string{
	"no event", "given", "try", "conflict", "blocked", "place", "remove", "solution",
	"set", "swap", "digit", "candidate", "restart", "line", "proof", "mark",
}

// String returns the name of the kind: "given", "try", "conflict", "blocked",
// "place", "remove", "solution", "set", "swap", "digit", "candidate",
// "restart", "line", "proof" or "mark".
func (k EventKind) String() string {
	if int(k) >= len(eventNames) {
		return eventNames[0]
	}
	return eventNames[k]
}

// An Event is one thing that a search did. The events of a search add up to its
// [Stats]: Marks, Tests and Nodes are what each adds, see [EventKind]; a place
// adds a node and one in the level of its row, a remove with Yes a backtrack, a
// candidate a try and, with Yes, a permutation, a solution a solution.
type Event struct {
	Kind   EventKind
	Line   Line
	Yes    bool
	Square Square
	Other  Square // another square that the event is about
	Marks  int    // cells written in arrays of marks
	Tests  int    // squares, or pairs of queens, tested
	Free   int    // free squares found
	Ties   int    // how many lines have as few free squares as the one chosen, itself among them; 0 if it was not chosen so
	Nodes  uint64 // nodes visited that are not reported one by one
}

// An Observer is told what a search does, in order, from the goroutine that
// searches.
type Observer interface {
	Observe(Event)
}

// Observable is an optional capability of an [Engine], found by type assertion:
// Observed returns an engine that searches in the same way, with the same
// statistics, and tells o each event. An engine without an observer pays
// nothing for it. An observed search looks at its context at every event or
// two, since an observer may be as slow as an animation.
type Observable interface {
	Observed(o Observer) Engine
}
