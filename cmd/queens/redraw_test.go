package main

import (
	"strings"
	"testing"
)

func TestRedraw(t *testing.T) {
	var r redraw
	if got := r.over("one\ntwo\n", 80, 24); got != "one\ntwo\n" {
		t.Errorf("first %q", got)
	}
	if got := r.over("a\nb\nc\n", 80, 24); got != "\x1b[2A\r\x1b[Ja\nb\nc\n" {
		t.Errorf("then %q", got)
	}
	if got := r.over(strings.Repeat("x\n", 50), 80, 10); strings.Count(got, "\n") != 9 || !strings.HasSuffix(got, "x\n..\n") {
		t.Errorf("more lines than the terminal has: %q", got)
	}
	if got := r.over("工作者工作者\n", 8, 24); got != "\x1b[9A\r\x1b[J工作者\n" {
		t.Errorf("wider than the terminal: %q", got)
	}
}
