// Package golden reads the reference tables in the folder testdata at the root
// of the module, for tests. The README beside them says where they come from.
package golden

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Rows returns the rows of a table, split into cells, without comments and the
// line that names the columns.
func Rows(t testing.TB, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		if line != "" && !strings.HasPrefix(line, "#") {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	if len(rows) < 2 {
		t.Fatalf("%s: no rows", name)
	}
	return rows[1:]
}

// Table returns the last cell of each row of a table of numbers, by the cells
// before it: heatmap.tsv by [3]int{n, row, col}, backtrack_profile.tsv by
// [3]int{n, level}. Keys shorter than 3 end in zeros.
func Table(t testing.TB, name string) map[[3]int]uint64 {
	t.Helper()
	table := make(map[[3]int]uint64)
	for _, row := range Rows(t, name) {
		var key [3]int
		last := len(row) - 1
		for i, cell := range row[:last] {
			key[i] = int(Number(t, cell))
		}
		table[key] = Number(t, row[last])
	}
	return table
}

// Sequence returns the values of an OEIS sequence by n, from golden.tsv.
func Sequence(t testing.TB, number string) map[int]uint64 {
	t.Helper()
	values := make(map[int]uint64)
	for _, row := range Rows(t, "golden.tsv") {
		if row[0] == number {
			values[int(Number(t, row[1]))] = Number(t, row[2])
		}
	}
	if len(values) == 0 {
		t.Fatalf("golden.tsv: no sequence %s", number)
	}
	return values
}

// Number reads a cell.
func Number(t testing.TB, cell string) uint64 {
	t.Helper()
	value, err := strconv.ParseUint(cell, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// root returns the folder of go.mod, at or above the folder of the test.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}
