package main

import (
	"errors"

	"example.org/queens/count"
	"example.org/queens/count/checkpoint"
)

// explainCount explains what the exact count does not take.
func (a *app) explainCount(err error) string {
	if size, ok := errors.AsType[*count.SizeError](err); ok {
		return a.T("error.count.size", "Size", size.N, "Max", size.Max)
	}
	if kernel, ok := errors.AsType[*count.KernelError](err); ok {
		if len(kernel.Missing) == 0 {
			return a.T("error.kernel", "Name", kernel.Name, "Names", a.join(kernel.Have))
		}
		return a.T("error.kernel.missing", "Name", kernel.Name, "Missing", a.join(kernel.Missing), "Names", a.join(kernel.Have))
	}
	if memory, ok := errors.AsType[*count.MemoryError](err); ok {
		return a.T("error.count.memory", "N", memory.N, "Threads", memory.Threads,
			"Need", bytesText(memory.Need), "Bound", bytesText(memory.Bound))
	}
	return a.explainCheckpoint(err)
}

// explainCheckpoint explains why a checkpoint file is refused.
func (a *app) explainCheckpoint(err error) string {
	if other, ok := errors.AsType[*checkpoint.MismatchError](err); ok {
		if other.Got.N != other.Want.N {
			return a.T("error.checkpoint.size", "File", other.Path, "Got", other.Got.N, "Want", other.Want.N)
		}
		return a.T("error.checkpoint.splitting", "File", other.Path, "Got", other.Got.Splitting, "Want", other.Want.Splitting)
	}
	if locked, ok := errors.AsType[*checkpoint.LockedError](err); ok {
		return a.T("error.checkpoint.locked", "File", locked.Path)
	}
	if damaged, ok := errors.AsType[*checkpoint.DamageError](err); ok {
		switch damaged.Damage {
		case checkpoint.NotACheckpoint:
			return a.T("error.checkpoint.none", "File", damaged.Path)
		case checkpoint.Unexpected:
			return a.T("error.checkpoint.broken", "File", damaged.Path)
		}
		return a.T("error.checkpoint.damaged", "File", damaged.Path)
	}
	if unit, ok := errors.AsType[*count.UnitError](err); ok {
		return a.T("error.checkpoint.unit", "Unit", unit.Unit)
	}
	return ""
}

// checkpointFailure says what the system refused to do with a checkpoint file.
func (a *app) checkpointFailure(e *checkpoint.FileError) string {
	if errors.Is(e, checkpoint.ErrReplaced) {
		return a.T("error.checkpoint.replaced", "File", e.Path)
	}
	key := "error.checkpoint.open"
	switch e.Op {
	case "create":
		key = "error.checkpoint.create"
	case "read":
		key = "error.checkpoint.read"
	case "write", "close":
		key = "error.checkpoint.write"
	}
	return a.T(key, "File", e.Path, "Reason", a.cause(e.Err))
}
