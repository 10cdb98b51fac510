package queens

// An EventKind says what a search did.
type EventKind uint8

// The events of a search row by row.
const (
	EventGiven    EventKind = iota + 1 // a given queen stands on Square, before the search begins
	EventTry                           // Square is tested
	EventConflict                      // it is refused: the queen on Other attacks it along Line
	EventBlocked                       // it is refused: it is blocked
	EventPlace                         // a queen is placed on Square
	EventRemove                        // the queen on Square is taken back
	EventSolution                      // the queens that stand are a solution
)

// An Event is one thing that a search did.
type Event struct {
	Kind   EventKind
	Square Square
	Other  Square // for EventConflict: the queen that refuses
	Line   Line   // for EventConflict: the line they share
}

// An Observer is told what a search does, in order, from the goroutine that
// searches.
type Observer interface {
	Observe(Event)
}

// Observable is an optional capability of an [Engine], found by type assertion:
// Observed returns an engine that searches in the same way, with the same
// statistics, and tells o each event. An engine without an observer pays
// nothing for it.
type Observable interface {
	Observed(o Observer) Engine
}
