// Package trace records what an engine did, as events that replay forwards and
// backwards.
//
// [Record] runs an engine of package methods with an observer and keeps what it
// is told; there is no second implementation of any search. A [Player] then
// stands between two events and goes either way in constant time, with the
// queens, every counter of [queens.Stats] and the last solution of that point.
// [CodeOf] is the Go source of the search, with the line of each kind of event,
// and [Player.Message] says in a sentence what happened.
//
// Who wants the solutions of a problem and not how they were found takes an
// engine itself: a trace takes 8 bytes an event.
//
// # The stream
//
// An event is two words of 32 bits, the low byte first. Fields are from bit 0
// upwards; unused ones are zero.
//
//	first word   kind 4, flag 1, line 3, row 10, column 10; 4 unused
//	second word  other row 10, other column 10, amount 12
//
// Kinds are the numbers of [queens.EventKind], lines those of [queens.Line]. Flag
// is Event.Yes. Row and column are Event.Square, other row and other column
// Event.Other. Amount is Event.Marks for given, place, remove, restart and mark,
// and Event.Tests for try, conflict, blocked, solution and line. A line event has
// Free and Ties, at most 1023, in the place of the other row and column. A proof
// event has Nodes in 52 bits: the lower 20 in the place of row and column, the
// others in the second word. Restart, solution and candidate have no square.
//
// # The JSON form
//
//	{"version":1,
//	 "method":"backtrack", "n":8, "given":[[0,3]], "blocked":[],
//	 "seed":"0",                   a string, since it may have 64 bits
//	 "events":"..", "count":2056,  the stream in base64, and its events
//	 "complete":true, "cut":"",    or what cut it: events, bytes, solutions, tries
//	 "stats":{"nodes":..,"backtracks":..,"tests":..,"marks":..,"tries":..,
//	          "permutations":..,"solutions":..,"levels":[..]},  after the last event
//	 "expected":438.26,            tries that a shuffle takes on average; else left out
//	 "code":{"file":"..","lines":[".."],"marks":{"try":17}}}    lines count from 1
//
// [Decode] reads it and refuses a stream that is not one search: see there.
package trace
