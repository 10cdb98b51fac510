package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"example.org/queens/count"
)

var splitting12 = count.Splitting{N: 12, Units: 252}

func open(t *testing.T, path string, s count.Splitting) *Store {
	t.Helper()
	st, err := Open(path, s, "test 1")
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// unit returns a made-up unit and its result.
func unit(i int) (count.Unit, uint64) {
	return count.Unit{Index: i, Rows: uint32(63 + i)}, uint64(i)*uint64(i) + 7
}

func save(t *testing.T, st *Store, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		u, result := unit(i)
		if err := st.Save(u, result); err != nil {
			t.Fatal(err)
		}
	}
}

func shut(t *testing.T, st *Store) {
	t.Helper()
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
}

// load returns what the store holds, by unit.
func load(t *testing.T, st *Store, s count.Splitting) map[int]uint64 {
	t.Helper()
	all := map[int]uint64{}
	err := st.Load(s, func(unit int, result uint64) error {
		if _, twice := all[unit]; twice {
			t.Errorf("unit %d twice", unit)
		}
		all[unit] = result
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// want returns the records of units from..to-1.
func want(from, to int) map[int]uint64 {
	all := map[int]uint64{}
	for i := from; i < to; i++ {
		_, all[i] = unit(i)
	}
	return all
}

// sample makes a checkpoint with the given number of batches, of a few records each.
func sample(t *testing.T, s count.Splitting, batches, each int) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "sample")
	st := open(t, path, s)
	for i := range batches {
		save(t, st, i*each, (i+1)*each)
		if err := st.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	shut(t, st)
	return path
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for step, next := range []int{0, 1, 100, 100, 252} {
		st := open(t, path, splitting12)
		before := load(t, st, splitting12)
		if !maps.Equal(before, want(0, len(before))) || st.Loaded() != len(before) || st.Durable() != len(before) {
			t.Fatalf("step %d: %d loaded, %d durable, records %v", step, st.Loaded(), st.Durable(), before)
		}
		save(t, st, len(before), next)
		if after := load(t, st, splitting12); !maps.Equal(after, want(0, next)) {
			t.Errorf("step %d: the store has %v before it is closed", step, after)
		}
		shut(t, st)
		shut(t, st)
		if st.Durable() != next {
			t.Errorf("step %d: %d durable after Close, want %d", step, st.Durable(), next)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("other files are left: %v, %v", entries, err)
	}
}

// TestManyBatches makes a tree of several levels.
func TestManyBatches(t *testing.T) {
	batches := 300
	if testing.Short() {
		batches = 60
	}
	s := count.Splitting{N: 20, Units: 46508}
	path := filepath.Join(t.TempDir(), "file")
	st := open(t, path, s)
	st.db.NoSync = true // for speed
	next := 0
	for i := range batches {
		size := 1 + i*i%300
		save(t, st, next, next+size)
		next += size
		if err := st.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	shut(t, st)
	st = open(t, path, s)
	defer st.Close()
	if got := load(t, st, s); !maps.Equal(got, want(0, next)) {
		t.Errorf("%d records, want %d", len(got), next)
	}
}

func TestFlushesByItself(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	st := open(t, path, splitting12)
	defer st.Close()
	save(t, st, 0, 9)
	for start := time.Now(); st.Durable() != 9; time.Sleep(5 * time.Millisecond) {
		if time.Since(start) > 5*time.Second {
			t.Fatal("nothing is durable after 5 s")
		}
	}
}

func TestConcurrentSaves(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	st := open(t, path, splitting12)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := w; i < 252; i += 4 {
				u, result := unit(i)
				if err := st.Save(u, result); err != nil {
					t.Error(err)
				}
				if i%20 == 0 {
					st.Flush()
					st.Load(splitting12, func(int, uint64) error { return nil })
				}
			}
		})
	}
	wg.Wait()
	shut(t, st)
	st = open(t, path, splitting12)
	defer st.Close()
	if got := load(t, st, splitting12); !maps.Equal(got, want(0, 252)) {
		t.Errorf("got %v", got)
	}
}

func TestOrigins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	next := 0
	for _, origin := range []string{"avx512 v1", "", "avx2 v1", "avx512 v1", fmt.Sprintf("%0300d", 1)} {
		st, err := Open(path, splitting12, origin)
		if err != nil {
			t.Fatal(err)
		}
		save(t, st, next, next+1)
		next++
		shut(t, st)
	}
	st := open(t, path, splitting12)
	defer st.Close()
	got := st.Origins()
	if len(got) != 4 || got[0] != "avx512 v1" || got[1] != "" || got[2] != "avx2 v1" || len(got[3]) != maxOrigin {
		t.Errorf("origins %q", got)
	}
}

