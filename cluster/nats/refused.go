package nats

import "fmt"

// RefusedError says why a coordinator or a worker does not want to work with the other.
type RefusedError struct {
	Reason RefusedReason
	Ours   string
	Theirs string
}

// RefusedReason says why.
type RefusedReason string

const (
	RefusedSplitting RefusedReason = "splitting" // the two cut the board into different units
	RefusedCondemned RefusedReason = "condemned" // this worker was found wrong
	RefusedReplaced  RefusedReason = "replaced"  // another process has the same key
)

func (e *RefusedError) Error() string {
	switch e.Reason {
	case RefusedSplitting:
		if e.Theirs == "" {
			return fmt.Sprintf("queens: the coordinator's units are of another definition than those of this program, %s", e.Ours)
		}
		return fmt.Sprintf("queens: the coordinator's units are %s, those of this program %s: both must be of versions that split alike", e.Theirs, e.Ours)
	case RefusedCondemned:
		return "queens: the coordinator takes no more work from this key: a result was found wrong"
	}
	return "queens: another process works with the same key"
}
