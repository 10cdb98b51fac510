//go:build purego || !amd64

package kernel

// candidates returns none: this build has no assembly.
func candidates() []candidate { return nil }
