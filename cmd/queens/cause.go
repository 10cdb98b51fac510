package main

import (
	"errors"
	"io/fs"
	"syscall"

	"example.org/queens/cluster"
	"example.org/queens/count/checkpoint"
)

// cause says in the language of the run why a file could not be read or
// written; what is rare, in the words of the system.
func (a *app) cause(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return a.T("cause.notexist")
	case errors.Is(err, fs.ErrPermission):
		return a.T("cause.permission")
	case errors.Is(err, syscall.EISDIR), errors.Is(err, checkpoint.ErrDirectory):
		return a.T("cause.directory")
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		return a.T("cause.notdirectory")
	case errors.Is(err, syscall.ENAMETOOLONG):
		return a.T("cause.longname")
	case errors.Is(err, checkpoint.ErrNotRegular), errors.Is(err, cluster.ErrNotRegular):
		return a.T("cause.notregular")
	case errors.Is(err, syscall.EFBIG):
		return a.T("cause.filelimit")
	case errors.Is(err, syscall.EROFS):
		return a.T("cause.readonly")
	case errors.Is(err, syscall.EIO):
		return a.T("cause.device")
	case isDiskFull(err):
		return a.T("cause.nospace")
	}
	text := err.Error()
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		text = path.Err.Error()
	}
	return a.T("cause.system", "Text", text)
}
