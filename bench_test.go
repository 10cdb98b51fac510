package queens_test

import (
	"testing"

	"example.org/queens"
)

func BenchmarkCount10(b *testing.B) {
	for b.Loop() {
		if count := queens.Count(10); count != 724 {
			b.Fatal(count)
		}
	}
}

// BenchmarkSolutions10 adds to BenchmarkCount10 a copy of every placement.
func BenchmarkSolutions10(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for range queens.Solutions(10) {
		}
	}
}

func BenchmarkCheck8(b *testing.B) {
	p, _ := queens.First(8)
	on := p.Squares()
	b.ReportAllocs()
	for b.Loop() {
		if !queens.Check(8, on).Valid() {
			b.Fatal("not valid")
		}
	}
}
