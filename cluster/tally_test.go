package cluster

import (
	"bytes"
	"testing"
	"time"

	"reflect"
)

func sample() *Tally {
	return &Tally{Run: "n20-1", Task: Task{7, 1}, First: 40, Fingerprint: "f", Worker: "w", Kernel: "generic", Version: "v", Elapsed: time.Second,
		Results: []uint64{0, 1, 127, 128, 1<<64 - 1}}
}

func TestTallyRoundTrip(t *testing.T) {
	want := sample()
	got, err := DecodeTally(want.Encode())
	if err != nil || !reflect.DeepEqual(want, got) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestTallyDamage flips every bit and cuts at every byte.
func TestTallyDamage(t *testing.T) {
	data := sample().Encode()
	for i := range data {
		if _, err := DecodeTally(data[:i]); err == nil {
			t.Errorf("cut at %d it is a tally", i)
		}
		for bit := range 8 {
			bad := bytes.Clone(data)
			bad[i] ^= 1 << bit
			if _, err := DecodeTally(bad); err == nil {
				t.Errorf("with bit %d of byte %d flipped it is a tally", bit, i)
			}
		}
	}
}

// TestTallyBound wants the greatest tally within MaxTally.
func TestTallyBound(t *testing.T) {
	big := sample()
	big.Results = make([]uint64, MaxUnits)
	for i := range big.Results {
		big.Results[i] = 1<<64 - 1
	}
	data := big.Encode()
	if _, err := DecodeTally(data); err != nil || len(data) > MaxTally {
		t.Errorf("%d bytes: %v", len(data), err)
	}
	big.Results = append(big.Results, 1)
	if _, err := DecodeTally(big.Encode()); err == nil {
		t.Error("a tally of too many units is one")
	}
}

func FuzzTally(f *testing.F) {
	f.Add(sample().Encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		tally, err := DecodeTally(data)
		if err == nil && !bytes.Equal(tally.Encode(), data) {
			t.Errorf("%x is read and written as %x", data, tally.Encode())
		}
	})
}
