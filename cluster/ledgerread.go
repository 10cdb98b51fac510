package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	bolt "go.etcd.io/bbolt"

	"example.org/queens/count"
)

// Snapshot returns what a scheduler needs to go on, and how far messages were read.
func (l *Ledger) Snapshot() (*Snapshot, Position, error) {
	snap, at := &Snapshot{}, Position{}
	err := l.guard("read", func() error {
		return l.db.View(func(tx *bolt.Tx) error {
			meta := tx.Bucket(metaBucket)
			if err := getJSON(meta, cursorKey, &at); err != nil {
				return err
			}
			if err := getJSON(meta, scaleKey, &snap.Scale); err != nil {
				return err
			}
			return snap.read(tx)
		})
	})
	return snap, at, err
}

func getJSON(b *bolt.Bucket, key []byte, value any) error {
	if text := b.Get(key); text != nil {
		return unmarshal(text, value)
	}
	return nil
}

func unmarshal(text []byte, value any) error {
	if err := json.Unmarshal(text, value); err != nil {
		return damage(err.Error())
	}
	return nil
}

func (snap *Snapshot) read(tx *bolt.Tx) error {
	err := tx.Bucket(jobsBucket).ForEach(func(key, value []byte) error {
		r, ok := decodeJob(key, value)
		if !ok {
			return damage(fmt.Sprintf("job %x", key))
		}
		snap.Jobs = append(snap.Jobs, r)
		return nil
	})
	if err != nil {
		return err
	}
	err = tx.Bucket(assignedBucket).ForEach(func(key, _ []byte) error {
		t, worker, ok := taskOf(key)
		if !ok || !snap.has(t) {
			return damage(fmt.Sprintf("task %x is of no job", key))
		}
		snap.Assigned = append(snap.Assigned, AssignRecord{Task: t, Worker: worker})
		return nil
	})
	if err != nil {
		return err
	}
	err = tx.Bucket(workersBucket).ForEach(func(_, value []byte) error {
		var info WorkerInfo
		err := unmarshal(value, &info)
		snap.Workers = append(snap.Workers, info)
		return err
	})
	if err != nil {
		return err
	}
	return snap.readTallies(tx)
}

// readTallies reads every tally. One that is damaged counts for nothing: the job that counts on it is computed again.
func (snap *Snapshot) readTallies(tx *bolt.Tx) error {
	sound := make([]bool, len(snap.Jobs)) // jobs whose winner has its tally
	err := tx.Bucket(talliesBucket).ForEach(func(key, value []byte) error {
		t, worker, ok := taskOf(key)
		if !ok || !snap.has(t) {
			return damage(fmt.Sprintf("tally %x is of no job", key))
		}
		tally, err := DecodeTally(value)
		if err != nil {
			return nil
		}
		if w := snap.Jobs[t.Job].Winner; w.Worker != worker || w.Copy != t.Copy {
			snap.Answers = append(snap.Answers, StoredAnswer{t, worker, tally.Sum()})
		} else if tally.Sum() == w.Sum {
			sound[t.Job] = true
		}
		return nil
	})
	for id := range snap.Jobs {
		if j := &snap.Jobs[id]; j.Winner.Worker != "" && !sound[id] {
			j.Winner = Winner{}
			snap.Damaged = append(snap.Damaged, j.Job.ID)
		}
	}
	return err
}

// has reports whether a task is one of the jobs.
func (snap *Snapshot) has(t Task) bool {
	return int(t.Job) < len(snap.Jobs) && t.Copy < snap.Jobs[t.Job].Copies
}

// Alarms returns all alarms in their order.
func (l *Ledger) Alarms() (alarms []Alarm, err error) {
	err = l.guard("read", func() error {
		return l.db.View(func(tx *bolt.Tx) error {
			return tx.Bucket(alarmsBucket).ForEach(func(_, value []byte) error {
				var a Alarm
				err := unmarshal(value, &a)
				alarms = append(alarms, a)
				return err
			})
		})
	})
	return alarms, err
}

// Settings returns the settings, of which ok says whether there are any.
func (l *Ledger) Settings() (s Settings, ok bool, err error) {
	err = l.guard("read", func() error {
		return l.db.View(func(tx *bolt.Tx) error {
			ok = tx.Bucket(metaBucket).Get(settingsKey) != nil
			return getJSON(tx.Bucket(metaBucket), settingsKey, &s)
		})
	})
	return s, ok, err
}

// SetSettings keeps the settings.
func (l *Ledger) SetSettings(s Settings) error {
	return l.guard("write", func() error {
		return l.db.Update(func(tx *bolt.Tx) error { return putJSON(tx.Bucket(metaBucket), settingsKey, s) })
	})
}

