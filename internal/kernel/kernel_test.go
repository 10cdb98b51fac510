package kernel

import (
	"math/bits"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
)

// implementations are all kernels of this build; those the machine cannot run are reported as skipped.
func forEachKernel(t *testing.T, f func(t *testing.T, k Kernel)) {
	t.Run("generic", func(t *testing.T) { f(t, generic{}) })
	for _, c := range candidates() {
		t.Run(c.kernel.Name(), func(t *testing.T) {
			if lacks := missing(c.needs); len(lacks) > 0 {
				t.Skipf("this machine lacks %v", lacks)
			}
			f(t, c.kernel)
		})
	}
}

// edgy returns words that are often zero, full, single bits or dense at an end.
func edgy(r *rand.Rand) uint64 {
	switch r.IntN(8) {
	case 0:
		return 0
	case 1:
		return ^uint64(0)
	case 2:
		return 1 << r.IntN(64)
	case 3:
		return ^uint64(0) << r.IntN(64)
	case 4:
		return ^uint64(0) >> r.IntN(64)
	case 5:
		return r.Uint64() & r.Uint64() & r.Uint64()
	}
	return r.Uint64() & r.Uint64()
}

func words(r *rand.Rand, n int) []uint64 {
	s := make([]uint64, n, n+Slack)
	for i := range s {
		s[i] = edgy(r)
	}
	return s
}

// packed returns n words of 32 bits of which few are set, so that some pairs are disjoint.
func packed(r *rand.Rand, n int) []uint32 {
	s := make([]uint32, n, n+Slack)
	for i := range s {
		s[i] = uint32(edgy(r))
		if r.IntN(4) != 0 {
			s[i] &= r.Uint32() & r.Uint32()
		}
	}
	return s
}

const guard = 0xDEADBEEF_0BADCAFE

func TestOr(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k Kernel) {
		r := rand.New(rand.NewPCG(1, 2))
		for n := range 200 {
			s := words(r, n)
			var want uint64
			for _, w := range s {
				want |= w
			}
			if got := k.Or(s); got != want {
				t.Fatalf("n=%d: %#x, want %#x", n, got, want)
			}
		}
	})
}

func TestCompressor(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		mask, x := edgy(r), edgy(r)
		c := newCompressor(mask)
		want, n := uint64(0), 0
		for m := mask; m != 0; m &= m - 1 {
			want |= x >> bits.TrailingZeros64(m) & 1 << n
			n++
		}
		if got := c.do(x); got != want {
			t.Fatalf("mask %#x of %#x: %#x, want %#x", mask, x, got, want)
		}
	}
}

// sparse returns a mask of at most n bits.
func sparse(r *rand.Rand, n int) uint64 {
	var m uint64
	for range r.IntN(n + 1) {
		m |= 1 << r.IntN(64)
	}
	return m
}

func TestHistogramAndScatter(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k Kernel) {
		r := rand.New(rand.NewPCG(5, 6))
		for n := range 150 {
			for _, swap := range []bool{false, true} {
				s := Selector{Key: sparse(r, 8), Swap: swap}
				s.Rest = sparse(r, 32) &^ s.Key
				testBuckets(t, k, words(r, n), s)
			}
		}
	})
}

func testBuckets(t *testing.T, k Kernel, in []uint64, s Selector) {
	t.Helper()
	before := slices.Clone(in)
	buckets := 1 << bits.OnesCount64(s.Key)
	counts, want := make([]uint32, buckets), make([]uint32, buckets)
	for i := range counts {
		counts[i], want[i] = uint32(i), uint32(i)
	}
	keys := make([]uint32, len(in)+1)
	keys[len(in)] = 0xBADCAFE
	k.Histogram(counts, keys, in, s)
	key, rest := newCompressor(s.Key), newCompressor(s.Rest)
	for _, w := range in {
		want[key.do(bits.RotateLeft64(w, s.rotation()))]++
	}
	if keys[len(in)] != 0xBADCAFE || !slices.Equal(counts, want) {
		t.Fatalf("n=%d %+v: counts %v, want %v", len(in), s, counts, want)
	}
	slots := make([]uint64, buckets)
	at := uint64(0)
	high := uint64(0xA0000000) << 32
	for i := range slots {
		slots[i] = at | high
		at += uint64(counts[i]) - uint64(i)
	}
	ends := slices.Clone(slots)
	dst := make([]uint32, len(in)+1)
	dst[len(in)] = 0xBADCAFE
	k.Scatter(dst, slots, keys, in, s)
	wantDst := make([]uint32, len(in)+1)
	wantDst[len(in)] = 0xBADCAFE
	for _, w := range in {
		w = bits.RotateLeft64(w, s.rotation())
		slot := &ends[key.do(w)]
		wantDst[uint32(*slot)] = uint32(rest.do(w)) | uint32(*slot>>32)
		*slot++
	}
	if !slices.Equal(dst, wantDst) || !slices.Equal(slots, ends) {
		t.Fatalf("n=%d %+v: scatter differs", len(in), s)
	}
	if !slices.Equal(in, before) {
		t.Fatal("input changed")
	}
}

