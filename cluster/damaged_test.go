package cluster

import (
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// TestDamagedTally spoils some tallies in a ledger: their jobs are computed again, under another copy, and the total is right.
func TestDamagedTally(t *testing.T) {
	work, now := testWork(200), time.Unix(1e9, 0)
	path := filepath.Join(t.TempDir(), "ledger")
	run := func(spoil bool) (alarms int) {
		l, err := OpenLedger(path, work.Splitting, now)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		l.db.NoSync = true
		if spoil {
			if err := l.db.Update(func(tx *bolt.Tx) error {
				b := tx.Bucket(talliesBucket)
				damage := map[uint32]func(key, value []byte) error{
					1: func(key, value []byte) error { value[len(value)/2] ^= 4; return b.Put(key, value) },
					2: func(key, _ []byte) error { return b.Delete(key) },
					5: func(key, value []byte) error { return b.Put(key, value[:len(value)-1]) },
				}
				var keys [][]byte
				b.ForEach(func(key, _ []byte) error { keys = append(keys, append([]byte{}, key...)); return nil })
				for _, key := range keys {
					if task, _, _ := taskOf(key); damage[task.Job] != nil {
						if err := damage[task.Job](key, append([]byte{}, b.Get(key)...)); err != nil {
							return err
						}
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		snap, _, err := l.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		params := Params{Run: l.identity.Run, JobTime: time.Second, Secret: []byte("s")}
		s, err := Restore(work, params, snap, now)
		if err != nil {
			t.Fatal(err)
		}
		s.Hello(WorkerInfo{Name: "w", Cores: 1}, now)
		for !s.Finished() {
			now = now.Add(time.Second)
			s.Beat("w", 1, nil, now)
			s.Tick(now)
			o := s.Take()
			if err := l.Apply(o.Records, Position{}, 0); err != nil {
				t.Fatal(err)
			}
			for _, r := range o.Records {
				if a, ok := r.(AlarmRecord); ok && a.Alarm.Kind == AlarmDamaged {
					alarms++
				}
			}
			for _, a := range o.Assign {
				tally := &Tally{Run: params.Run, Task: a.Task, First: a.Job.First, Fingerprint: work.Splitting.String(), Worker: "w", Kernel: "k", Elapsed: time.Second}
				for u := a.Job.First; u < a.Job.End(); u++ {
					tally.Results = append(tally.Results, truth(int(u)))
				}
				if v := s.Tally(tally, tally.Encode(), "w", now); v != Taken {
					t.Fatalf("task %v: verdict %v", a.Task, v)
				}
			}
		}
		if err := l.Apply(s.Take().Records, Position{}, 0); err != nil {
			t.Fatal(err)
		}
		total, _, err := l.Total()
		if err != nil {
			t.Fatal(err)
		}
		want := uint64(0)
		for u := range 200 {
			want += truth(u)
		}
		if total.Lo != want {
			t.Errorf("total %v, want %d", total, want)
		}
		return alarms
	}
	if alarms := run(false); alarms != 0 {
		t.Errorf("%d alarms in a sound run", alarms)
	}
	if alarms := run(true); alarms != 3 {
		t.Errorf("%d alarms for 3 damaged tallies", alarms)
	}
	if alarms := run(false); alarms != 0 {
		t.Errorf("%d alarms when it is mended", alarms)
	}
}
