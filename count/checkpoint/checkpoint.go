// Package checkpoint keeps the finished units of an exact count in one file, so that a count
// that was killed goes on where it was. [Store] implements count.Store on a bbolt database.
//
// # What is promised
//
//   - Units become durable in batches, at the latest half a second after they were saved and the time of one
//     disk flush. After kill -9 or a power loss the file holds all batches but the last.
//   - What [Store.Load] yields is what was saved: any damage to the file is either of no consequence
//     or refused by a [*DamageError].
//   - A file of another N or another splitting into units is refused by a [*MismatchError]; a file that is in use by a
//     [*LockedError]; whatever is refused is left as it is.
//   - A failed write (no space left) is a [*FileError], and what was durable stays so. What could not be
//     written is tried again by the next flush and by Close.
//   - A file that is removed or replaced while it is open is left alone; [Store.Flush] and [Store.Close] say so
//     by a [*FileError] with [ErrReplaced], because nobody will find what it holds.
//
// # Why the file is checked before bbolt sees it
//
// bbolt commits by copy on write: new pages first, then, after a flush, one of two checksummed meta
// pages in turn. A crash at any moment leaves the state before or after the commit. But bbolt trusts
// all other pages: on a damaged one it may panic in a goroutine of its own, fault in the memory map, run in circles
// or overwrite pages in use, none of which its caller can catch. So [Open]
//
//  1. opens the file read-only, which takes the lock and reads only meta pages, and walks all pages reachable from the
//     newest valid meta page in memory, checking the bounds of every element, the order of all keys, and that no page is
//     reached twice (audit.go);
//  2. checks the contents (below), and only then opens the file for writing and checks it again, now alone with it.
//
// The list of free pages is not stored (bbolt's NoFreelistSync); bbolt makes it from the pages that have been checked.
//
// # Contents
//
// One bucket holds the identity (format, N, number of units, splitting), the batches, numbered from 1, and the
// head. Each record has a checksum of its own. Each batch has the number of records and the sum of their hashes over
// all batches so far, and a hash over itself and the identity; the head repeats that of the last
// batch. So a changed, lost, doubled or foreign record is found, and a unit that comes twice is refused.
//
// A single flipped bit in the newer meta page looks like a commit that a crash cut short, and is treated like it: the state is
// the one before the last batch, whose units are counted again.
package checkpoint

import (
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"example.org/queens/count"
)

// flushPeriod bounds the time that a saved unit waits before it is written.
const flushPeriod = 500 * time.Millisecond

// A Store is an open checkpoint file. Its methods may be called from several goroutines at once.
type Store struct {
	path     string
	identity Identity
	origin   string

	mu      sync.Mutex
	records []record // all there are
	durable int      // the first of them that are in the file
	have    []bool   // units in records
	loaded  int      // records found by Open
	origins []string // of the batches in the file, each once
	err     error    // of the last flush

	writing sync.Mutex // guards what follows: one batch at a time
	db      *bolt.DB
	last    seal              // of the last batch in the file
	commit  func(batch) error // writes a batch; replaced in tests
	broken  error             // how bbolt failed, if it may not recover from that
	file    fs.FileInfo       // the file that is open
	closed  bool
	stop    chan struct{}
	done    chan struct{}
}

// Open opens the checkpoint file at path for a count with the given splitting, and creates it if
// there is none (or an empty one). Origin says what counts, such as kernel and version, for [Store.Origins]; it
// takes no part in deciding whether a file fits. The errors are *[FileError], *[LockedError], *[MismatchError]
// and *[DamageError]; none of them changes the file.
func Open(path string, s count.Splitting, origin string) (*Store, error) {
	id := Identity{Format: format, N: s.N, Units: s.Units, Splitting: s.String()}
	if err := prepare(path, id); err != nil {
		return nil, err
	}
	if err := inspect(path, id); err != nil {
		return nil, err
	}
	db, err := openDB(path, false)
	if err != nil {
		return nil, err
	}
	file, err := os.Stat(path)
	if err != nil {
		closeDB(path, db)
		return nil, &FileError{Path: path, Op: "open", Err: cause(err)}
	}
	c, err := read(path, id) // again: alone with the file
	if err != nil {
		closeDB(path, db)
		return nil, err
	}
	st := &Store{
		path: path, identity: id, origin: origin[:min(len(origin), maxOrigin)], db: db, file: file,
		records: c.records, durable: len(c.records), loaded: len(c.records), have: c.have, origins: c.origins, last: c.last,
		stop: make(chan struct{}), done: make(chan struct{}),
	}
	st.commit = st.put
	go st.flushNowAndThen()
	return st, nil
}

