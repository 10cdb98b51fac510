package mrv

import _ "embed"

// source is the text of mrv.go.
//
//go:embed mrv.go
var source string

// Source returns the Go source of the search, which package trace shows while it
// replays one.
func Source() string { return source }
