// Package cluster is the distributed exact count without a network: how a count is cut into jobs, what a worker sends back,
// who computes what and who computes it again, and the record of it all.
//
//   - A [Job] is a run of neighbouring units in their canonical order; a [Task] is one computation of it.
//   - A [Tally] is what comes back: the result of each unit, and who found it with what.
//   - The [Scheduler] decides. It knows no clock, no disk and no network: events go in, [Orders] come out. What it
//     decided is not to be acted upon before the [Ledger] holds it.
//   - The [Ledger] is the record, one file. What the messages of a network lose, it finds missing.
//   - [Simulate] drives the same scheduler in virtual time.
//
// Package cluster/nats carries all this over NATS JetStream. docs/cluster.md says what is promised.
package cluster
