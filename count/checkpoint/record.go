package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math/bits"
)

// format is the version of the file format.
const format = 1

// Identity says what a file is a checkpoint of.
type Identity struct {
	Format    int    `json:"format"`
	N         int    `json:"n"`
	Units     int    `json:"units"`
	Splitting string `json:"splitting"` // fingerprint, from count.Splitting
}

// encode returns the identity as a line of JSON and its SHA-256 in hexadecimal.
func (id Identity) encode() []byte {
	line, err := json.Marshal(id)
	if err != nil {
		panic(err) // numbers and a string
	}
	sum := sha256.Sum256(line)
	return append(append(line, '\n'), hex.EncodeToString(sum[:])...)
}

func decodeIdentity(value []byte) (id Identity, ok bool) {
	if err := json.NewDecoder(bytes.NewReader(value)).Decode(&id); err != nil {
		return id, false
	}
	return id, bytes.Equal(id.encode(), value)
}

// A record is the result of a unit.
type record struct {
	unit   uint32 // index in the splitting
	rows   uint32 // the unit's name
	result uint64
}

const (
	recordSize = 4 + 4 + 8 + 8 // unit, rows, result, checksum
	sealSize   = 8 + 8 + 16
	hashSize   = 16
	maxOrigin  = 255 // bytes
)

// hash returns the record's own checksum, and the number that it adds to the sum over the record set.
func (r record) hash() (own uint64, set sum128) {
	var b [16]byte
	binary.BigEndian.PutUint32(b[0:], r.unit)
	binary.BigEndian.PutUint32(b[4:], r.rows)
	binary.BigEndian.PutUint64(b[8:], r.result)
	h := sha256.Sum256(b[:])
	return binary.BigEndian.Uint64(h[:]), sum128{binary.BigEndian.Uint64(h[8:]), binary.BigEndian.Uint64(h[16:])}
}

// sum128 is a sum of hashes modulo 2^128; it does not depend on their order.
type sum128 struct{ high, low uint64 }

func (s sum128) add(t sum128) sum128 {
	low, carry := bits.Add64(s.low, t.low, 0)
	high, _ := bits.Add64(s.high, t.high, carry)
	return sum128{high, low}
}

// A seal says what the record set is after a batch.
type seal struct {
	batches uint64
	records uint64
	sum     sum128
}

// next returns the seal after one more batch, of so many records with that sum of hashes.
func (s seal) next(records int, sum sum128) seal {
	return seal{s.batches + 1, s.records + uint64(records), s.sum.add(sum)}
}

func (s seal) encode() []byte {
	b := make([]byte, 0, sealSize)
	for _, v := range []uint64{s.batches, s.records, s.sum.high, s.sum.low} {
		b = binary.BigEndian.AppendUint64(b, v)
	}
	return b
}

func decodeSeal(b []byte) seal {
	word := func(i int) uint64 { return binary.BigEndian.Uint64(b[8*i:]) }
	return seal{word(0), word(1), sum128{word(2), word(3)}}
}

// A batch is the records of one commit.
type batch struct {
	seal    seal
	origin  string
	records []record
	checks  []uint64 // the records' own checksums
	sum     sum128   // of the records of this batch
}

func newBatch(last seal, origin string, records []record) batch {
	b := batch{origin: origin}
	for _, r := range records {
		b.add(r)
	}
	b.seal = last.next(len(records), b.sum)
	return b
}

// add appends a record and returns its own checksum.
func (b *batch) add(r record) uint64 {
	own, set := r.hash()
	b.records = append(b.records, r)
	b.checks = append(b.checks, own)
	b.sum = b.sum.add(set)
	return own
}

// encode returns the seal, the origin, the records, and a hash over the identity and all that.
func (b batch) encode(id Identity) []byte {
	v := make([]byte, 0, sealSize+1+len(b.origin)+recordSize*len(b.records)+hashSize)
	v = append(v, b.seal.encode()...)
	v = append(append(v, byte(len(b.origin))), b.origin...)
	for i, r := range b.records {
		v = binary.BigEndian.AppendUint32(v, r.unit)
		v = binary.BigEndian.AppendUint32(v, r.rows)
		v = binary.BigEndian.AppendUint64(v, r.result)
		v = binary.BigEndian.AppendUint64(v, b.checks[i])
	}
	return append(v, hashWith(id, v)...)
}

// decodeBatch reverses encode and checks every checksum but the seal, which depends on the batches before.
func decodeBatch(id Identity, v []byte) (b batch, err *DamageError) {
	if len(v) < sealSize+1+hashSize || len(v) < sealSize+1+hashSize+int(v[sealSize]) {
		return b, damaged(BadBatch, "%d bytes", len(v))
	}
	body, hash := v[:len(v)-hashSize], v[len(v)-hashSize:]
	if !bytes.Equal(hash, hashWith(id, body)) {
		return b, damaged(BadBatch, "wrong checksum")
	}
	b.seal = decodeSeal(body)
	rest := body[sealSize+1:]
	b.origin, rest = string(rest[:body[sealSize]]), rest[body[sealSize]:]
	if len(rest) == 0 || len(rest)%recordSize != 0 {
		return b, damaged(BadBatch, "%d bytes of records", len(rest))
	}
	for ; len(rest) > 0; rest = rest[recordSize:] {
		r := record{binary.BigEndian.Uint32(rest), binary.BigEndian.Uint32(rest[4:]), binary.BigEndian.Uint64(rest[8:])}
		if b.add(r) != binary.BigEndian.Uint64(rest[16:]) {
			return b, damaged(BadRecord, "unit %d: wrong checksum", r.unit)
		}
	}
	return b, nil
}

// hashWith returns a hash over the identity and v, so that values of other files do not pass.
func hashWith(id Identity, v []byte) []byte {
	h := sha256.New()
	h.Write(id.encode())
	h.Write(v)
	return h.Sum(nil)[:hashSize]
}
