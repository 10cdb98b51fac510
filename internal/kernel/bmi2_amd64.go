//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// bmi2 has the bucketing loops of both vector kernels.
type bmi2 struct{}

func bmi2Needs() []requirement { return []requirement{{"BMI2", cpu.X86.HasBMI2}} }

func (bmi2) Histogram(counts, keys []uint32, words []uint64, s Selector) {
	if len(words) == 0 {
		return
	}
	if s.Swap {
		histogramSwapBMI2(&counts[0], &keys[0], &words[0], len(words), s.Key)
		return
	}
	histogramBMI2(&counts[0], &keys[0], &words[0], len(words), s.Key)
}

func (bmi2) Scatter(dst []uint32, slots []uint64, keys []uint32, words []uint64, s Selector) {
	if len(words) == 0 {
		return
	}
	if s.Swap {
		scatterSwapBMI2(&dst[0], &slots[0], &keys[0], &words[0], len(words), s.Rest)
		return
	}
	scatterBMI2(&dst[0], &slots[0], &keys[0], &words[0], len(words), s.Rest)
}
