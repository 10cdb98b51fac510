package cluster

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"example.org/queens/count"
)

// A Ledger is the record of a run: one bbolt file. Each call of Apply is one transaction, so the file is always the state between
// two orders of a scheduler; the lock on it gives one process the run.
type Ledger struct {
	path     string
	db       *bolt.DB
	identity Identity
}

// Identity says which run a ledger is of.
type Identity struct {
	Format    int       `json:"format"`
	Run       string    `json:"run"`
	N         int       `json:"n"`
	Units     int       `json:"units"`
	Splitting string    `json:"splitting"`
	Created   time.Time `json:"created"`
	Secret    []byte    `json:"secret"` // see Params
}

const ledgerFormat = 1

// The buckets, and what is in them.
var (
	metaBucket     = []byte("meta")     // see the keys below
	jobsBucket     = []byte("jobs")     // job: first 4, units 4, copies 1, open 2, and with a winner: copy 1, sum 8, worker
	assignedBucket = []byte("assigned") // task, worker: nothing; those that have not answered
	talliesBucket  = []byte("tallies")  // task, worker: the tally
	workersBucket  = []byte("workers")  // name: JSON
	alarmsBucket   = []byte("alarms")   // number: JSON

	buckets = [][]byte{metaBucket, jobsBucket, assignedBucket, talliesBucket, workersBucket, alarmsBucket}

	identityKey = []byte("identity")
	cursorKey   = []byte("cursor")
	scaleKey    = []byte("scale")
	settingsKey = []byte("settings")
)

// Settings are what can be changed while a run goes on.
type Settings struct {
	Audit  float64 `json:"audit"`
	Paused bool    `json:"paused"`
}

// ErrNotRegular says that what is to be read is no regular file.
var ErrNotRegular = errors.New("not a regular file")

// LedgerError says that a ledger cannot be used.
type LedgerError struct {
	Path    string
	Locked  bool // another process has it open
	Damaged bool // what is in it is not what was written
	Reason  string
	Err     error
}

func (e *LedgerError) Error() string {
	if e.Locked {
		return fmt.Sprintf("queens: ledger %s is in use by another coordinator", e.Path)
	}
	if e.Damaged {
		return fmt.Sprintf("queens: ledger %s: damaged: %s", e.Path, e.Reason)
	}
	if e.Err != nil {
		return fmt.Sprintf("queens: ledger %s: %s: %v", e.Path, e.Reason, e.Err)
	}
	return fmt.Sprintf("queens: ledger %s: %s", e.Path, e.Reason)
}

func (e *LedgerError) Unwrap() error { return e.Err }

// OpenLedger opens the ledger at path for a run with that splitting, and creates it if there is none.
func OpenLedger(path string, s count.Splitting, now time.Time) (*Ledger, error) {
	l, err := open(path, false)
	if err != nil {
		return nil, err
	}
	err = l.guard("create", func() error { return l.db.Update(func(tx *bolt.Tx) error { return initialize(tx, s, now) }) })
	if err == nil {
		err = l.readIdentity()
	}
	if err == nil && (l.identity.Splitting != s.String() || l.identity.Format != ledgerFormat) {
		err = &LedgerError{Path: path, Reason: fmt.Sprintf("it is of %s, not of %s", l.identity.Splitting, s)}
	}
	if err != nil {
		l.db.Close()
		return nil, err
	}
	return l, nil
}

