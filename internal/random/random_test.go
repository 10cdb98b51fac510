package random

import (
	"fmt"
	"slices"
	"testing"
)

// TestPinned holds what a seed gives, in every version.
func TestPinned(t *testing.T) {
	s := New(1)
	var got []uint64
	for n := range uint64(8) {
		got = append(got, s.Below(1<<(8*n)))
	}
	deck := []int{0, 1, 2, 3, 4, 5, 6, 7}
	Shuffle(New(1), deck)
	if text := fmt.Sprint(got, deck); text != pinned {
		t.Errorf("seed 1 gives %s, want %s", text, pinned)
	}
}

const pinned = "[0 186 59106 14882573 3020527174 390595977261 267697173796106 48550557028181995] [0 3 1 2 4 6 5 7]"

func TestBelow(t *testing.T) {
	s := New(0)
	for _, n := range []uint64{1, 2, 3, 7, 1 << 32, 1<<63 + 1, 1<<64 - 1} {
		for range 1000 {
			if x := s.Below(n); x >= n {
				t.Fatalf("Below(%d) = %d", n, x)
			}
		}
	}
}

// TestBelowRedraws takes n so large that a quarter of the outputs is too many:
// with them, numbers divisible by 3 would come twice as often as others.
func TestBelowRedraws(t *testing.T) {
	const n, draws = 3 << 62, 30000
	s := New(3)
	counts := [3]int{}
	for range draws {
		counts[s.Below(n)%3]++
	}
	for _, count := range counts {
		if count < draws/3-500 || count > draws/3+500 {
			t.Errorf("remainders modulo 3 come %v times", counts)
		}
	}
}

func TestShuffleKeepsAll(t *testing.T) {
	deck := []string{"a", "b", "c", "d"}
	Shuffle(New(5), deck)
	slices.Sort(deck)
	if fmt.Sprint(deck) != "[a b c d]" {
		t.Errorf("deck %v", deck)
	}
	Shuffle(New(5), []int(nil))
}

// TestSwaps checks that exchanging the pairs of Swaps is Shuffle.
func TestSwaps(t *testing.T) {
	a, b := []int{0, 1, 2, 3, 4, 5, 6, 7}, []int{0, 1, 2, 3, 4, 5, 6, 7}
	whole, single := New(5), New(5)
	for range 100 {
		Shuffle(whole, a)
		for i, j := range Swaps(single, len(b)) {
			b[i], b[j] = b[j], b[i]
		}
		if !slices.Equal(a, b) {
			t.Fatalf("%v by Shuffle, %v by Swaps", a, b)
		}
	}
}
