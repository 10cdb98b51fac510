package queens_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// goList returns the words that go list prints in the folder of the test.
func goList(t *testing.T, arguments ...string) []string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command: ", err)
	}
	out, err := exec.Command("go", append([]string{"list"}, arguments...)...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return strings.Fields(string(out))
}

// TestPure checks that these packages stand on the standard library and on each
// other alone, and do no input or output of their own.
func TestPure(t *testing.T) {
	const module = "example.org/queens"
	tests := []struct {
		name, path string
		deps       []string // beyond the standard library, with the package itself
	}{
		{"root", ".", []string{module, module + "/internal/search"}},
		{"search", "./internal/search", []string{module + "/internal/search"}},
		{"symmetry", "./symmetry", []string{module, module + "/internal/search", module + "/symmetry"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			deps := goList(t, "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", test.path)
			slices.Sort(deps)
			if !slices.Equal(deps, test.deps) {
				t.Errorf("depends on %v, want %v", deps, test.deps)
			}
			for _, path := range goList(t, "-f", `{{join .Imports "\n"}}`, test.path) {
				if first, _, _ := strings.Cut(path, "/"); slices.Contains([]string{"os", "net", "log", "time", "syscall", "C"}, first) {
					t.Errorf("imports %s", path)
				}
			}
		})
	}
}
