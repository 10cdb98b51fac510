package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }

// openFile opens files for bbolt; replaced in tests.
var openFile = os.OpenFile

// prepare makes sure that there is a database at path, and creates one with the identity if there is nothing.
// Anything else that is there stays as it is.
func prepare(path string, id Identity) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return create(path, id)
	case err != nil:
		return &FileError{Path: path, Op: "open", Err: cause(err)}
	case info.IsDir():
		return &FileError{Path: path, Op: "open", Err: ErrDirectory}
	case !info.Mode().IsRegular():
		return &FileError{Path: path, Op: "open", Err: ErrNotRegular}
	case info.Size() == 0:
		return initialize(path, id)
	}
	return nil
}

// create makes a new file under another name and gives it its name only when it is complete, so that a crash leaves a
// sound file or none. A file that has appeared at path meanwhile is left alone.
func create(path string, id Identity) error {
	dir, base := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	f, err := os.CreateTemp(dir, base+".new-*")
	if err != nil {
		return &FileError{Path: path, Op: "create", Err: cause(err)}
	}
	temporary := f.Name()
	f.Close()
	defer os.Remove(temporary)
	if err := initialize(temporary, id); err != nil {
		var file *FileError
		if errors.As(err, &file) {
			return &FileError{Path: path, Op: "create", Err: file.Err}
		}
		return err
	}
	err = os.Link(temporary, path) // unlike a renaming it never replaces a file
	if err != nil && !errors.Is(err, fs.ErrExist) {
		if _, statErr := os.Lstat(path); errors.Is(statErr, fs.ErrNotExist) { // a file system without links
			err = os.Rename(temporary, path)
		}
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return &FileError{Path: path, Op: "create", Err: cause(err)}
	}
	if d, err := os.Open(dir); err == nil { // the new name must be durable too; not all systems can
		d.Sync()
		d.Close()
	}
	return nil
}

// initialize writes the identity and an empty record set into an empty file or fresh database.
func initialize(path string, id Identity) error {
	db, err := openDB(path, false)
	if err != nil {
		return err
	}
	err = guard(path, "create", func() error {
		return db.Update(func(tx *bolt.Tx) error {
			b, err := tx.CreateBucketIfNotExists(bucketName)
			if err == nil {
				err = b.Put(identityKey, id.encode())
			}
			if err == nil {
				err = b.Put(headKey, encodeHead(id, seal{}))
			}
			return err
		})
	})
	if e := closeDB(path, db); err == nil {
		err = e
	}
	return err
}

// inspect checks the file at path before bbolt may write to it. A fresh database gets its identity.
func inspect(path string, id Identity) error {
	db, err := openDB(path, true)
	if err != nil {
		return err
	}
	_, err = read(path, id)
	if e := closeDB(path, db); err == nil {
		err = e
	}
	if err == errFresh {
		return initialize(path, id)
	}
	return err
}

// errFresh says that a database is empty and was never written to.
var errFresh = errors.New("fresh database")

// read returns the contents of the file at path, which must be of the given identity. The caller holds the file's lock.
func read(path string, id Identity) (*contents, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, &FileError{Path: path, Op: "read", Err: cause(err)}
	}
	pairs, fresh, damage := audit(data)
	if fresh {
		return nil, errFresh
	}
	var c *contents
	if damage == nil {
		c, damage = decode(pairs)
	}
	if damage != nil {
		damage.Path = path
		return nil, damage
	}
	if c.identity != id {
		return nil, &MismatchError{Path: path, Want: id, Got: c.identity}
	}
	return c, nil
}

// put commits a batch.
func (st *Store) put(b batch) error {
	err := guard(st.path, "write", func() error {
		return st.db.Update(func(tx *bolt.Tx) error {
			bucket := tx.Bucket(bucketName)
			if err := bucket.Put(batchKey(b.seal.batches), b.encode(st.identity)); err != nil {
				return err
			}
			return bucket.Put(headKey, encodeHead(st.identity, b.seal))
		})
	})
	var damage *DamageError
	if errors.As(err, &damage) {
		st.broken = damage
	}
	return err
}

// openDB opens the database at path. Read-only it touches meta pages alone, and shares its lock with other readers.
func openDB(path string, readOnly bool) (db *bolt.DB, err error) {
	timeout := time.Millisecond // try once
	if !readOnly {
		timeout = 300 * time.Millisecond // another process may be looking
	}
	err = guard(path, "open", func() (err error) {
		db, err = bolt.Open(path, 0o666, &bolt.Options{
			Timeout: timeout, ReadOnly: readOnly, NoFreelistSync: true, FreelistType: bolt.FreelistMapType, OpenFile: openFile,
		})
		return err
	})
	return db, err
}

func closeDB(path string, db *bolt.DB) error { return guard(path, "close", db.Close) }

// guard calls f, which calls bbolt, and makes the package's errors of what it returns, of a panic and of a fault in
// the memory map.
func guard(path, op string, f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = &DamageError{Path: path, Damage: Unexpected, Detail: fmt.Sprint(p)}
		}
	}()
	err = f()
	switch {
	case err == nil:
		return nil
	case errors.Is(err, berrors.ErrTimeout):
		return &LockedError{Path: path, Err: err}
	case op == "open" && !fromSystem(err): // no valid meta page, or not even room for two
		return &DamageError{Path: path, Damage: NotACheckpoint, Detail: err.Error()}
	}
	return &FileError{Path: path, Op: op, Err: cause(err)}
}

// fromSystem says whether an error comes from the operating system.
func fromSystem(err error) bool {
	var number syscall.Errno
	var path *fs.PathError
	return errors.As(err, &number) || errors.As(err, &path)
}

// cause drops the path from an error of package os, as FileError has it, and finds the system's error
// again where bbolt has put it into words (when a file cannot grow).
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	for _, number := range []syscall.Errno{syscall.ENOSPC, syscall.EFBIG, syscall.EDQUOT, syscall.EIO, syscall.EROFS} {
		if strings.HasSuffix(err.Error(), number.Error()) {
			return number
		}
	}
	return err
}
