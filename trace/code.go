package trace

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"example.org/queens"
	"example.org/queens/bitboard"
	"example.org/queens/construct"
	"example.org/queens/internal/mrv"
	"example.org/queens/internal/search"
	"example.org/queens/iterative"
	"example.org/queens/marks2d"
	"example.org/queens/odometer"
	"example.org/queens/restarts"
	"example.org/queens/shuffle"
)

// A Code is the Go source of a search, as it was compiled in.
type Code struct {
	File  string         `json:"file"`  // where it stands; several names are separated by ", "
	Lines []string       `json:"lines"` // the functions shown, a blank line between two; without the markers
	Marks map[string]int `json:"marks"` // the line of each kind of event, by [queens.EventKind.String], counted from 1
}

// Line returns the line of a kind of event, counted from 1; 0 for none.
func (c Code) Line(k queens.EventKind) int { return c.Marks[k.String()] }

// A listing is what the code of a method is taken from.
type listing struct{ files, text string }

var listings = map[string]func() listing{
	"backtrack": func() listing { return listing{"internal/search/search.go", search.Source()} },
	"marks2d":   func() listing { return listing{"marks2d/marks2d.go", marks2d.Source()} },
	"iterative": func() listing { return listing{"iterative/iterative.go", iterative.Source()} },
	"shuffle":   func() listing { return listing{"shuffle/observed.go, shuffle/shuffle.go", shuffle.Source()} },
	"odometer":  func() listing { return listing{"odometer/observed.go, odometer/odometer.go", odometer.Source()} },
	"bitboard":  func() listing { return listing{"bitboard/clear.go", bitboard.Source()} },
	"construct": func() listing { return listing{"construct/construct.go", construct.Source()} },
	"restarts": func() listing {
		return listing{"restarts/restarts.go, internal/mrv/mrv.go", restarts.Source() + mrv.Source()}
	},
}

// codes are made when first asked for.
var codes = sync.OnceValue(func() map[string]Code {
	made := make(map[string]Code, len(listings))
	for method, list := range listings {
		l := list()
		code, err := extract(l.text)
		if err != nil {
			panic("trace: " + l.files + ": " + err.Error()) // the sources are compiled in
		}
		code.File = l.files
		made[method] = code
	}
	return made
})

// CodeOf returns the code of a method of package methods: the functions of its
// search that are marked to be shown, in the order in which they stand.
func CodeOf(method string) Code {
	code := codes()[method]
	code.Lines = slices.Clone(code.Lines)
	return code
}

// The markers in the sources. A function is shown if its comment ends in the
// first; the second stands behind a line, with the kinds of event that happen
// there, separated by commas.
const (
	showMarker = "//trace:show"
	lineMarker = " //trace:"
)

// extract finds the functions to show and the lines of the events in the text of
// a formatted Go source: a function ends with the first line that is a single
// brace.
func extract(source string) (Code, error) {
	code := Code{Marks: map[string]int{}}
	next, inside := false, false // a function to show is announced; is being read
	for line := range strings.Lines(source) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == showMarker:
			next = true
			continue
		case next && strings.HasPrefix(line, "func "):
			if len(code.Lines) > 0 {
				code.Lines = append(code.Lines, "")
			}
			next, inside = false, true
		case !inside && strings.Contains(line, lineMarker):
			return code, fmt.Errorf("%q is marked but not shown", line)
		}
		if !inside {
			continue
		}
		text, kinds, marked := strings.Cut(line, lineMarker)
		code.Lines = append(code.Lines, strings.TrimRight(text, " \t"))
		inside = line != "}"
		if !marked {
			continue
		}
		for kind := range strings.SplitSeq(kinds, ",") {
			if _, twice := code.Marks[kind]; twice {
				return code, fmt.Errorf("two lines are marked %s", kind)
			}
			code.Marks[kind] = len(code.Lines)
		}
	}
	if next || inside {
		return code, fmt.Errorf("a function to show is missing, or has no end")
	}
	return code, nil
}