// A UnitResult is the line of a unit in the ledger.
type UnitResult struct {
	Unit   int
	Result uint64
	Job    uint32
	Worker string
	Kernel string
}

// Results calls yield with every unit that counts, in canonical order. It checks what it reads: that the jobs follow each
// other, that each has the one tally that its entry names, and that this tally is whole and of this job.
func (l *Ledger) Results(yield func(UnitResult) error) error {
	return l.guard("read", func() error {
		return l.db.View(func(tx *bolt.Tx) error {
			tallies, next := tx.Bucket(talliesBucket), uint32(0)
			return tx.Bucket(jobsBucket).ForEach(func(key, value []byte) error {
				r, ok := decodeJob(key, value)
				if !ok || r.Job.First != next {
					return damage(fmt.Sprintf("job %x is none, or out of its order", key))
				}
				next = r.Job.End()
				if r.Winner.Worker == "" {
					return nil
				}
				t, err := l.winning(tallies, r)
				if err != nil {
					return err
				}
				for i, result := range t.Results {
					if err := yield(UnitResult{int(t.First) + i, result, r.Job.ID, t.Worker, t.Kernel}); err != nil {
						return err
					}
				}
				return nil
			})
		})
	})
}

// winning returns the tally that counts for a job.
func (l *Ledger) winning(tallies *bolt.Bucket, r JobRecord) (*Tally, error) {
	task := Task{r.Job.ID, r.Winner.Copy}
	t, err := DecodeTally(tallies.Get(takerKey(task, r.Winner.Worker)))
	if err != nil {
		return nil, damage(fmt.Sprintf("job %d has no tally that is whole", r.Job.ID))
	}
	if t.Task != task || t.Worker != r.Winner.Worker || t.First != r.Job.First || len(t.Results) != int(r.Job.Units) ||
		t.Sum() != r.Winner.Sum || t.Run != l.identity.Run || t.Fingerprint != l.identity.Splitting {
		return nil, damage(fmt.Sprintf("the tally of job %d is of something else", r.Job.ID))
	}
	return t, nil
}

// ErrUnfinished says that units of a run do not count yet.
var ErrUnfinished = errors.New("the run is not finished")

// Total returns the sum of all units, each of which must count once.
func (l *Ledger) Total() (total count.Total, units int, err error) {
	err = l.Results(func(u UnitResult) error {
		if u.Unit != units {
			return l.incomplete(units)
		}
		units++
		total = total.Add(u.Result)
		return nil
	})
	if err == nil && units != l.identity.Units {
		err = l.incomplete(units)
	}
	return total, units, err
}

func (l *Ledger) incomplete(unit int) error {
	return &LedgerError{Path: l.path, Reason: fmt.Sprintf("unit %d does not count yet", unit), Err: ErrUnfinished}
}

// Size returns the bytes of the file.
func (l *Ledger) Size() (size int64, err error) {
	err = l.db.View(func(tx *bolt.Tx) error { size = tx.Size(); return nil })
	return size, err
}

// Backup writes a consistent copy of the file while the run goes on. The copy knows of no messages: when it is used, there may be some of jobs
// that are not in it.
func (l *Ledger) Backup(path string) error {
	return l.guard("back up", func() error {
		own, err := os.Stat(l.path)
		if err != nil {
			return err
		}
		if there, err := os.Stat(path); err == nil && (os.SameFile(own, there) || !there.Mode().IsRegular()) {
			return &LedgerError{Path: path, Reason: "a copy of a ledger cannot take its place", Err: ErrNotRegular}
		}
		if err := l.db.View(func(tx *bolt.Tx) error { return tx.CopyFile(path, 0o600) }); err != nil {
			return err
		}
		copied, err := bolt.Open(path, 0o600, &bolt.Options{
			NoFreelistSync: true, FreelistType: bolt.FreelistMapType,
			OpenFile: func(name string, flag int, mode fs.FileMode) (*os.File, error) {
				return os.OpenFile(name, flag&^os.O_CREATE, mode) // who asked for it may have removed it
			},
		})
		if err != nil {
			return err
		}
		err = copied.Update(func(tx *bolt.Tx) error { return tx.Bucket(metaBucket).Delete(cursorKey) })
		if closed := copied.Close(); err == nil {
			err = closed
		}
		return err
	})
}

// Tallies returns the number of tallies, counted or not.
func (l *Ledger) Tallies() (n int, err error) {
	err = l.guard("read", func() error {
		return l.db.View(func(tx *bolt.Tx) error {
			return tx.Bucket(talliesBucket).ForEach(func(_, _ []byte) error { n++; return nil })
		})
	})
	return n, err
}
