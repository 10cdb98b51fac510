package known

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed known.tsv
var tsv string

// table returns the entries of each sequence; index n-1 holds size n.
// A malformed embedded file is a broken build, so it panics; a test parses the file.
var table = sync.OnceValue(func() [len(sequenceIDs)][]Entry {
	var t [len(sequenceIDs)][]Entry
	for i, line := range strings.Split(strings.TrimSpace(tsv), "\n") {
		if i == 0 {
			continue // the names of the columns
		}
		e, err := parse(line)
		if err != nil {
			panic(fmt.Sprintf("known: known.tsv:%d: %v", i+1, err))
		}
		if e.N != len(t[e.Sequence])+1 {
			panic(fmt.Sprintf("known: known.tsv:%d: size %d is out of order", i+1, e.N))
		}
		t[e.Sequence] = append(t[e.Sequence], e)
	}
	return t
})

func parse(line string) (e Entry, err error) {
	f := strings.Split(line, "\t")
	if len(f) != 7 {
		return e, fmt.Errorf("%d columns, want 7", len(f))
	}
	if e.Sequence, err = sequenceOf(f[0]); err != nil {
		return e, err
	}
	if e.N, err = strconv.Atoi(f[1]); err != nil {
		return e, err
	}
	if e.Value, err = strconv.ParseUint(f[2], 10, 64); err != nil {
		return e, err
	}
	if f[4] != "" {
		if e.Year, err = strconv.Atoi(f[4]); err != nil {
			return e, err
		}
	}
	e.By, e.Source, e.Verified = f[3], f[5], f[6]
	return e, nil
}

func sequenceOf(id string) (Sequence, error) {
	for s, name := range sequenceIDs {
		if name == id {
			return Sequence(s), nil
		}
	}
	return 0, fmt.Errorf("unknown sequence %q", id)
}
