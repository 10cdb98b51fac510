package cluster

import "strings"

// The coordinator answers under names of its own, one for each method, which no worker can have.
const (
	SelfKernel    = "coordinator:kernel"       // by another kernel than the first answer
	SelfBacktrack = "coordinator:backtracking" // by package count/verify, which shares no code with a kernel
)

var selfNames = []string{SelfKernel, SelfBacktrack}

// IsSelf reports whether a name is one of the coordinator's own.
func IsSelf(name string) bool { return strings.HasPrefix(name, "coordinator:") }

// ValidName reports whether a worker may have that name: letters of the Latin alphabet, digits, hyphens and underscores. A name
// is a part of a subject in the messaging system.
func ValidName(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}
