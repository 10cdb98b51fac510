package checkpoint

import (
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.org/queens/count"
)

// TestEveryByteFlipped changes every byte of a checkpoint of n = 12 in turn. The file is refused by a DamageError and
// left alone, or what it holds is right: all records, or those before the last batch if it was the meta page of the last commit
// that was hit. With QUEENS_THOROUGH=1 every changed file is opened and counted to the end, once more with a single bit changed in
// each byte; otherwise most go through the audit alone, and in short form not all bytes are changed.
func TestEveryByteFlipped(t *testing.T) {
	unitResults := results(t, splitting12)
	path := checkpointOf(t, unitResults)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	identity := Identity{Format: format, N: 12, Units: splitting12.Units, Splitting: splitting12.String()}
	victim := filepath.Join(t.TempDir(), "victim")
	flips, step, openStep := []byte{0xff}, 1, 41
	switch {
	case os.Getenv("QUEENS_THOROUGH") != "":
		flips, openStep = []byte{0xff, 0x10}, 1
	case testing.Short():
		step, openStep = 23, 67
	}
	refused, accepted := 0, 0
	data := make([]byte, len(sound))
	for i := 0; i < len(sound); i += step {
		for _, flip := range flips {
			copy(data, sound)
			data[i] ^= flip
			c, damage := contentsOf(data)
			switch {
			case damage != nil:
				refused++
			case c != nil && c.identity == identity && isPrefix(c.records, unitResults):
				accepted++
			default:
				t.Fatalf("byte %d flipped by %#x: accepted with other records", i, flip)
			}
			if i/step%openStep == 0 {
				openDamaged(t, victim, data, unitResults, damage)
			}
		}
	}
	t.Logf("%d bytes: %d changes refused, %d of no consequence", len(sound), refused, accepted)
	if refused < 100 || accepted < 100 {
		t.Error("the test is not what it says")
	}
}

// contentsOf is what inspect does with the bytes of a file; fresh databases count as damaged.
func contentsOf(data []byte) (*contents, *DamageError) {
	pairs, fresh, damage := audit(data)
	if damage != nil || fresh {
		return nil, damaged(BadPage, "fresh: %t, %v", fresh, damage)
	}
	return decode(pairs)
}

// openDamaged opens a file with the given bytes: it is refused as damage says, or the count that goes on from it ends with Q(12).
func openDamaged(t *testing.T, path string, data []byte, want []uint64, damage *DamageError) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	st, err := Open(path, splitting12, "test")
	var refusal *DamageError
	if (err == nil) != (damage == nil) || err != nil && (!errors.As(err, &refusal) || refusal.Path != path) {
		t.Fatalf("Open: %v, the audit says %v", err, damage)
	}
	if err != nil {
		if after, _ := os.ReadFile(path); string(after) != string(data) {
			t.Fatal("a refused file was changed")
		}
		return
	}
	st.db.NoSync = true // for speed
	for _, again := range []bool{false, true} {
		c, err := count.New(t.Context(), 12, count.Options{Threads: 1, Kernel: "generic", Store: st})
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Run(t.Context())
		if err != nil || r.Count.String() != "14200" || again && r.Loaded != r.Units {
			t.Fatalf("the count goes on from %d units to %v, %v", r.Loaded, r.Count, err)
		}
		shut(t, st)
		if st, err = Open(path, splitting12, "test"); err != nil {
			t.Fatal(err)
		}
	}
	st.Close()
}

// results returns the unit results of a count.
func results(t *testing.T, s count.Splitting) []uint64 {
	t.Helper()
	m := memory{}
	c, err := count.New(t.Context(), s.N, count.Options{Store: m})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Run(t.Context()); err != nil || len(m) != s.Units || c.Splitting() != s {
		t.Fatalf("%d units of %v: %v", len(m), c.Splitting(), err)
	}
	list := make([]uint64, s.Units)
	for i := range list {
		list[i] = m[i]
	}
	return list
}

// memory is a count.Store that keeps results by unit.
type memory map[int]uint64

func (m memory) Load(count.Splitting, func(int, uint64) error) error { return nil }
func (m memory) Save(u count.Unit, result uint64) error              { m[u.Index] = result; return nil }

