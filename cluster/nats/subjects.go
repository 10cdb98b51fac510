// Package nats carries a distributed count over NATS JetStream, on a server of its own in the same process or on one that is there.
//
// Two streams belong to a run; together they are a lane, and its name is in theirs and in the subjects of all that they hold. A ledger goes on
// with its lane as long as the two know the same about each other. If the lane is gone, of another server, or knows more than a ledger that
// was copied, there is a new one, so that nothing in it can be of jobs that the ledger does not know. JOBS is a work queue: each task is a message on a subject of the worker it was given to, which
// has a consumer of its own there. RESULTS is write-once: each tally is a message on a subject made of its job, copy and worker,
// and no worker can change or delete it; the coordinator takes out what its ledger has when room gets scarce. Everything that counts is in the coordinator's ledger; what the streams lose
// is found missing there.
package nats

import (
	"fmt"

	"example.org/queens/cluster"
)

// Subjects. A worker's name is a token of every subject that it may publish on or that is meant for it.
const prefix = "queens"

func helloSubject(name string) string      { return prefix + ".hello." + name }
func beatSubject(run, name string) string  { return prefix + "." + run + ".beat." + name }
func orderSubject(run, name string) string { return prefix + "." + run + ".order." + name }
func leadSubject(run string) string        { return prefix + "." + run + ".lead" }
func jobSubject(lane, name string, t cluster.Task) string {
	return fmt.Sprintf("%s.%s.job.%s.%d.%d", prefix, lane, name, t.Job, t.Copy)
}
func jobsOf(lane, name string) string { return prefix + "." + lane + ".job." + name + ".>" }
func resultSubject(lane string, t cluster.Task, name string) string {
	return fmt.Sprintf("%s.%s.result.%d.%d.%s", prefix, lane, t.Job, t.Copy, name)
}

const (
	jobsPrefix    = "QUEENS_JOBS_"
	resultsPrefix = "QUEENS_RESULTS_"
)

func jobsStream(lane string) string    { return jobsPrefix + lane }
func resultsStream(lane string) string { return resultsPrefix + lane }
func consumerOf(name string) string    { return "worker_" + name }
func inboxOf(name string) string       { return "_INBOX_" + name }

// PublishSubjects returns what the key of a worker may publish on: greetings and heartbeats under its name, results under its name,
// requests for its own jobs, their acknowledgements, and requests to read its own results back.
func PublishSubjects(name string) []string {
	return []string{
		helloSubject(name),
		beatSubject("*", name),
		prefix + ".*.result.*.*." + name,
		"$JS.API.CONSUMER.INFO.*." + consumerOf(name),
		"$JS.API.CONSUMER.MSG.NEXT.*." + consumerOf(name),
		"$JS.ACK.*." + consumerOf(name) + ".>",
		"$JS.ACK.*.*.*." + consumerOf(name) + ".>", // as servers with domains write it
		"$JS.API.DIRECT.GET.*." + prefix + ".*.result.*.*." + name,
	}
}

// SubscribeSubjects returns what the key of a worker may subscribe to: answers to itself and orders to itself.
func SubscribeSubjects(name string) []string {
	return []string{inboxOf(name) + ".>", orderSubject("*", name)}
}
