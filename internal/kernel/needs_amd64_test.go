//go:build !purego

package kernel

import (
	"os"
	"strings"
	"testing"
)

// TestNeeds holds what each kernel asks of the machine against what the generator says that its instructions require.
func TestNeeds(t *testing.T) {
	for _, c := range candidates() {
		asked := map[string]bool{}
		for _, r := range c.needs {
			asked[r.name] = true
		}
		for _, file := range []string{c.kernel.Name() + "_amd64.s", "bmi2_amd64.s"} {
			for group := range required(t, file) {
				if !asked[group] && group != "CMOV" { // every amd64 has CMOV
					t.Errorf("%s: %s requires %s, which is not asked of the machine", c.kernel.Name(), file, group)
				}
			}
		}
	}
}

// required returns the instruction groups in the comments of an assembly file.
func required(t *testing.T, file string) map[string]bool {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	groups := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if list, ok := strings.CutPrefix(strings.TrimSpace(line), "// Requires: "); ok {
			for _, g := range strings.Split(list, ", ") {
				groups[strings.TrimSuffix(g, ".")] = true
			}
		}
	}
	if len(groups) == 0 {
		t.Fatalf("%s says nothing of what it requires", file)
	}
	return groups
}
