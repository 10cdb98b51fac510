package methods_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"

	"example.org/queens"
	"example.org/queens/methods"
)

func TestTableOrder(t *testing.T) {
	var names []string
	for _, m := range methods.Table() {
		names = append(names, m.Name)
	}
	want := "backtrack marks2d iterative shuffle odometer bitboard construct restarts"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("the table lists %s, want %s", got, want)
	}
}

func TestTableIsFresh(t *testing.T) {
	methods.Table()[0].Name = "spoiled"
	if got := methods.Table()[0].Name; got != "backtrack" {
		t.Errorf("the first row is %s after a caller wrote to its copy", got)
	}
}

func TestDescriptions(t *testing.T) {
	for _, m := range methods.Table() {
		t.Run(m.Name, func(t *testing.T) {
			if m.English == "" || m.Chinese == "" || strings.Contains(m.English+m.Chinese, "\n") {
				t.Errorf("descriptions %q and %q, want one line each", m.English, m.Chinese)
			}
			isHan := func(r rune) bool { return unicode.Is(unicode.Han, r) }
			if strings.ContainsFunc(m.English, isHan) || !strings.ContainsFunc(m.Chinese, isHan) {
				t.Errorf("descriptions %q and %q are in the wrong language", m.English, m.Chinese)
			}
		})
	}
}

func TestFind(t *testing.T) {
	for _, m := range methods.Table() {
		if found, ok := methods.Find(m.Name); !ok || found.Name != m.Name {
			t.Errorf("Find(%q) = %q, %v", m.Name, found.Name, ok)
		}
	}
	for _, name := range []string{"", "backtrak", "BACKTRACK"} {
		if found, ok := methods.Find(name); ok {
			t.Errorf("Find(%q) = %q", name, found.Name)
		}
	}
}

func TestNearest(t *testing.T) {
	for name, want := range map[string]string{"backtrak": "backtrack", "shufle": "shuffle", "odometr": "odometer", "qwertyuiop": ""} {
		if got := methods.Nearest(name); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestObservable(t *testing.T) {
	for _, m := range methods.Table() {
		if !m.Observable() {
			t.Errorf("%s is not observable", m.Name)
		}
	}
}

// TestHonours gives every method each constraint: it must take it, or refuse
// and name the methods that do.
func TestHonours(t *testing.T) {
	problems := map[queens.Constraint]queens.Problem{
		queens.GivenQueens:    {Size: 6, Given: []queens.Square{{Row: 0, Col: 1}}},
		queens.BlockedSquares: {Size: 6, Blocked: []queens.Square{{Row: 0, Col: 2}, {Row: 0, Col: 3}, {Row: 0, Col: 4}}},
	}
	for _, m := range methods.Table() {
		for c, p := range problems {
			found, err := queens.FirstOf(t.Context(), m.New(methods.Options{}), p)
			if m.Honours&c != 0 {
				if err != nil || !slices.Equal(found, queens.Placement{1, 3, 5, 0, 2, 4}) {
					t.Errorf("%s with %v finds %v, error %v", m.Name, c, found, err)
				}
				continue
			}
			refusal, ok := errors.AsType[*queens.UnsupportedError](err)
			if !ok || refusal.Engine != m.Name || refusal.Constraints != c {
				t.Errorf("%s with %v: error %v", m.Name, c, err)
				continue
			}
			if want := methods.Honouring(c); !slices.Equal(refusal.Alternatives, want) || slices.Contains(want, m.Name) {
				t.Errorf("%s with %v: names %v, want %v", m.Name, c, refusal.Alternatives, want)
			}
		}
	}
}
