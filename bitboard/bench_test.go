package bitboard

import (
	"fmt"
	"testing"

	"example.org/queens"
)

// BenchmarkEnumerate enumerates whole boards; ns/node is the figure to compare
// between sizes.
func BenchmarkEnumerate(b *testing.B) {
	for _, n := range []int{8, 10, 12, 14} {
		for _, e := range engines {
			b.Run(fmt.Sprint(n, "/", e.name), func(b *testing.B) {
				var nodes, solutions uint64
				for b.Loop() {
					stats, _ := e.Search(b.Context(), queens.Problem{Size: n}, goOn)
					nodes, solutions = nodes+stats.Nodes, solutions+stats.Solutions
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
				b.ReportMetric(float64(solutions)/b.Elapsed().Seconds()/1e6, "Msolutions/s")
			})
		}
	}
}
