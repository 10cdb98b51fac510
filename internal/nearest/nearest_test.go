package nearest

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	names := []string{"backtrack", "marks2d", "iterative", "shuffle", "odometer", "bitboard", "all", "json"}
	for _, test := range []struct{ word, want string }{
		{"backtrak", "backtrack"},
		{"BACKTRACK", "backtrack"},
		{"shufle", "shuffle"},
		{"bitbord", "bitboard"},
		{"marks", "marks2d"},
		{"odo", "odometer"},
		{"o", ""},
		{"alll", "all"},
		{"jsno", "json"},
		{"bash", ""},
		{"xyz", ""},
		{"", ""},
		{"板", ""},
		{strings.Repeat("backtrack", 100), ""},
	} {
		if got := Of(test.word, names); got != test.want {
			t.Errorf("Of(%q) = %q, want %q", test.word, got, test.want)
		}
	}
	if got := Of("sh", []string{"shuffle", "shell"}); got != "" {
		t.Errorf("two names begin with sh, and Of chose %q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"皇后", "皇", 1},
		{"sovle", "solve", 1}, {"ab", "ba", 1}, {"ca", "abc", 3},
	} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
		if got := distance(test.b, test.a); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.b, test.a, got, test.want)
		}
	}
}
