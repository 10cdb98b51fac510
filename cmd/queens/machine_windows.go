package main

import (
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
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

// machineMemory returns the memory of the machine in bytes, 0 if it is not known.
func machineMemory() uint64 {
	var kilobytes uint64
	ask := windows.NewLazySystemDLL("kernel32.dll").NewProc("GetPhysicallyInstalledSystemMemory")
	if ok, _, _ := ask.Call(uintptr(unsafe.Pointer(&kilobytes))); ok == 0 {
		return 0
	}
	return kilobytes << 10
}
