package checkpoint

import "fmt"

// FileError says that the file system refused something: a path that is a directory, a read-only file,
// no space left; or that somebody took the file away. Err says what, and can be asked with errors.Is: fs.ErrPermission,
// [ErrDirectory], syscall.ENOSPC, ...
type FileError struct {
	Path string
	Op   string // "open", "create", "read", "write", "keep" or "close"
	Err  error
}

func (e *FileError) Error() string {
	return fmt.Sprintf("queens: cannot %s checkpoint %s: %v", e.Op, e.Path, e.Err)
}

func (e *FileError) Unwrap() error { return e.Err }

type fileKind string

func (k fileKind) Error() string { return string(k) }

// What a path can be instead of the file.
const (
	ErrDirectory  = fileKind("it is a directory")
	ErrNotRegular = fileKind("it is not a regular file")
	ErrReplaced   = fileKind("it was removed or replaced while it was open")
)

// LockedError says that another process, or another Store of this one, has the file open.
type LockedError struct {
	Path string
	Err  error // bbolt's ErrTimeout
}

func (e *LockedError) Error() string {
	return fmt.Sprintf("queens: checkpoint %s is in use by another process", e.Path)
}

func (e *LockedError) Unwrap() error { return e.Err }

// MismatchError says that a file is a sound checkpoint of another count.
type MismatchError struct {
	Path      string
	Want, Got Identity
}

func (e *MismatchError) Error() string {
	switch {
	case e.Want.Format != e.Got.Format:
		return fmt.Sprintf("queens: checkpoint %s has format %d, not %d", e.Path, e.Got.Format, e.Want.Format)
	case e.Want.N != e.Got.N:
		return fmt.Sprintf("queens: checkpoint %s is of n=%d, not of n=%d", e.Path, e.Got.N, e.Want.N)
	}
	return fmt.Sprintf("queens: checkpoint %s has the splitting %s, not %s", e.Path, e.Got.Splitting, e.Want.Splitting)
}

// Damage says what is wrong with a file.
type Damage string

const (
	NotACheckpoint Damage = "not a checkpoint"   // not a bbolt database, or one of something else
	BadPage        Damage = "damaged page"       // the structure of the database is inconsistent
	BadIdentity    Damage = "damaged identity"   // the identity does not have its checksum
	BadBatch       Damage = "damaged batch"      // a batch does not have its checksum
	BadRecord      Damage = "damaged record"     // a record does not have its checksum, or is not a unit
	LostRecords    Damage = "lost records"       // a batch is missing, or the numbers do not add up
	DoubledRecord  Damage = "doubled record"     // a unit comes twice
	Unexpected     Damage = "unexpected failure" // bbolt failed on a file that looked sound
)

// DamageError says that a file is damaged, or no checkpoint at all. It was not changed.
type DamageError struct {
	Path   string
	Damage Damage
	Detail string // where, in words for a bug report; not for translation
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("queens: checkpoint %s is refused: %s (%s)", e.Path, e.Damage, e.Detail)
}

func damaged(d Damage, format string, args ...any) *DamageError {
	return &DamageError{Damage: d, Detail: fmt.Sprintf(format, args...)}
}
