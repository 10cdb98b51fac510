package cluster

import "time"

// Orders are what the scheduler wants done. Records come first: nothing else may happen before they are durable, so that after a
// crash the ledger knows of everything that somebody else may know of.
type Orders struct {
	Records  []Record
	Withdraw []string     // workers whose waiting tasks are to be dropped, before Assign
	Assign   []Assignment // tasks to hand out
	Self     []Assignment // tasks that the coordinator computes itself, with another kernel
	Check    []Check      // units that the coordinator computes itself
}

// Empty reports whether there is nothing to do.
func (o *Orders) Empty() bool {
	return len(o.Records)+len(o.Withdraw)+len(o.Assign)+len(o.Self)+len(o.Check) == 0
}

// An Assignment gives a task to a worker. For Orders.Self the worker is a method of the coordinator, see SelfName.
type Assignment struct {
	Task   Task
	Job    Job
	Worker string
}

// A Check is a unit whose result the coordinator computes again.
type Check struct {
	Job     uint32
	Unit    int
	Claimed uint64
	Worker  string
	Kernel  string // that found it
}

// A Record is one entry of the ledger.
type Record interface{ record() }

// A JobRecord replaces what the ledger has of a job.
type JobRecord struct {
	Job    Job
	Copies uint8  // tasks made so far: copies 0 to Copies-1
	Open   uint16 // bit c: copy c is still to be computed
	Winner Winner
}

// A Winner says which tally of a job counts.
type Winner struct {
	Worker string // "" if none does
	Copy   uint8
	Sum    uint64 // Tally.Sum
}

// An AssignRecord says that a worker was given a task, or that it has answered.
type AssignRecord struct {
	Task     Task
	Worker   string
	Answered bool
}

// A TallyRecord keeps a tally, whether it counts or not.
type TallyRecord struct {
	Task   Task
	Worker string
	Data   []byte // as Tally.Encode returned it
}

// A WorkerRecord keeps what is known of a worker.
type WorkerRecord struct {
	Worker WorkerInfo
}

// An AlarmRecord keeps something that a person should see.
type AlarmRecord struct {
	Alarm Alarm
}

func (JobRecord) record()    {}
func (AssignRecord) record() {}
func (TallyRecord) record()  {}
func (WorkerRecord) record() {}
func (AlarmRecord) record()  {}

// WorkerInfo is what the ledger has of a worker.
type WorkerInfo struct {
	Name      string    `json:"name"`
	Cores     int       `json:"cores,omitempty"`
	Kernel    string    `json:"kernel,omitempty"`
	Version   string    `json:"version,omitempty"`
	Jobs      int       `json:"jobs,omitempty"` // tallies in the ledger
	Live      bool      `json:"live,omitempty"` // not kept
	Seen      time.Time `json:"seen,omitzero"`
	Condemned bool      `json:"condemned,omitempty"` // a majority found another result than it did
}

// AlarmKind says what an alarm is about.
type AlarmKind string

const (
	AlarmMismatch  AlarmKind = "mismatch"  // two answers to one job differ
	AlarmCheck     AlarmKind = "check"     // the coordinator found another result for a unit
	AlarmCondemned AlarmKind = "condemned" // a worker was found wrong
	AlarmForged    AlarmKind = "forged"    // a tally for what its sender was not given
	AlarmMalformed AlarmKind = "malformed" // a message that is no tally of this run
	AlarmAside     AlarmKind = "aside"     // a job failed too often and was set aside
	AlarmLocked    AlarmKind = "locked"    // a worker was locked out for the messages that it sent
	AlarmDamaged   AlarmKind = "damaged"   // the ledger's tally of a job cannot be read any more
)

// An Alarm is something that a person should see.
type Alarm struct {
	Time    time.Time     `json:"time"`
	Kind    AlarmKind     `json:"kind"`
	Job     uint32        `json:"job"`
	Copy    uint8         `json:"copy,omitempty"`   // of the job, for AlarmForged
	Worker  string        `json:"worker,omitempty"` // whom it is about
	Answers []AlarmAnswer `json:"answers,omitempty"`
	Unit    *UnitAnswers  `json:"unit,omitempty"` // for AlarmCheck
	Reason  Reason        `json:"reason,omitempty"`
}

// UnitAnswers are two results of one unit.
type UnitAnswers struct {
	Unit   int    `json:"unit"`
	Worker uint64 `json:"worker,string"` // what it says
	Found  uint64 `json:"found,string"`  // by the coordinator
}

// A Reason says why a message was refused or a job set aside: one of those below, or the words of a worker.
type Reason string

const (
	ReasonForeign   Reason = "foreign"   // a tally or a task of another run or job
	ReasonMisplaced Reason = "misplaced" // a tally under the name of another task
	ReasonNoTally   Reason = "notally"   // bytes that are no tally
	ReasonNoBeat    Reason = "nobeat"    // bytes that are no heartbeat
	ReasonCopies    Reason = "copies"    // computed as often as can be, without two answers that agree
	ReasonMany      Reason = "many"      // a task of more units than a worker should try
	ReasonNoUnits   Reason = "nounits"   // a task of units that there are not
	ReasonDiffers   Reason = "differs"   // another result is stored under the task
)

// An AlarmAnswer is one of the answers that differ.
type AlarmAnswer struct {
	Worker string `json:"worker"`
	Copy   uint8  `json:"copy"`
	Sum    string `json:"sum"` // of the results, in hexadecimal
}
