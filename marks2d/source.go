package marks2d

import _ "embed"

// source is the text of marks2d.go.
//
//go:embed marks2d.go
var source string

// Source returns the Go source of the search, which package trace shows while it
// replays one.
func Source() string { return source }
