package count

import (
	"fmt"

	"example.org/queens/internal/kernel"
)

// SizeError says that a size cannot be counted.
type SizeError struct{ N, Max int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("queens: cannot count size %d: sizes are 1 to %d", e.N, e.Max)
}

// MemoryError says that a count does not fit its memory bound.
type MemoryError struct {
	N           int
	Threads     int
	Need, Bound uint64 // bytes
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("queens: counting size %d with %d threads needs %s of memory, more than the bound of %s",
		e.N, e.Threads, megabytes(e.Need), megabytes(e.Bound))
}

func megabytes(b uint64) string { return fmt.Sprintf("%d MB", (b+999_999)/1_000_000) }

// KernelError says that the kernel asked for is unknown or not available on this machine.
type KernelError struct {
	Name    string
	Missing []string // instruction groups that the machine lacks; empty if there is no such kernel in this build
	Have    []string // the kernels that can be used
}

func (e *KernelError) Error() string {
	if len(e.Missing) == 0 {
		return fmt.Sprintf("queens: no kernel %q in this build (available: %s)", e.Name, list(e.Have))
	}
	return fmt.Sprintf("queens: kernel %s needs %s, which this machine lacks (available: %s)", e.Name, list(e.Missing), list(e.Have))
}

func list(names []string) string {
	s := ""
	for i, n := range names {
		if i > 0 {
			s += ", "
		}
		s += n
	}
	return s
}

// chooseKernel returns the kernel of that name, of the environment, or the best.
func chooseKernel(name string) (kernel.Kernel, error) {
	if name == "" {
		name = kernelFromEnvironment()
	}
	if name == "" {
		return kernel.Best(), nil
	}
	k, missing := kernel.Named(name)
	if k == nil {
		return nil, &KernelError{Name: name, Missing: missing, Have: Kernels()}
	}
	return k, nil
}

// Kernels returns the names of the kernels that this machine can use, best first.
func Kernels() []string {
	var names []string
	for _, k := range kernel.All() {
		names = append(names, k.Name())
	}
	return names
}

// UnitError says that a store holds a unit that the count does not have, or twice.
type UnitError struct{ N, Unit, Units int }

func (e *UnitError) Error() string {
	return fmt.Sprintf("queens: the store holds unit %d twice or beyond the %d units of size %d", e.Unit, e.Units, e.N)
}
