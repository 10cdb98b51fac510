// Package examples holds programs of a screen each. The test runs them and
// compares what they print with testdata.
package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestExamples(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command: ", err)
	}
	programs, err := filepath.Glob("*/main.go")
	if err != nil || len(programs) == 0 {
		t.Fatalf("no programs found: %v", err)
	}
	for _, program := range programs {
		name := filepath.Dir(program)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			got, err := exec.Command("go", "run", "./"+name).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, got)
			}
			if string(got) != string(want) {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}
