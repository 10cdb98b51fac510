package main

import (
	"context"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// silent runs the program in this process and fails if it does.
func silent(b *testing.B, line string) {
	b.Helper()
	var stderr strings.Builder
	noLocale := func(string) string { return "C" }
	if status := run(context.Background(), strings.Fields(line), strings.NewReader(""), io.Discard, &stderr, noLocale); status != 0 {
		b.Fatalf("%s: status %d: %s", line, status, stderr.String())
	}
}

// BenchmarkList measures how fast solutions are found and written in the
// default form; lines/s is the figure to compare. Writing is cheap if all 14
// takes little longer than with --count-only.
func BenchmarkList(b *testing.B) {
	for _, bench := range []struct {
		line  string
		lines float64
	}{
		{"all 14 --count-only --threads 1", 365596},
		{"all 14 --threads 1", 365596},
		{"all 14 --count-only", 365596},
		{"all 14", 365596},
		{"all 16 --threads 1", 14772512},
		{"all 16", 14772512},
	} {
		b.Run(strings.ReplaceAll(bench.line, " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				silent(b, bench.line)
			}
			b.ReportMetric(bench.lines*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

// BenchmarkForms measures the other forms on all solutions of one size.
func BenchmarkForms(b *testing.B) {
	for _, form := range formNames() {
		b.Run(form, func(b *testing.B) {
			for b.Loop() {
				silent(b, "all 12 --threads 1 --format "+form)
			}
			b.ReportMetric(14200*float64(b.N)/b.Elapsed().Seconds(), "placements/s")
		})
	}
}

// BenchmarkCheck measures verdicts on a list.
func BenchmarkCheck(b *testing.B) {
	const placements = 100000
	list := strings.Repeat("0 4 7 5 2 6 1 3\n", placements)
	noLocale := func(string) string { return "C" }
	for b.Loop() {
		if status := run(context.Background(), []string{"check"}, strings.NewReader(list), io.Discard, io.Discard, noLocale); status != 0 {
			b.Fatalf("status %d", status)
		}
	}
	b.ReportMetric(placements*float64(b.N)/b.Elapsed().Seconds(), "placements/s")
}

// BenchmarkStart measures a process from its start to its end, and cpu-ms/op,
// which other work on the machine lengthens less.
func BenchmarkStart(b *testing.B) {
	path, err := exec.LookPath("queens") // the test binary, under the name of the program
	if err != nil {
		b.Fatal(err)
	}
	for _, line := range []string{"version", "--help", "all 8", "solve 8", "count 8"} {
		b.Run(strings.ReplaceAll(line, " ", "_"), func(b *testing.B) {
			var cpu float64
			for b.Loop() {
				cmd := exec.Command(path, strings.Fields(line)...)
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
				cpu += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
			}
			b.ReportMetric(1000*cpu/float64(b.N), "cpu-ms/op")
		})
	}
}
