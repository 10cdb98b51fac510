//go:build !unix

package nats

import "io/fs"

func ofRoot(fs.FileInfo) bool { return false }
