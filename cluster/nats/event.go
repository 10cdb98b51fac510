package nats

import (
	"sync"
	"time"

	"example.org/queens/cluster"
)

// An Event is something that a person may want to know, while a coordinator or a worker runs.
type Event struct {
	Kind   EventKind
	Text   string         // a name or the words of a system, not for translation
	Reason cluster.Reason // of EventRefusedTask
	Alarm  cluster.Alarm  // of EventAlarm
}

// EventKind says what an event is.
type EventKind string

const (
	EventUnreachable  EventKind = "unreachable"  // nobody answers yet; Text: why
	EventNobody       EventKind = "nobody"       // servers answer, but no coordinator
	EventJoined       EventKind = "joined"       // a worker has been let in; Text: the run
	EventDisconnected EventKind = "disconnected" // the link is lost; Text: why
	EventReconnected  EventKind = "reconnected"
	EventTrouble      EventKind = "trouble" // something failed and is tried again; Text: what
	EventRoom         EventKind = "room"    // there is no room for a message at present
	EventLeft         EventKind = "left"    // streams of a finished run could not be removed; Text: their names
	EventWaiting      EventKind = "waiting" // the servers take no messages at present; Text: what they say
	EventWorker       EventKind = "worker"  // a worker has come; Text: its name
	EventGone         EventKind = "gone"    // a worker has left; Text: its name
	EventAlarm        EventKind = "alarm"   // something that a person should see; it is in the ledger
	EventRefusedTask  EventKind = "refused" // a worker will not compute a task; Text: which
	EventKeys         EventKind = "keys"    // the keys were read again
)

// sameAgain is how long the same trouble is not told again.
const sameAgain = 20 * time.Second

// calmly returns a function that tells trouble that goes on only now and then.
func calmly(told func(Event)) func(Event) {
	if told == nil {
		return func(Event) {}
	}
	var mu sync.Mutex
	last := map[EventKind]string{}
	when := map[EventKind]time.Time{}
	return func(e Event) {
		switch e.Kind {
		case EventTrouble, EventWaiting, EventRoom, EventUnreachable, EventNobody:
			mu.Lock()
			again := last[e.Kind] == e.Text && time.Since(when[e.Kind]) < sameAgain
			if !again {
				last[e.Kind], when[e.Kind] = e.Text, time.Now()
			}
			mu.Unlock()
			if again {
				return
			}
		}
		told(e)
	}
}

// trouble tells what failed and is tried again.
func trouble(told func(Event), err error) {
	kind := EventTrouble
	switch {
	case isFull(err):
		told(Event{Kind: EventRoom})
		return
	case busy(err):
		kind = EventWaiting
	}
	told(Event{Kind: kind, Text: err.Error()})
}
