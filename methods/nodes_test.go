package methods_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"example.org/queens"
	"example.org/queens/methods"
)

var update = flag.Bool("update", false, "write testdata/nodes.txt anew")

const nodesFile = "testdata/nodes.txt"

// TestNodes pins what every method does on the empty boards: a change of a
// search that moves these numbers must say so. With -update it writes them.
func TestNodes(t *testing.T) {
	var text strings.Builder
	text.WriteString("# What each method does on the empty board of size n: to the end, or to the first\n" +
		"# solution where it delivers random ones (seed 1). Written by go test -run Nodes -update.\n" +
		"# method n: nodes backtracks tests marks tries permutations solutions\n")
	for _, m := range methods.Table() {
		largest := 11
		if m.Name == "odometer" {
			largest = 8
		}
		for n := 1; n <= largest; n++ {
			s := fullStats(t, m, n)
			fmt.Fprintf(&text, "%s %d: %d %d %d %d %d %d %d\n", m.Name, n,
				s.Nodes, s.Backtracks, s.Tests, s.Marks, s.Tries, s.Permutations, s.Solutions)
		}
	}
	if *update {
		if err := os.WriteFile(nodesFile, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(nodesFile)
	if err != nil {
		t.Fatal(err)
	}
	if got := text.String(); got != strings.ReplaceAll(string(want), "\r\n", "\n") {
		t.Errorf("%s no longer holds; it is now\n%s", nodesFile, got)
	}
}

func fullStats(t *testing.T, m methods.Method, n int) queens.Stats {
	stats, err := m.New(methods.Options{Seed: 1}).Search(t.Context(), queens.Problem{Size: n}, func(queens.Placement) bool {
		return m.Delivers != methods.Stream
	})
	if err != nil && m.Delivers != methods.Stream {
		t.Fatal(err)
	}
	return stats
}
