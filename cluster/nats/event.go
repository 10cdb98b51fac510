package nats

import "example.org/queens/cluster"

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
	EventJoined       EventKind = "joined"       // a worker has been let in; Text: the run
	EventDisconnected EventKind = "disconnected" // the link is lost; Text: why
	EventReconnected  EventKind = "reconnected"
	EventTrouble      EventKind = "trouble" // something failed and is tried again; Text: what
	EventWorker       EventKind = "worker"  // a worker has come; Text: its name
	EventGone         EventKind = "gone"    // a worker has left; Text: its name
	EventAlarm        EventKind = "alarm"   // something that a person should see; it is in the ledger
	EventRefusedTask  EventKind = "refused" // a worker will not compute a task; Text: which
	EventKeys         EventKind = "keys"    // the keys were read again
)