func TestSaveRefuses(t *testing.T) {
	st := open(t, filepath.Join(t.TempDir(), "file"), splitting12)
	defer st.Close()
	save(t, st, 0, 3)
	for _, i := range []int{-1, 1, 252, 1 << 30} {
		var unit *count.UnitError
		if err := st.Save(count.Unit{Index: i}, 1); !errors.As(err, &unit) || unit.Unit != i {
			t.Errorf("unit %d: got %v, want a UnitError", i, err)
		}
	}
}

func TestAnotherCount(t *testing.T) {
	path := sample(t, splitting12, 2, 5)
	before, _ := os.ReadFile(path)
	for name, s := range map[string]count.Splitting{"N": {N: 14, Units: 252}, "splitting": {N: 12, Units: 240}} {
		_, err := Open(path, s, "test")
		var mismatch *MismatchError
		if !errors.As(err, &mismatch) || mismatch.Path != path || mismatch.Got.N != 12 || mismatch.Want.N != s.N || mismatch.Want.Units != s.Units {
			t.Errorf("another %s: got %v, want a MismatchError", name, err)
		}
	}
	st := open(t, path, splitting12)
	var mismatch *MismatchError
	if err := st.Load(count.Splitting{N: 13, Units: 252}, nil); !errors.As(err, &mismatch) {
		t.Errorf("Load: got %v, want a MismatchError", err)
	}
	shut(t, st)
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the file was changed")
	}
}

func TestLocked(t *testing.T) {
	path := sample(t, splitting12, 1, 5)
	st := open(t, path, splitting12)
	start := time.Now()
	_, err := Open(path, splitting12, "test")
	var locked *LockedError
	if !errors.As(err, &locked) || locked.Path != path || !errors.Is(err, berrors.ErrTimeout) {
		t.Errorf("got %v, want a LockedError", err)
	}
	if took := time.Since(start); took > 5*time.Second { // and not for ever
		t.Errorf("the error took %v", took)
	}
	shut(t, st)
	shut(t, open(t, path, splitting12))
}

func TestBadPaths(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "foreign")
	other, err := bolt.Open(foreign, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	other.Update(func(tx *bolt.Tx) error { _, err := tx.CreateBucket([]byte("mine")); return err })
	other.Close()
	files := map[string]string{"text": "my precious notes\n", "long": string(make([]byte, 100_000))}
	for name, content := range files {
		os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600)
	}
	tests := []struct {
		name, path string
		is         error
		damage     Damage
	}{
		{"directory", dir, ErrDirectory, ""},
		{"no directory", filepath.Join(dir, "no", "file"), fs.ErrNotExist, ""},
		{"below a file", filepath.Join(foreign, "file"), syscall.ENOTDIR, ""},
		{"device", os.DevNull, ErrNotRegular, ""},
		{"text", filepath.Join(dir, "text"), nil, NotACheckpoint},
		{"zeros", filepath.Join(dir, "long"), nil, NotACheckpoint},
		{"database of something else", foreign, nil, NotACheckpoint},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, _ := os.ReadFile(tt.path)
			st, err := Open(tt.path, splitting12, "test")
			if err == nil {
				st.Close()
			}
			var file *FileError
			if tt.is != nil && (!errors.As(err, &file) || !errors.Is(err, tt.is) || file.Path != tt.path) {
				t.Errorf("got %v, want a FileError because of %v", err, tt.is)
			}
			var damage *DamageError
			if tt.damage != "" && (!errors.As(err, &damage) || damage.Damage != tt.damage || damage.Path != tt.path) {
				t.Errorf("got %v, want a DamageError: %s", err, tt.damage)
			}
			if after, _ := os.ReadFile(tt.path); string(after) != string(before) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestReadOnly(t *testing.T) {
	path := sample(t, splitting12, 1, 5)
	if os.Geteuid() == 0 { // nothing is read-only for root
		openFile = func(name string, flag int, perm os.FileMode) (*os.File, error) {
			if flag&os.O_RDWR != 0 {
				return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
			}
			return os.OpenFile(name, flag, perm)
		}
		defer func() { openFile = os.OpenFile }()
	} else if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	_, err := Open(path, splitting12, "test")
	var file *FileError
	if !errors.As(err, &file) || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v, want a FileError because of permission", err)
	}
}

// TestEmptyFile accepts a file with nothing in it, and a database that was never written to.
func TestEmptyFile(t *testing.T) {
	dir := t.TempDir()
	empty, fresh := filepath.Join(dir, "empty"), filepath.Join(dir, "fresh")
	os.WriteFile(empty, nil, 0o600)
	db, err := bolt.Open(fresh, 0o600, &bolt.Options{NoFreelistSync: true})
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	for _, path := range []string{empty, fresh} {
		st := open(t, path, splitting12)
		save(t, st, 0, 252)
		shut(t, st)
		st = open(t, path, splitting12)
		if got := load(t, st, splitting12); !maps.Equal(got, want(0, 252)) {
			t.Errorf("%s: %d records", path, len(got))
		}
		shut(t, st)
	}
}

