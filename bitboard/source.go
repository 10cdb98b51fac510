package bitboard

import _ "embed"

// source is the text of clear.go.
//
//go:embed clear.go
var source string

// Source returns the Go source of the search, which package trace shows while it
// replays one.
func Source() string { return source }
