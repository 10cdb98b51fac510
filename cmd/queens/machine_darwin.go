package main

import (
	"strings"

	"golang.org/x/sys/unix"
)

// cpuModel returns the name of the processor.
func cpuModel() string {
	name, err := unix.Sysctl("machdep.cpu.brand_string")
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(name)
}

// loadAverage is not asked for on macOS.
func loadAverage() string { return "" }

// machineMemory returns the memory of the machine in bytes, 0 if it is not known.
func machineMemory() uint64 {
	bytes, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return bytes
}
