package odometer

import _ "embed"

// What is observed stands in both files.
var (
	//go:embed observed.go
	first string
	//go:embed odometer.go
	second string
)

// Source returns the Go source of the search, which package trace shows while it
// replays one.
func Source() string { return first + second }
