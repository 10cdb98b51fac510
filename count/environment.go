package count

import "os"

// KernelVariable is the environment variable that forces a kernel.
const KernelVariable = "QUEENS_KERNEL"

func kernelFromEnvironment() string { return os.Getenv(KernelVariable) }
