//go:build !purego

package kernel

// candidates returns the kernels in assembly of this architecture, best first.
func candidates() []candidate {
	return []candidate{{avx512{}, avx512Needs()}, {avx2{}, avx2Needs()}}
}