// checkpointOf saves the results in twelve batches, in random order.
func checkpointOf(t *testing.T, results []uint64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sample")
	st := open(t, path, splitting12)
	for i, u := range rand.New(rand.NewPCG(1, 2)).Perm(len(results)) {
		if err := st.Save(count.Unit{Index: u, Rows: uint32(u)}, results[u]); err != nil {
			t.Fatal(err)
		}
		if i%20 == 19 {
			if err := st.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	shut(t, st)
	return path
}

// isPrefix says whether the records are all those of results, or lack no more than the last batch.
func isPrefix(records []record, results []uint64) bool {
	for _, r := range records {
		if int(r.unit) >= len(results) || results[r.unit] != r.result {
			return false
		}
	}
	return len(records) >= len(results)/20*20
}

// TestTruncated cuts the file off at every length in turn (in short form at some).
func TestTruncated(t *testing.T) {
	unitResults := results(t, splitting12)
	sound, err := os.ReadFile(checkpointOf(t, unitResults))
	if err != nil {
		t.Fatal(err)
	}
	victim := filepath.Join(t.TempDir(), "victim")
	step := 101
	if testing.Short() {
		step = 1021
	}
	for length := 1; length < len(sound); length += step {
		_, damage := contentsOf(sound[:length])
		openDamaged(t, victim, sound[:length], unitResults, damage)
	}
}

// TestSwappedPages exchanges pages of the file, and puts older pages into it, as a disk might that loses writes.
func TestSwappedPages(t *testing.T) {
	unitResults := results(t, splitting12)
	path := checkpointOf(t, unitResults)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	victim := filepath.Join(t.TempDir(), "victim")
	page := os.Getpagesize()
	for i := 0; i < len(sound); i += page {
		for j := 0; j < len(sound); j += page {
			data := append([]byte(nil), sound...)
			copy(data[i:i+page], sound[j:])
			_, damage := contentsOf(data)
			openDamaged(t, victim, data, unitResults, damage)
		}
	}
}

// TestRandomDamage overwrites random stretches.
func TestRandomDamage(t *testing.T) {
	unitResults := results(t, splitting12)
	sound, err := os.ReadFile(checkpointOf(t, unitResults))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	victim := filepath.Join(t.TempDir(), "victim")
	for start := time.Now(); time.Since(start) < 300*time.Millisecond; {
		data := append([]byte(nil), sound...)
		at, length := rng.IntN(len(data)), 1+rng.IntN(300)
		for i := at; i < min(at+length, len(data)); i++ {
			data[i] = byte(rng.Uint32())
		}
		_, damage := contentsOf(data)
		openDamaged(t, victim, data, unitResults, damage)
	}
}

// TestForgedRecords makes files whose pages are sound and whose records are not.
func TestForgedRecords(t *testing.T) {
	id := Identity{Format: format, N: 12, Units: 252, Splitting: splitting12.String()}
	a, b, c := record{1, 1, 10}, record{2, 2, 20}, record{3, 3, 30}
	one := newBatch(seal{}, "test", []record{a, b})
	two := newBatch(one.seal, "test", []record{c})
	twice := newBatch(one.seal, "test", []record{a})
	beyond := newBatch(one.seal, "test", []record{{unit: 252}})
	other := id
	other.N = 14
	file := func(head seal, batches ...batch) []pair {
		var pairs []pair
		for i, b := range batches {
			pairs = append(pairs, pair{batchKey(uint64(i + 1)), b.encode(id)})
		}
		return append(pairs, pair{headKey, encodeHead(id, head)}, pair{identityKey, id.encode()})
	}
	tests := []struct {
		name  string
		pairs []pair
		want  Damage
	}{
		{"sound", file(two.seal, one, two), ""},
		{"no records", file(seal{}), ""},
		{"first batch lost", file(two.seal, two), LostRecords},
		{"last batch lost", file(two.seal, one), LostRecords},
		{"batch doubled", file(two.seal, one, two, two), DoubledRecord},
		{"batches exchanged", file(two.seal, two, one), LostRecords},
		{"unit doubled", file(twice.seal, one, twice), DoubledRecord},
		{"unit beyond", file(beyond.seal, one, beyond), BadRecord},
		{"older head", file(one.seal, one, two), LostRecords},
		{"no identity", file(two.seal, one, two)[:3], BadIdentity},
		{"no head", append(file(two.seal, one, two)[:2], pair{identityKey, id.encode()}), LostRecords},
		{"foreign batch", []pair{{batchKey(1), one.encode(other)}, {headKey, encodeHead(id, one.seal)}, {identityKey, id.encode()}}, BadBatch},
		{"stranger", append([]pair{{[]byte("a"), nil}}, file(two.seal, one, two)...), LostRecords},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, damage := decode(tt.pairs)
			if tt.want == "" && (damage != nil || len(c.records) != int(c.last.records)) || tt.want != "" && (damage == nil || damage.Damage != tt.want) {
				t.Errorf("got %v, want %q", damage, tt.want)
			}
		})
	}
	if _, err := Open(sample(t, splitting12, 3, 3), splitting12, ""); err != nil {
		t.Error(err)
	}
}

// TestEquals makes sure that the comparison of records in the tests can fail.
func TestEquals(t *testing.T) {
	if maps.Equal(want(0, 3), want(0, 4)) || isPrefix([]record{{unit: 1, result: 5}}, []uint64{1, 2}) {
		t.Error("different records are equal")
	}
}

// FuzzAudit overwrites two words of a sound file. It wants no panic, no endless loop, and no records but those of the file.
func FuzzAudit(f *testing.F) {
	path := filepath.Join(f.TempDir(), "sample")
	st, err := Open(path, splitting12, "test")
	if err != nil {
		f.Fatal(err)
	}
	list := make([]uint64, 30)
	for i := range list {
		u, result := unit(i)
		list[i] = result
		st.Save(u, result)
		st.Flush()
	}
	st.Close()
	sound, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint16(0), uint64(0), uint16(4096), uint64(1))
	f.Add(uint16(8200), ^uint64(0), uint16(16384), uint64(1)<<32)
	f.Fuzz(func(t *testing.T, at uint16, value uint64, at2 uint16, value2 uint64) {
		data := append([]byte(nil), sound...)
		order.PutUint64(data[int(at)%(len(data)-8):], value)
		order.PutUint64(data[int(at2)%(len(data)-8):], value2)
		c, damage := contentsOf(data)
		if damage != nil {
			return
		}
		for _, r := range c.records {
			if list[r.unit] != r.result {
				t.Errorf("unit %d = %d", r.unit, r.result)
			}
		}
	})
}