// ReadLedger opens the ledger at path for reading. It fails while a coordinator has it open.
func ReadLedger(path string) (*Ledger, error) {
	l, err := open(path, true)
	if err != nil {
		return nil, err
	}
	err = l.check()
	if err == nil {
		err = l.readIdentity()
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// ReadIdentity returns which run the ledger at path is of, without a look at all else that is in it.
func ReadIdentity(path string) (Identity, error) {
	l, err := open(path, true)
	if err != nil {
		return Identity{}, err
	}
	defer l.Close()
	err = l.readIdentity()
	return l.identity, err
}

func open(path string, readOnly bool) (*Ledger, error) {
	l := &Ledger{path: path}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		err = syscall.EISDIR
	case err == nil && !info.Mode().IsRegular():
		err = ErrNotRegular // it might keep us waiting for ever
	case !readOnly && errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	if err != nil {
		return nil, &LedgerError{Path: path, Reason: "cannot be opened", Err: plain(err)}
	}
	if !readOnly && info != nil && info.Size() > 0 { // the lock for reading keeps others from writing meanwhile
		if err := l.bolt(true); err != nil {
			return nil, err
		}
		err := l.check()
		if closed := l.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return nil, err
		}
	}
	return l, l.bolt(readOnly)
}

// bolt opens the file.
func (l *Ledger) bolt(readOnly bool) error {
	var file *os.File
	patience := 300 * time.Millisecond
	if !readOnly {
		patience = 2 * time.Second // with those who only read it
	}
	err := l.guard("open", func() (err error) {
		l.db, err = bolt.Open(l.path, 0o600, &bolt.Options{
			Timeout: patience, ReadOnly: readOnly, NoFreelistSync: true, FreelistType: bolt.FreelistMapType,
			OpenFile: func(name string, flag int, mode fs.FileMode) (*os.File, error) {
				opened, err := os.OpenFile(name, flag, mode)
				if file == nil {
					file = opened
				}
				return opened, err
			},
		})
		return err
	})
	if err != nil && file != nil {
		file.Close() // bbolt does not when it panics, and the lock would stay
	}
	return err
}

// check checks the pages of the file, which nobody may write to.
func (l *Ledger) check() error { return l.guard("read", func() error { return checkPages(l.path) }) }

// initialize makes what is in every ledger, in a file in which there is nothing.
func initialize(tx *bolt.Tx, s count.Splitting, now time.Time) error {
	if first, _ := tx.Cursor().First(); first != nil {
		return complete(tx)
	}
	for _, name := range buckets {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	meta := tx.Bucket(metaBucket)
	random := make([]byte, 32+4)
	rand.Read(random) // never fails
	id := Identity{
		Format: ledgerFormat, Run: fmt.Sprintf("n%d-%s", s.N, hex.EncodeToString(random[32:])), N: s.N, Units: s.Units,
		Splitting: s.String(), Created: now.UTC().Truncate(time.Second), Secret: random[:32],
	}
	return putJSON(meta, identityKey, id)
}

// complete checks that all is there that is in every ledger.
func complete(tx *bolt.Tx) error {
	for _, name := range buckets {
		if tx.Bucket(name) == nil {
			return damage(fmt.Sprintf("there are no %s in it", name))
		}
	}
	if tx.Bucket(metaBucket).Get(identityKey) == nil {
		return damage("it does not say what it is of")
	}
	return nil
}

func (l *Ledger) readIdentity() error {
	return l.guard("read", func() error {
		return l.db.View(func(tx *bolt.Tx) error {
			if err := complete(tx); err != nil {
				return err
			}
			return getJSON(tx.Bucket(metaBucket), identityKey, &l.identity)
		})
	})
}

// guard makes LedgerErrors of what bbolt returns, and of its panics on damaged files.
func (l *Ledger) guard(what string, f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = &LedgerError{Path: l.path, Damaged: true, Reason: fmt.Sprint(p)}
		}
	}()
	err = f()
	var own *LedgerError
	switch {
	case err == nil || errors.As(err, &own):
		return err
	case errors.Is(err, berrors.ErrTimeout):
		return &LedgerError{Path: l.path, Locked: true, Err: err}
	}
	if found, ok := errors.AsType[damage](err); ok {
		return &LedgerError{Path: l.path, Damaged: true, Reason: string(found)}
	}
	err = plain(err)
	known := errors.As(err, new(syscall.Errno))
	for _, number := range []syscall.Errno{syscall.ENOSPC, syscall.EFBIG, syscall.EIO, syscall.EROFS, syscall.ENOMEM} {
		if strings.HasSuffix(err.Error(), number.Error()) { // bbolt has put it into words
			err, known = number, true
		}
	}
	if what == "open" && !known { // there is a file, and bbolt does not like it
		return &LedgerError{Path: l.path, Damaged: true, Reason: err.Error()}
	}
	return &LedgerError{Path: l.path, Reason: "cannot " + what, Err: err}
}

