package cluster

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"time"
)

// A Tally is what a worker sends back for a task.
type Tally struct {
	Run         string
	Task        Task
	First       uint32 // index of the first unit
	Fingerprint string // of the splitting, see count.Splitting
	Worker      string
	Kernel      string
	Version     string
	Elapsed     time.Duration // on one core
	Results     []uint64      // of the units from First on
}

// MaxTally bounds the bytes of an encoded tally: MaxUnits results of ten bytes, and the rest.
const MaxTally = MaxUnits*binary.MaxVarintLen64 + 2048

// MaxName bounds the names in a tally, in bytes.
const MaxName = 128

const tallyFormat = 1

// errTally says that bytes are no tally.
var errTally = errors.New("queens: not a tally")

// Encode returns the tally as bytes, which end in a checksum.
func (t *Tally) Encode() []byte {
	b := make([]byte, 0, 256+3*len(t.Results))
	b = append(b, tallyFormat)
	for _, name := range []string{t.Run, t.Fingerprint, t.Worker, t.Kernel, t.Version} {
		name = Clean(name)
		b = append(append(b, byte(len(name))), name...)
	}
	for _, v := range []uint64{uint64(t.Task.Job), uint64(t.Task.Copy), uint64(t.First), uint64(t.Elapsed), uint64(len(t.Results))} {
		b = binary.AppendUvarint(b, v)
	}
	for _, r := range t.Results {
		b = binary.AppendUvarint(b, r)
	}
	sum := sha256.Sum256(b)
	return append(b, sum[:8]...)
}

// DecodeTally reverses Encode. It accepts nothing that Encode would not return.
func DecodeTally(data []byte) (*Tally, error) {
	if len(data) > MaxTally || len(data) < 9 || data[0] != tallyFormat {
		return nil, errTally
	}
	body := data[:len(data)-8]
	if sum := sha256.Sum256(body); string(sum[:8]) != string(data[len(body):]) {
		return nil, errTally
	}
	r := reader{rest: body[1:]}
	t := &Tally{}
	for _, name := range []*string{&t.Run, &t.Fingerprint, &t.Worker, &t.Kernel, &t.Version} {
		*name = r.name()
	}
	job, copied, first := r.number(1<<32-1), r.number(maxCopies-1), r.number(1<<32-1)
	t.Task, t.First = Task{uint32(job), uint8(copied)}, uint32(first)
	t.Elapsed = time.Duration(r.number(1<<63 - 1))
	units := r.number(MaxUnits)
	if r.failed || units == 0 {
		return nil, errTally
	}
	t.Results = make([]uint64, units)
	for i := range t.Results {
		t.Results[i] = r.number(1<<64 - 1)
	}
	if r.failed || len(r.rest) > 0 {
		return nil, errTally
	}
	return t, nil
}

// Sum returns a hash of the results, by which answers are compared.
func (t *Tally) Sum() uint64 { return sumOf(t.First, t.Results) }

func sumOf(first uint32, results []uint64) uint64 {
	b := binary.BigEndian.AppendUint32(nil, first)
	for _, r := range results {
		b = binary.BigEndian.AppendUint64(b, r)
	}
	h := sha256.Sum256(b)
	return binary.BigEndian.Uint64(h[:])
}

// A reader takes numbers and names from bytes; after the first that is not as Encode writes it, it has failed.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) number(most uint64) uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > most || n > 1 && r.rest[n-1] == 0 { // the last: not the shortest form
		r.failed, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *reader) name() string {
	if len(r.rest) == 0 || int(r.rest[0]) > MaxName || len(r.rest) <= int(r.rest[0]) {
		r.failed, r.rest = true, nil
		return ""
	}
	n := int(r.rest[0])
	name := string(r.rest[1 : 1+n])
	r.rest = r.rest[1+n:]
	if name != Clean(name) {
		r.failed = true
	}
	return name
}

// Clean makes words that come from another machine harmless to show: at most MaxName characters, all of them printable ASCII.
func Clean(words string) string {
	clean := []byte(words[:min(len(words), MaxName)])
	for i, c := range clean {
		if c < ' ' || c > '~' {
			clean[i] = '?'
		}
	}
	return string(clean)
}
