package cluster

import "fmt"

// MaxUnits is the greatest number of units in a job. It bounds a tally.
const MaxUnits = 4096

// A Job is a run of neighbouring units. The jobs of a run are numbered in their canonical order from 0; together they
// have every unit once.
type Job struct {
	ID    uint32
	First uint32 // index of the first unit
	Units uint32 // 1 .. MaxUnits
}

// End returns the index after the last unit.
func (j Job) End() uint32 { return j.First + j.Units }

// maxCopies bounds how often a job can be computed: the first time, for an audit, and to settle what did not agree.
const maxCopies = 16

// A Task is one computation of a job. Copy 0 is the first; the others are asked for by an audit, a mismatch, or because the
// answer of a worker that was wrong elsewhere is not to be used.
type Task struct {
	Job  uint32
	Copy uint8
}

func (t Task) String() string { return fmt.Sprintf("%d.%d", t.Job, t.Copy) }