// plain returns the error of the system in an error about a file.
func plain(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// Identity returns which run the ledger is of.
func (l *Ledger) Identity() Identity { return l.identity }

// Path returns the path of the file.
func (l *Ledger) Path() string { return l.path }

// Close closes the file.
func (l *Ledger) Close() error { return l.guard("close", l.db.Close) }

// A Position is a place in a stream of messages.
type Position struct {
	Stream   string // tells a stream from another of the same name
	Sequence uint64 // of the last message that is accounted for
}

// Apply makes records durable, together with how far the messages behind them were read and the scale of costs.
func (l *Ledger) Apply(records []Record, at Position, scale float64) error {
	return l.guard("write", func() error {
		return l.db.Update(func(tx *bolt.Tx) error {
			if err := putJSON(tx.Bucket(metaBucket), cursorKey, at); err != nil {
				return err
			}
			if err := putJSON(tx.Bucket(metaBucket), scaleKey, scale); err != nil {
				return err
			}
			for _, r := range records {
				if err := apply(tx, r); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

func apply(tx *bolt.Tx, r Record) error {
	switch r := r.(type) {
	case JobRecord:
		return tx.Bucket(jobsBucket).Put(binary.BigEndian.AppendUint32(nil, r.Job.ID), r.encode())
	case AssignRecord:
		if r.Answered {
			return tx.Bucket(assignedBucket).Delete(takerKey(r.Task, r.Worker))
		}
		return tx.Bucket(assignedBucket).Put(takerKey(r.Task, r.Worker), []byte{1})
	case TallyRecord:
		b := tx.Bucket(talliesBucket)
		if b.Get(takerKey(r.Task, r.Worker)) != nil {
			return fmt.Errorf("task %v of %s has a tally", r.Task, r.Worker)
		}
		return b.Put(takerKey(r.Task, r.Worker), r.Data)
	case WorkerRecord:
		return putJSON(tx.Bucket(workersBucket), []byte(r.Worker.Name), r.Worker)
	case AlarmRecord:
		b := tx.Bucket(alarmsBucket)
		number, err := b.NextSequence()
		if err != nil {
			return err
		}
		return putJSON(b, binary.BigEndian.AppendUint64(nil, number), r.Alarm)
	}
	panic(fmt.Sprintf("cluster: no such record: %T", r))
}

func putJSON(b *bolt.Bucket, key []byte, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return b.Put(key, text)
}

func takerKey(t Task, worker string) []byte {
	return append(append(binary.BigEndian.AppendUint32(nil, t.Job), t.Copy), worker...)
}

func taskOf(key []byte) (t Task, worker string, ok bool) {
	if len(key) < 6 {
		return t, "", false
	}
	return Task{binary.BigEndian.Uint32(key), key[4]}, string(key[5:]), true
}

func (r JobRecord) encode() []byte {
	b := binary.BigEndian.AppendUint32(nil, r.Job.First)
	b = binary.BigEndian.AppendUint32(b, r.Job.Units)
	b = append(b, r.Copies)
	b = binary.BigEndian.AppendUint16(b, r.Open)
	if r.Winner.Worker == "" {
		return b
	}
	b = binary.BigEndian.AppendUint64(append(b, r.Winner.Copy), r.Winner.Sum)
	return append(b, r.Winner.Worker...)
}

func decodeJob(key, b []byte) (JobRecord, bool) {
	var r JobRecord
	if len(key) != 4 || len(b) != 11 && len(b) < 21 {
		return r, false
	}
	r.Job = Job{ID: binary.BigEndian.Uint32(key), First: binary.BigEndian.Uint32(b), Units: binary.BigEndian.Uint32(b[4:])}
	r.Copies, r.Open = b[8], binary.BigEndian.Uint16(b[9:])
	if len(b) > 11 {
		r.Winner = Winner{Copy: b[11], Sum: binary.BigEndian.Uint64(b[12:]), Worker: string(b[20:])}
	}
	return r, r.Copies <= maxCopies && r.Open>>r.Copies == 0 && (r.Winner.Worker == "" || r.Winner.Copy < r.Copies)
}
