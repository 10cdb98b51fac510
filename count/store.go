package count

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// Definition is the version of the definition of a unit result in docs/counting.md.
const Definition = 1

// Splitting says what the units of a count are. Unit results may be put together only if
// their splittings are equal.
type Splitting struct {
	N     int
	Units int
}

// SplittingOf returns the splitting of the count of Q(n) without planning it; outside 1..MaxN there are no units.
func SplittingOf(n int) Splitting {
	if n < 1 || n > MaxN {
		return Splitting{N: n}
	}
	return Splitting{N: n, Units: len(newBoard(n).unitRows(context.Background()))}
}

// String returns the fingerprint: N, the number of units, and a hash of both and the definition.
func (s Splitting) String() string {
	h := sha256.New()
	h.Write([]byte("queens count units"))
	for _, v := range []int{Definition, s.N, s.Units} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(v)))
	}
	return fmt.Sprintf("n%d-u%d-%x", s.N, s.Units, h.Sum(nil)[:8])
}

// Store keeps the results of finished units. Run calls its methods from one goroutine at a time.
type Store interface {
	// Load calls yield with the index and result of each unit it holds. It fails if it holds another splitting.
	Load(s Splitting, yield func(unit int, result uint64) error) error
	// Save keeps a result; it may become durable later.
	Save(unit Unit, result uint64) error
}