// TestWriteFails injects errors: nothing is lost when writing works again, and nothing durable when not.
func TestWriteFails(t *testing.T) {
	path := sample(t, splitting12, 1, 10)
	st := open(t, path, splitting12)
	put := st.commit
	full := &FileError{Path: path, Op: "write", Err: syscall.ENOSPC}
	st.writing.Lock()
	st.commit = func(batch) error { return full }
	st.writing.Unlock()
	save(t, st, 10, 20)
	if err := st.Flush(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Flush: got %v, want no space", err)
	}
	u, result := unit(20)
	if err := st.Save(u, result); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Save: got %v, want no space", err)
	}
	if st.Durable() != 10 {
		t.Errorf("%d durable, want 10", st.Durable())
	}
	st.writing.Lock()
	st.commit = put
	st.writing.Unlock()
	if err := st.Flush(); err != nil || st.Durable() != 21 {
		t.Errorf("Flush: %v with %d durable", err, st.Durable())
	}
	save(t, st, 21, 30)
	st.writing.Lock()
	st.commit = func(batch) error { return full }
	st.writing.Unlock()
	if err := st.Close(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Close: got %v, want no space", err)
	}
	st = open(t, path, splitting12)
	defer st.Close()
	if got := load(t, st, splitting12); !maps.Equal(got, want(0, 21)) {
		t.Errorf("%d records, want 21", len(got))
	}
}

// TestPanicInDatabase wants an error, also from Close.
func TestPanicInDatabase(t *testing.T) {
	st := open(t, filepath.Join(t.TempDir(), "file"), splitting12)
	st.commit = func(batch) error {
		err := guard(st.path, "write", func() error { panic("page 7: invalid") })
		st.broken = err
		return err
	}
	save(t, st, 0, 1)
	var damage *DamageError
	if err := st.Flush(); !errors.As(err, &damage) || damage.Damage != Unexpected {
		t.Errorf("got %v, want a DamageError", err)
	}
	save(t, st, 1, 2) // goes on
	if err := st.Close(); !errors.As(err, &damage) || damage.Damage != Unexpected {
		t.Errorf("Close: got %v, want the DamageError", err)
	}
	st.db.Close()
}

// TestReplaced takes the file of an open store away: saving goes on, and Close says that nobody will find it.
func TestReplaced(t *testing.T) {
	for name, take := range map[string]func(path string) error{
		"removed":   os.Remove,
		"renamed":   func(path string) error { return os.Rename(path, path+".old") },
		"replaced":  func(path string) error { return os.Rename(sample(t, splitting12, 1, 3), path) },
		"directory": func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o777)) },
	} {
		t.Run(name, func(t *testing.T) {
			path := sample(t, splitting12, 1, 10)
			st := open(t, path, splitting12)
			if err := take(path); err != nil {
				st.Close()
				t.Skip("cannot take an open file away here: ", err)
			}
			save(t, st, 10, 20)
			if err := st.Flush(); !errors.Is(err, ErrReplaced) {
				t.Errorf("Flush: got %v", err)
			}
			save(t, st, 20, 30)
			if err := st.Close(); !errors.Is(err, ErrReplaced) {
				t.Errorf("Close: got %v", err)
			}
			if name == "replaced" {
				st = open(t, path, splitting12)
				defer st.Close()
				if got := load(t, st, splitting12); !maps.Equal(got, want(0, 3)) {
					t.Errorf("the new file holds %d records, want its own 3", len(got))
				}
			}
		})
	}
}

func BenchmarkSave(b *testing.B) {
	const units = 46508 // of n = 20
	s := count.Splitting{N: 20, Units: units}
	dir := b.TempDir()
	for i := 0; b.Loop(); i++ {
		st, err := Open(filepath.Join(dir, fmt.Sprint(i)), s, "bench")
		if err != nil {
			b.Fatal(err)
		}
		for j := range units {
			u, result := unit(j)
			st.Save(u, result)
			if j%1000 == 999 {
				st.Flush()
			}
		}
		if err := st.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*units)/b.Elapsed().Seconds(), "records/s")
}

func BenchmarkOpen(b *testing.B) {
	s := count.Splitting{N: 20, Units: 46508}
	path := filepath.Join(b.TempDir(), "file")
	st, err := Open(path, s, "bench")
	if err != nil {
		b.Fatal(err)
	}
	for j := range s.Units {
		u, result := unit(j)
		st.Save(u, result)
		if j%1000 == 999 {
			st.Flush()
		}
	}
	st.Close()
	for b.Loop() {
		st, err := Open(path, s, "bench")
		if err != nil || st.Loaded() != s.Units {
			b.Fatal(err)
		}
		st.Close()
	}
}
