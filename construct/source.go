package construct

import _ "embed"

// source is the text of construct.go.
//
//go:embed construct.go
var source string

// Source returns the Go source of the search, which package trace shows while it
// replays one.
func Source() string { return source }
