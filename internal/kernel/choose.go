package kernel

// Generic returns the plain Go kernel.
func Generic() Kernel { return generic{} }

// All returns the kernels that this machine can use, best first. The last is the generic one.
func All() []Kernel {
	var all []Kernel
	for _, c := range candidates() {
		if len(missing(c.needs)) == 0 {
			all = append(all, c.kernel)
		}
	}
	return append(all, generic{})
}

// Best returns the fastest kernel that this machine can use.
func Best() Kernel { return All()[0] }

// Named returns the kernel of that name. If it cannot be used k is nil and
// lacks names the instruction groups that the machine lacks, or is empty if this build has no such kernel.
func Named(name string) (k Kernel, lacks []string) {
	if name == (generic{}).Name() {
		return generic{}, nil
	}
	for _, c := range candidates() {
		if c.kernel.Name() != name {
			continue
		}
		if lacks = missing(c.needs); len(lacks) == 0 {
			return c.kernel, nil
		}
	}
	return nil, lacks
}

// candidate is a kernel in assembly and what it needs of the machine.
type candidate struct {
	kernel Kernel
	needs  []requirement
}

// requirement is an instruction group and whether this machine has it.
type requirement struct {
	name string
	met  bool
}

func missing(needs []requirement) []string {
	var names []string
	for _, r := range needs {
		if !r.met {
			names = append(names, r.name)
		}
	}
	return names
}
