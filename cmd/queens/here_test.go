package main

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// here runs a command line in this process.
func here(t *testing.T, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, said strings.Builder
	noLocale := func(string) string { return "C" }
	status = run(context.Background(), args, strings.NewReader(""), &out, &said, noLocale)
	if problem := problemWith(args, status, false, out.String(), said.String()); problem != "" {
		t.Errorf("%v: %s:\n%s", args, problem, said.String())
	}
	return out.String(), said.String(), status
}

// prints runs a command line that must print and exit so; what it says must
// hold every sentence of said.
func prints(t *testing.T, want string, wantStatus int, said []string, args ...string) {
	t.Helper()
	stdout, stderr, status := here(t, args...)
	if stdout != want || status != wantStatus {
		t.Errorf("%v prints %q and exits with %d, want %q and %d; it says\n%s", args, stdout, status, want, wantStatus, stderr)
	}
	for _, sentence := range said {
		if !strings.Contains(stderr, sentence) {
			t.Errorf("%v does not say %q but\n%s", args, sentence, stderr)
		}
	}
}

// command returns queens as a process of its own.
func command(args ...string) *exec.Cmd {
	cmd := exec.Command("queens", args...) // TestMain puts it into the path
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	return cmd
}
