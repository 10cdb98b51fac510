package main

import (
	"strings"

	"golang.org/x/sys/windows/registry"
)

// cpuModel returns the name of the processor.
func cpuModel() string {
	key, err := registry.OpenKey(registry.LOCAL_MACHINE, `HARDWARE\DESCRIPTION\System\CentralProcessor\0`, registry.QUERY_VALUE)
	if err != nil {
		return "unknown"
	}
	defer key.Close()
	name, _, err := key.GetStringValue("ProcessorNameString")
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(name)
}

// loadAverage is not known on Windows.
func loadAverage() string { return "" }