// quarterOf returns a slice with lists of the given greatest length on m columns.
func quarterOf(r *rand.Rand, m, longest int) Slice {
	s := Slice{Start: make([]uint32, 1<<m+1)}
	for c := range 1 << m {
		s.Start[c+1] = s.Start[c] + uint32(r.IntN(longest+1))
	}
	s.Words = words(r, int(s.Start[1<<m]))
	return s
}

func TestJoin(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k Kernel) {
		r := rand.New(rand.NewPCG(7, 8))
		for longest := range 40 {
			north, south := quarterOf(r, 3, longest), quarterOf(r, 3, longest)
			mid := sparse(r, 2)
			testJoin(t, k, north, south, []uint16{0, 1, 3, 6, 7}, mid)
			testJoin(t, k, north, south, []uint16{5}, 0)
			testJoin(t, k, north, south, nil, 0)
		}
	})
}

func testJoin(t *testing.T, k Kernel, north, south Slice, subsets []uint16, mid uint64) {
	t.Helper()
	var want []uint64
	longest := 0
	for _, c := range subsets {
		xs := north.Words[north.Start[c]:north.Start[c+1]]
		ys := south.Words[south.Start[7&^c]:south.Start[8-c]]
		longest = max(longest, len(xs), len(ys))
		for _, x := range xs {
			for _, y := range ys {
				if x&y == 0 && (x|y)&mid == 0 {
					want = append(want, x|y|mid)
				}
			}
		}
	}
	beforeNorth, beforeSouth := slices.Clone(north.Words), slices.Clone(south.Words)
	dst := make([]uint64, len(want)+longest+Slack+1)
	dst[len(dst)-1] = guard
	n := k.Join(dst[:len(want)+longest], north, south, subsets, mid)
	if n != len(want) {
		t.Fatalf("%d results, want %d", n, len(want))
	}
	got := slices.Sorted(slices.Values(dst[:n]))
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatal("other half boards")
	}
	if dst[len(dst)-1] != guard {
		t.Fatal("wrote beyond the slack")
	}
	if len(want) > 0 {
		if n := k.Join(dst[:len(want)-1], north, south, subsets, mid); n != -1 {
			t.Fatalf("too short a destination: %d, want -1", n)
		}
		if dst[len(dst)-1] != guard {
			t.Fatal("wrote beyond the slack")
		}
	}
	if !slices.Equal(north.Words, beforeNorth) || !slices.Equal(south.Words, beforeSouth) {
		t.Fatal("input changed")
	}
}

// pairsOf counts what Match should add.
func pairsOf(table Buckets, keys Keys, planes int, stream []uint32) (n uint64) {
	mask := uint32(uint64(1)<<planes - 1)
	for k := range uint32(len(table.Start)-1) >> keys.Shift {
		if k&keys.Fixed != keys.Fixed || k&^(keys.Fixed|keys.Free) != 0 {
			continue
		}
		for _, p := range table.Items[table.Start[k<<keys.Shift]:table.Start[(k+1)<<keys.Shift]] {
			for _, w := range stream {
				if p&w&mask == 0 {
					n++
				}
			}
		}
	}
	return n
}

func TestMatchLengths(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k Kernel) {
		r := rand.New(rand.NewPCG(9, 10))
		arena := NewArena(2*k.Lanes() + 1)
		for n := range 2*k.Lanes() + 2 {
			table := Buckets{Items: packed(r, n), Start: []uint32{0, uint32(n)}}
			stream := packed(r, 1+n%70)
			testMatch(t, k, arena, table, Keys{}, 1+n%MaxPlanes, stream, []Run{{0, uint32(len(stream)), 1}})
		}
	})
}

func TestMatchStreamLengths(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k Kernel) {
		r := rand.New(rand.NewPCG(11, 12))
		arena := NewArena(700)
		table := Buckets{Items: packed(r, 700), Start: []uint32{0, 700}}
		for n := 1; n < 140; n++ {
			stream := packed(r, n)
			testMatch(t, k, arena, table, Keys{}, 1+n%MaxPlanes, stream, []Run{{0, uint32(n), 0}})
		}
	})
}

// TestMatchSmall takes every pair of words of a few bits.
func TestMatchSmall(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k Kernel) {
		arena := NewArena(64)
		for planes := 1; planes <= 6; planes++ {
			all := make([]uint32, 1<<planes, 1<<planes+Slack)
			for i := range all {
				all[i] = uint32(i)
			}
			for i := range all {
				table := Buckets{Items: all, Start: []uint32{0, uint32(i)}}
				testMatch(t, k, arena, table, Keys{}, planes, all, []Run{{uint32(i), uint32(len(all)), 0}})
			}
		}
	})
}

