// Package server answers for the teaching page: a typed HTTP API over the
// engines, symmetries, notations, hints, traces and counts, with the page itself
// beside it. [New] returns a handler, and [Server.Serve] runs it with the time
// limits that a server needs.
//
// Everything under /api is JSON, described at /openapi.json. Squares are [row,
// column], placements arrays of columns, both counted from 0, counts strings,
// since they outgrow the numbers of a browser. Errors are problem+json with a
// sentence in the language that ?lang= or Accept-Language asks for.
//
// A handler reads its parameters, asks a package that knows nothing of HTTP, and
// shapes the answer; its file has its types. What guards all of them is in files
// of its own, in the order in which a request meets them: recover.go, watch.go,
// headers.go, gate.go, host.go, token.go, origin.go, body.go.
//
// Whoever wants an API to build on should use the packages of this module: this
// one serves its page and changes with it.
package server
