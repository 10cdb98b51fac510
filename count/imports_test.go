package count

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// allowed are the packages outside the standard library that count may reach: none holds results.
var allowed = map[string]bool{
	"example.org/queens/count":           true,
	"example.org/queens/internal/kernel": true,
	"golang.org/x/sys/cpu":               true,
}

// TestNoTable checks that no table of counts can be reached: by the imports, by embedded files, and by the numbers in
// the source.
func TestNoTable(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}} {{.EmbedFiles}}{{end}}", ".").Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		path, embedded, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !allowed[path] {
			t.Errorf("count can reach %s", path)
		}
		if embedded != "[]" {
			t.Errorf("%s embeds %s", path, embedded)
		}
	}
	q := published(t)
	for _, dir := range []string{".", "../internal/kernel"} {
		checkNumbers(t, dir, q)
	}
}

// checkNumbers looks for Q(n) of n > 8 among the integers of the non-test files.
func checkNumbers(t *testing.T, dir string, q map[int]uint64) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v", dir, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(node ast.Node) bool {
			if lit, ok := node.(*ast.BasicLit); ok && lit.Kind == token.INT {
				v, _ := strconv.ParseUint(lit.Value, 0, 64)
				for n, known := range q {
					if n > 8 && v == known {
						t.Errorf("%s holds Q(%d)", name, n)
					}
				}
			}
			return true
		})
	}
}