func TestMatchBuckets(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k Kernel) {
		r := rand.New(rand.NewPCG(13, 14))
		for cuts := range 7 {
			for range 40 {
				table := Buckets{Start: make([]uint32, 1<<cuts+1)}
				longest := []int{0, 3, 40, 200}[r.IntN(4)]
				for b := range 1 << cuts {
					table.Start[b+1] = table.Start[b] + uint32(r.IntN(longest+1))
				}
				n := int(table.Start[1<<cuts])
				table.Items = packed(r, n)
				arena := NewArena(n)
				shift := r.IntN(cuts + 1)
				free := r.Uint32N(1 << (cuts - shift))
				keys := Keys{Free: free, Fixed: r.Uint32N(1<<(cuts-shift)) &^ free, Shift: shift}
				stream := packed(r, 50)
				runs := []Run{{3, 10, 0}, {12, 13, 2}, {20, 50, 1}, {0, 2, 0}}
				testMatch(t, k, arena, table, keys, 1+r.IntN(MaxPlanes), stream, runs)
			}
		}
	})
}

func testMatch(t *testing.T, k Kernel, a *Arena, table Buckets, keys Keys, planes int, stream []uint32, runs []Run) {
	t.Helper()
	items, words := slices.Clone(table.Items), slices.Clone(stream)
	var want [MaxClasses]uint64
	for _, r := range runs {
		want[r.Class] += pairsOf(table, keys, planes, stream[r.Start:r.End])
	}
	k.Match(a, table, keys, planes, stream, runs)
	if got := a.Sums(); got != want {
		t.Fatalf("%d patterns, keys %+v, planes %d, runs %v: %d, want %d", len(table.Items), keys, planes, runs, got, want)
	}
	if !slices.Equal(items, table.Items) || !slices.Equal(words, stream) {
		t.Fatal("input changed")
	}
}

func TestNoAllocations(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k Kernel) {
		r := rand.New(rand.NewPCG(15, 16))
		arena := NewArena(1000)
		table := Buckets{Items: packed(r, 1000), Start: []uint32{0, 500, 1000}}
		stream := packed(r, 100)
		runs := []Run{{0, 100, 0}}
		in := words(r, 1000)
		s := Selector{Key: 0xF0, Rest: 0xF0F00, Swap: true}
		counts, slots, dst := make([]uint32, 16), make([]uint64, 16), make([]uint32, 1000, 1000+Slack)
		keys := make([]uint32, 1000)
		north, south := quarterOf(r, 3, 10), quarterOf(r, 3, 10)
		out := make([]uint64, 1000, 1000+Slack)
		subsets := []uint16{1, 2, 4}
		if n := testing.AllocsPerRun(10, func() {
			k.Match(arena, table, Keys{Free: 1}, 30, stream, runs)
			arena.Sums()
			k.Histogram(counts, keys, in, s)
			clear(slots)
			k.Scatter(dst, slots, keys, in, s)
			k.Join(out, north, south, subsets, 0)
			k.Or(in)
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

func FuzzMatch(f *testing.F) {
	f.Add(uint64(1), uint16(700), uint16(90), uint8(30))
	f.Add(uint64(2), uint16(512), uint16(1), uint8(32))
	f.Fuzz(func(t *testing.T, seed uint64, patterns, stream uint16, planes uint8) {
		r := rand.New(rand.NewPCG(seed, 17))
		n, s := int(patterns%2000), int(stream%300)+1
		table := Buckets{Items: packed(r, n), Start: []uint32{0, uint32(n / 3), uint32(n / 2), uint32(n / 2), uint32(n)}}
		words := packed(r, s)
		free := r.Uint32N(4)
		a := NewArena(n)
		for _, k := range All() {
			testMatch(t, k, a, table, Keys{Free: free, Fixed: 3 &^ free & 1}, 1+int(planes%MaxPlanes), words, []Run{{0, uint32(s), 0}})
		}
	})
}

func FuzzScatter(f *testing.F) {
	f.Add(uint64(1), uint64(0xFF), uint64(0xFFFF00), uint16(100), true)
	f.Fuzz(func(t *testing.T, seed, key, rest uint64, n uint16, swap bool) {
		for bits.OnesCount64(key) > 10 {
			key &= key - 1
		}
		in := words(rand.New(rand.NewPCG(seed, 18)), int(n%1000))
		for _, k := range All() {
			testBuckets(t, k, in, Selector{Key: key, Rest: rest &^ key, Swap: swap})
		}
	})
}

func TestNamed(t *testing.T) {
	if k, _ := Named("generic"); k == nil || k.Name() != "generic" {
		t.Error("no generic kernel")
	}
	if k, lacks := Named("abacus"); k != nil || len(lacks) != 0 {
		t.Errorf("abacus: %v, %v", k, lacks)
	}
	for _, k := range All() {
		if again, _ := Named(k.Name()); again != k {
			t.Errorf("%s is not found by its name", k.Name())
		}
	}
}

// TestPureGo checks that neither the purego build nor another architecture has assembly.
func TestPureGo(t *testing.T) {
	for _, args := range [][]string{{"-tags", "purego"}, {}} {
		cmd := exec.Command("go", append(append([]string{"list"}, args...), "-f", "{{.SFiles}}", ".")...)
		if len(args) == 0 {
			cmd.Env = append(cmd.Environ(), "GOARCH=arm64")
		}
		out, err := cmd.Output()
		if err != nil {
			t.Skipf("go list: %v", err)
		}
		if string(out) != "[]\n" {
			t.Errorf("go list %v: assembly files %s", args, out)
		}
	}
}
