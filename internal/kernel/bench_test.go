package kernel

import (
	"math/rand/v2"
	"testing"
)

func benchEachKernel(b *testing.B, f func(b *testing.B, k Kernel)) {
	for _, k := range All() {
		b.Run(k.Name(), func(b *testing.B) { f(b, k) })
	}
}

// BenchmarkMatch counts 1024 patterns against a stream of 1000 words: nanoseconds for 512 pairs.
func BenchmarkMatch(b *testing.B) { benchMatch(b, 1000) }

// BenchmarkBuild is mostly the building of the tables.
func BenchmarkBuild(b *testing.B) { benchMatch(b, 1) }

func benchMatch(b *testing.B, words int) {
	benchEachKernel(b, func(b *testing.B, k Kernel) {
		r := rand.New(rand.NewPCG(1, 2))
		const patterns = 1024
		a := NewArena(patterns)
		table := Buckets{Items: packed(r, patterns), Start: []uint32{0, patterns}}
		stream := packed(r, words)
		runs := []Run{{0, uint32(words), 0}}
		for b.Loop() {
			k.Match(a, table, Keys{}, 30, stream, runs)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(words)/patterns*512, "ns/512pairs")
	})
}

func BenchmarkScatter(b *testing.B) {
	benchEachKernel(b, func(b *testing.B, k Kernel) {
		r := rand.New(rand.NewPCG(3, 4))
		in := make([]uint64, 10000)
		for i := range in {
			in[i] = r.Uint64() & r.Uint64()
		}
		s := Selector{Key: 0x0408_0020_0010_8040, Rest: 0x1230_1234_5602_0201, Swap: true}
		keys := make([]uint32, len(in))
		counts, slots, dst := make([]uint32, 256), make([]uint64, 256), make([]uint32, len(in), len(in)+Slack)
		for b.Loop() {
			clear(counts)
			k.Histogram(counts, keys, in, s)
			at := uint64(0)
			for i, c := range counts {
				slots[i] = at
				at += uint64(c)
			}
			k.Scatter(dst, slots, keys, in, s)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(in)), "ns/word")
	})
}
