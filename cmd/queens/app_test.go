package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestHostileArguments wants one line that cannot harm a terminal, whatever it
// repeats.
func TestHostileArguments(t *testing.T) {
	hostile := map[string]string{
		"controls": "a\nb\x1b[31mc\td\x7f\u202e\xff",
		"long":     strings.Repeat("z", 100_000),
	}
	for name, text := range hostile {
		for _, args := range [][]string{
			{text},
			{"all", text},
			{"all", "8", text},
			{"all", "8", "--" + text},
			{"all", "8", "--method", text},
			{"all", "8", "--format", text},
			{"all", "8", "--timeout", text},
			{"all", "8", "--place", "@" + text},
			{"all", "8", "--stats=" + text},
			{"check", "./" + text},
			{"classic", text},
			{"help", text},
			{"--lang", text},
		} {
			for _, locale := range []string{"C", "zh_CN.UTF-8"} {
				var stdout, stderr bytes.Buffer
				getenv := func(string) string { return locale }
				status := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr, getenv)
				if status != exitBadInput && status != exitIO {
					t.Errorf("%s, %.20q: status %d", name, args, status)
				}
				line, found := strings.CutSuffix(stderr.String(), "\n")
				if !found || strings.ContainsFunc(line, unicode.IsControl) || strings.Contains(line, "\u202e") || !utf8.ValidString(line) {
					t.Errorf("%s, %.20q: it says %.200q", name, args, line)
				}
				if n := utf8.RuneCountInString(line); n > maxLine+20 {
					t.Errorf("%s, %.20q: a line of %d characters", name, args, n)
				}
			}
		}
	}
}

func TestOneLine(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"harmless", `size "８" is\not 行：0　列`, `size "８" is\not 行：0　列`},
		{"line breaks", "a\r\nb", `a\r\nb`},
		{"escape sequence", "\x1b[2J", `\x1b[2J`},
		{"turned around", "a\u202eb", `a\u202eb`},
		{"no UTF-8", "a\xffb", `a\xffb`},
		{"the replacement character itself", "a\ufffdb", "a\ufffdb"},
	} {
		if got := oneLine(test.text); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
