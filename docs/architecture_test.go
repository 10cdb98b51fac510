package docs

import (
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "example.org/queens"

// TestLayers checks that the diagram in architecture.md has every package once
// and that every import points downwards in it.
func TestLayers(t *testing.T) {
	layer := layers(t)
	imports := importsOf(t)
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		at, listed := layer[name]
		if !listed {
			t.Errorf("package %s is not in the diagram", name)
			continue
		}
		for _, imported := range imports[name] {
			if below, listed := layer[imported]; listed && below <= at {
				t.Errorf("%s imports %s, which is not below it", name, imported)
			}
		}
	}
	for name := range layer {
		if _, there := imports[name]; !there {
			t.Errorf("the diagram has %s, which is no package", name)
		}
	}
}

// layers reads the diagram: the first block of the paper, a line a layer, with
// the packages of a layer separated by spaces. Lines of arrows are left out.
func layers(t *testing.T) map[string]int {
	t.Helper()
	found := blocks(t, "docs/architecture.md")
	if len(found) == 0 {
		t.Fatal("no diagram")
	}
	layer := map[string]int{}
	at := 0
	for line := range strings.Lines(found[0].text) {
		if strings.ContainsAny(line, "│▼|") {
			at++
			continue
		}
		for _, name := range strings.Fields(line) {
			if _, twice := layer[name]; twice {
				t.Errorf("the diagram has %s twice", name)
			}
			layer[name] = at
		}
	}
	return layer
}

// importsOf returns what each package imports of this module, tests apart. The
// root package is called queens.
func importsOf(t *testing.T) map[string][]string {
	t.Helper()
	list := exec.Command("go", "list", "-f", `{{if .GoFiles}}{{.ImportPath}} {{join .Imports " "}}{{end}}`, "./...")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Skip("go list: ", err)
	}
	short := func(importPath string) string {
		if importPath == module {
			return "queens"
		}
		return strings.TrimPrefix(importPath, module+"/")
	}
	imports := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) == 0 || path.Dir(words[0]) == module+"/examples" {
			continue
		}
		var own []string
		for _, imported := range words[1:] {
			if strings.HasPrefix(imported, module) {
				own = append(own, short(imported))
			}
		}
		imports[short(words[0])] = own
	}
	return imports
}
