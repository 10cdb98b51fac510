package search

import _ "embed"

// source is the text of search.go.
//
//go:embed search.go
var source string

// Source returns the Go source of the search, which package trace shows while it
// replays one.
func Source() string { return source }
