package methods_test

import (
	"fmt"
	"testing"

	"example.org/queens"
	"example.org/queens/methods"
)

// BenchmarkAll enumerates with the methods that deliver all solutions, and says
// what a node costs in marks written.
func BenchmarkAll(b *testing.B) {
	for _, m := range deliverAll() {
		for _, n := range []int{8, 10, 12} {
			if n > m.MaxSize {
				continue
			}
			b.Run(fmt.Sprint(m.Name, "/n=", n), func(b *testing.B) {
				var stats queens.Stats
				for b.Loop() {
					stats, _ = m.New(methods.Options{}).Search(b.Context(), queens.Problem{Size: n}, goOn)
				}
				b.ReportMetric(float64(stats.Marks), "marks/op")
				b.ReportMetric(float64(b.N)*float64(stats.Solutions)/b.Elapsed().Seconds(), "solutions/s")
			})
		}
	}
}
