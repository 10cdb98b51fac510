package classes

import (
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"
)

// readTable returns the lines of testdata/name as column name -> field.
func readTable(t *testing.T, name string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	names := strings.Split(lines[0], "\t")
	var table []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, field := range strings.Split(line, "\t") {
			row[names[i]] = field
		}
		table = append(table, row)
	}
	return table
}

func integer(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func bigInteger(t *testing.T, s string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		t.Fatalf("%q is no integer", s)
	}
	return n
}

// thorough says whether the long form of the tests was asked for: QUEENS_THOROUGH=1.
func thorough() bool { return os.Getenv("QUEENS_THOROUGH") != "" }

// upTo returns the largest n to test: in short form, by default, and in thorough form.
func upTo(short, normal, long int) int {
	switch {
	case thorough():
		return long
	case testing.Short():
		return short
	}
	return normal
}
