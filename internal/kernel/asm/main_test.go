package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestCommitted checks that the committed assembly is what this program generates.
func TestCommitted(t *testing.T) {
	for family := range families {
		t.Run(family, func(t *testing.T) {
			dir := t.TempDir()
			asm, stubs := family+"_amd64.s", family+"_stubs_amd64.go"
			cmd := exec.Command("go", "run", ".", "-kernel", family, "-pkg", "kernel",
				"-out", filepath.Join(dir, asm), "-stubs", filepath.Join(dir, stubs))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, name := range []string{asm, stubs} {
				same(t, filepath.Join(dir, name), filepath.Join("..", name))
			}
		})
	}
}

// same compares two files without their first line, which names the command that wrote them.
func same(t *testing.T, generated, committed string) {
	t.Helper()
	a, err := os.ReadFile(generated)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	_, a, _ = bytes.Cut(a, []byte("\n"))
	_, b, _ = bytes.Cut(b, []byte("\n"))
	if !bytes.Equal(a, b) {
		t.Errorf("%s is not what the generator writes: run it again", committed)
	}
}
