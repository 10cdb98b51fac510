package checkpoint

import (
	"encoding/binary"
	"slices"
)

// Names in the database. The keys of batches, "batch" and a number of eight bytes, come before the others.
var (
	bucketName  = []byte("queens count checkpoint")
	batchPrefix = []byte("batch")
	headKey     = []byte("head")
	identityKey = []byte("identity")
)

func batchKey(number uint64) []byte {
	return binary.BigEndian.AppendUint64(slices.Clone(batchPrefix), number)
}

// encodeHead returns the seal of the last batch with a hash.
func encodeHead(id Identity, s seal) []byte {
	v := s.encode()
	return append(v, hashWith(id, v)...)
}

// contents is what a sound file holds.
type contents struct {
	identity Identity
	records  []record
	have     []bool // by unit
	origins  []string
	last     seal
}

// decode reads the pairs of the bucket, in the order of their keys, and accepts nothing but
// what Store writes.
func decode(pairs []pair) (*contents, *DamageError) {
	byKey := map[string][]byte{}
	for _, p := range pairs {
		byKey[string(p.key)] = p.value
	}
	c := &contents{}
	var ok bool
	if c.identity, ok = decodeIdentity(byKey[string(identityKey)]); !ok {
		return nil, damaged(BadIdentity, "missing or wrong checksum")
	}
	if c.identity.Format != format {
		return c, nil // of no use, but perhaps sound
	}
	if c.identity.Units < 0 || c.identity.Units > maxUnits {
		return nil, damaged(BadIdentity, "%d units", c.identity.Units)
	}
	c.have = make([]bool, c.identity.Units)
	const others = 2 // head and identity
	if len(byKey) != len(pairs) || len(pairs) < others {
		return nil, damaged(LostRecords, "%d pairs", len(pairs))
	}
	for n := uint64(1); n <= uint64(len(pairs)-others); n++ {
		value, ok := byKey[string(batchKey(n))]
		if !ok {
			return nil, damaged(LostRecords, "no batch %d", n)
		}
		if err := c.addBatch(n, value); err != nil {
			return nil, err
		}
	}
	if head := byKey[string(headKey)]; string(head) != string(encodeHead(c.identity, c.last)) {
		return nil, damaged(LostRecords, "the head is not that of %d batches with %d records", c.last.batches, c.last.records)
	}
	return c, nil
}

// maxUnits bounds the memory that a forged identity can ask for; n = 32 has 150 million units.
const maxUnits = 1 << 28

func (c *contents) addBatch(number uint64, value []byte) *DamageError {
	b, err := decodeBatch(c.identity, value)
	if err != nil {
		err.Detail = "batch " + decimal(number) + ": " + err.Detail
		return err
	}
	for _, r := range b.records {
		switch {
		case int64(r.unit) >= int64(len(c.have)):
			return damaged(BadRecord, "batch %d: unit %d of %d", number, r.unit, len(c.have))
		case c.have[r.unit]:
			return damaged(DoubledRecord, "batch %d: unit %d", number, r.unit)
		}
		c.have[r.unit] = true
	}
	if b.seal != c.last.next(len(b.records), b.sum) {
		return damaged(LostRecords, "batch %d: the records so far are not those it was written after", number)
	}
	c.last = b.seal
	c.records = append(c.records, b.records...)
	c.origins = appendNew(c.origins, b.origin)
	return nil
}
