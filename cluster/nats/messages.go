package nats

import (
	"encoding/json"
	"time"

	"example.org/queens/cluster"
)

// A hello is what a worker says when it starts.
type hello struct {
	Session    string `json:"session"`       // of the process
	Run        string `json:"run,omitempty"` // that it wants to work for; empty: whichever answers
	Cores      int    `json:"cores"`
	Kernel     string `json:"kernel"`
	Version    string `json:"version"`
	Definition int    `json:"definition"` // of unit results
}

// A welcome is the answer to a hello: the run, or why not.
type welcome struct {
	Run       string        `json:"run,omitempty"`
	Lane      string        `json:"lane,omitempty"` // of streams, see the package
	N         int           `json:"n,omitempty"`
	Splitting string        `json:"splitting,omitempty"` // fingerprint
	Lease     time.Duration `json:"lease,omitempty"`
	Refused   refusal       `json:"refused,omitempty"`
}

type refusal string

const (
	refusedDefinition refusal = "definition" // its units are of another definition
	refusedCondemned  refusal = "condemned"  // it was found wrong
	refusedFinished   refusal = "finished"   // there is nothing to do
)

// A beat is what a worker says now and then.
type beat struct {
	Session string         `json:"session"`
	Lane    string         `json:"lane"`
	Cores   int            `json:"cores"`
	Running []cluster.Task `json:"running,omitempty"`
	Failed  []failure      `json:"failed,omitempty"`
	Leaving bool           `json:"leaving,omitempty"`
}

type failure struct {
	Task   cluster.Task   `json:"task"`
	Reason cluster.Reason `json:"reason"`
}

// An order is what the coordinator says to a worker.
type order struct {
	Quit     string `json:"quit,omitempty"`  // the session that is to end: another one has its key
	Greet    string `json:"greet,omitempty"` // the session that is to greet anew: the lane is another
	Finished bool   `json:"finished,omitempty"`
}

// A jobMessage is a task on its way to a worker.
type jobMessage struct {
	Run   string `json:"run"`
	Job   uint32 `json:"job"`
	Copy  uint8  `json:"copy"`
	First uint32 `json:"first"`
	Units uint32 `json:"units"`
}

// maxControl bounds the bytes of every message but tallies.
const maxControl = 64 << 10

func pack(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain structs
	}
	return data
}

func unpack(data []byte, v any) bool {
	return len(data) <= maxControl && json.Unmarshal(data, v) == nil
}