// Load calls yield with the index and result of each unit the store holds, in the order they were saved.
// It returns a [*MismatchError] if s is not the splitting that the file was opened for, and what yield returns.
func (st *Store) Load(s count.Splitting, yield func(unit int, result uint64) error) error {
	if got := s.String(); got != st.identity.Splitting {
		want := Identity{Format: format, N: s.N, Units: s.Units, Splitting: got}
		return &MismatchError{Path: st.path, Want: want, Got: st.identity}
	}
	st.mu.Lock()
	records := st.records[:len(st.records):len(st.records)]
	st.mu.Unlock()
	for _, r := range records {
		if err := yield(int(r.unit), r.result); err != nil {
			return err
		}
	}
	return nil
}

// Save keeps the result of a unit, which becomes durable within about half a second. It returns the error of the last
// flush, if that failed and the next may not (the result is kept nevertheless), and a *count.UnitError for a unit
// that the store has already or that the splitting has not.
func (st *Store) Save(u count.Unit, result uint64) error {
	st.mu.Lock()
	defer st.mu.Unlock()
	if u.Index < 0 || u.Index >= len(st.have) || st.have[u.Index] {
		return &count.UnitError{N: st.identity.N, Unit: u.Index, Units: len(st.have)}
	}
	st.have[u.Index] = true
	st.records = append(st.records, record{unit: uint32(u.Index), rows: u.Rows, result: result})
	return st.err
}

// Loaded returns the number of units that the file held when it was opened.
func (st *Store) Loaded() int { return st.loaded }

// Durable returns the number of units that the file holds.
func (st *Store) Durable() int {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.durable
}

// Origins returns what counted the units in the file: each origin of [Open] that they were saved with, in order of
// first use.
func (st *Store) Origins() []string {
	st.mu.Lock()
	defer st.mu.Unlock()
	return append([]string(nil), st.origins...)
}

// Identity returns what the file is a checkpoint of.
func (st *Store) Identity() Identity { return st.identity }

// Flush makes all saved units durable now. If it fails they stay in memory, for the next flush to try.
func (st *Store) Flush() error {
	st.writing.Lock()
	defer st.writing.Unlock()
	if err := st.flush(); err != nil {
		return err
	}
	return st.inPlace()
}

// Close makes all saved units durable and closes the file. Further calls do nothing.
func (st *Store) Close() error {
	err := st.shut()
	<-st.done
	return err
}

func (st *Store) shut() error {
	st.writing.Lock()
	defer st.writing.Unlock()
	if st.closed {
		return nil
	}
	err := st.flush()
	st.closed = true
	close(st.stop)
	if st.broken != nil {
		return err
	}
	if err == nil {
		err = st.inPlace()
	}
	if e := closeDB(st.path, st.db); err == nil {
		err = e
	}
	return err
}

// flush writes the records that are not durable as one batch; the caller holds st.writing.
func (st *Store) flush() error {
	st.mu.Lock()
	records, durable := st.records, st.durable
	st.mu.Unlock()
	if durable == len(records) {
		return nil
	}
	if st.broken != nil {
		return st.broken
	}
	if st.closed {
		return &FileError{Path: st.path, Op: "write", Err: fmt.Errorf("the file is closed")}
	}
	b := newBatch(st.last, st.origin, records[durable:])
	err := st.commit(b)

	st.mu.Lock()
	defer st.mu.Unlock()
	if st.broken == nil { // after that nobody can go on from the file, and stopping would lose all
		st.err = err
	}
	if err != nil {
		return err
	}
	st.last = b.seal
	st.durable = len(records)
	st.origins = appendNew(st.origins, st.origin)
	return nil
}

// inPlace returns an error if the file that is open is no longer the one at the path.
func (st *Store) inPlace() error {
	if now, err := os.Stat(st.path); err != nil || !os.SameFile(now, st.file) {
		return &FileError{Path: st.path, Op: "keep", Err: ErrReplaced}
	}
	return nil
}

// flushNowAndThen flushes until the store is closed. Errors of writing stay in st.err for Save; a file that has been replaced
// is no reason to stop counting.
func (st *Store) flushNowAndThen() {
	defer close(st.done)
	ticker := time.NewTicker(flushPeriod)
	defer ticker.Stop()
	for {
		select {
		case <-st.stop:
			return
		case <-ticker.C:
			st.Flush()
		}
	}
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}
