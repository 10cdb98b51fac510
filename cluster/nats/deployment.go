package nats

import (
	"context"
	"errors"
	"fmt"
	"strings"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ActiveError says that another coordinator is at work on a run.
type ActiveError struct{ Run string }

func (e *ActiveError) Error() string {
	return fmt.Sprintf("queens: another coordinator is at work on run %s", e.Run)
}

// DeploymentError says what a NATS deployment lacks, or that it has lost something. It does not help to try again.
type DeploymentError struct {
	Reason DeploymentReason
	Room   int64 // that is needed on each server, in bytes
	Err    error
}

// DeploymentReason says what is wrong with a deployment.
type DeploymentReason string

const (
	DeploymentNoJetStream DeploymentReason = "no JetStream"
	DeploymentFewServers  DeploymentReason = "too few servers" // for the replicas
	DeploymentNoRoom      DeploymentReason = "no room"         // for the streams
	DeploymentOld         DeploymentReason = "too old"
	DeploymentGone        DeploymentReason = "streams gone"    // they were there
	DeploymentCoordinator DeploymentReason = "a coordinator's" // the server is a part of a coordinator
)

func (e *DeploymentError) Error() string {
	return fmt.Sprintf("queens: the NATS deployment: %s: %v", e.Reason, e.Err)
}

func (e *DeploymentError) Unwrap() error { return e.Err }

// Codes of a server's errors. They are a part of its interface.
const (
	errAccountRoom   jetstream.ErrorCode = 10002
	errIncomplete    jetstream.ErrorCode = 10004
	errNoPeers       jetstream.ErrorCode = 10005
	errUnavailable   jetstream.ErrorCode = 10008
	errNotLeader     jetstream.ErrorCode = 10009
	errResources     jetstream.ErrorCode = 10023
	errMemory        jetstream.ErrorCode = 10028
	errNotForAccount jetstream.ErrorCode = 10039
	errRaft          jetstream.ErrorCode = 10041
	errNoRoom        jetstream.ErrorCode = 10047
	errNoCluster     jetstream.ErrorCode = 10074
	errNotEnabled    jetstream.ErrorCode = 10076
	errStore         jetstream.ErrorCode = 10077 // there is a message on this subject, or the stream is full
	errOffline       jetstream.ErrorCode = 10118
	errAccountMost   jetstream.ErrorCode = 10122
	errBatchCut      jetstream.ErrorCode = 10176 // by a change of the leader
	errOfflineReason jetstream.ErrorCode = 10194
	errBatches       jetstream.ErrorCode = 10210 // too many at once
)

// code returns the code of a server's error, 0 if it is none.
func code(err error) jetstream.ErrorCode {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.ErrorCode
	}
	var other jetstream.JetStreamError
	if errors.As(err, &other) && other.APIError() != nil {
		return other.APIError().ErrorCode
	}
	return 0
}

// deployment returns the DeploymentError that the failure to make streams is a sign of, else the failure.
func deployment(err error, room int64) error {
	reason := DeploymentReason("")
	switch code(err) {
	case errNotForAccount, errNotEnabled:
		reason = DeploymentNoJetStream
	case errNoPeers:
		reason = DeploymentFewServers
		if strings.Contains(err.Error(), "storage") { // those that there are have no room
			reason = DeploymentNoRoom
		}
	case errNoCluster:
		reason = DeploymentFewServers
	case errNoRoom, errMemory, errResources, errAccountRoom, errAccountMost:
		reason = DeploymentNoRoom
	default:
		return err
	}
	return &DeploymentError{Reason: reason, Room: room, Err: err}
}

// transient reports whether an operation that failed may succeed later. What a server refuses for good, it will refuse again.
func transient(err error) bool {
	return busy(err) || code(err) == errStore || code(err) == errBatchCut || code(err) == errBatches || code(err) == errNoRoom ||
		code(err) == errResources || errors.Is(err, jetstream.ErrTooManyStalledMsgs)
}

// busy reports whether an operation failed because no server could take it at that time: none answers, a leader is being chosen, too few of them
// are up for a majority.
func busy(err error) bool {
	switch code(err) {
	case errUnavailable, errIncomplete, errNotLeader, errRaft, errOffline, errOfflineReason:
		return true
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, natsgo.ErrTimeout) || errors.Is(err, natsgo.ErrDisconnected) ||
		errors.Is(err, natsgo.ErrNoResponders) || errors.Is(err, natsgo.ErrConnectionReconnecting) || errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, natsgo.ErrReconnectBufExceeded) || errors.Is(err, jetstream.ErrAsyncPublishTimeout)
}
