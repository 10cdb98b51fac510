package trace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/queens"
	"example.org/queens/methods"
)

// TestEveryEventHasALine checks that the code of a method has a line for each
// kind of event that it has, and that recorded traces have no other kind.
func TestEveryEventHasALine(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		code := CodeOf(m.Name)
		want := map[string]bool{}
		for _, kind := range emits[m.Name] {
			want[kind.String()] = true
			if line := code.Line(kind); line < 1 || line > len(code.Lines) || strings.TrimSpace(code.Lines[line-1]) == "" {
				t.Errorf("%v happens in line %d of %d", kind, line, len(code.Lines))
			}
		}
		for kind := range code.Marks {
			if !want[kind] {
				t.Errorf("a line is marked %s, which the method has not", kind)
			}
		}
		for name, p := range problems {
			if p.Constraints()&^m.Honours != 0 {
				continue
			}
			recorded := record(t, m.Name, p, Limits{Events: 5000})
			for i := range recorded.Len() {
				if kind := recorded.Event(i).Kind; code.Line(kind) == 0 {
					t.Fatalf("%s: %v has no line", name, kind)
				}
			}
		}
	})
}

// TestCodeIsTheSource checks that every line shown stands in its files, which are
// those of this module, and that no marker is left.
func TestCodeIsTheSource(t *testing.T) {
	everyMethod(t, func(t *testing.T, m methods.Method) {
		code := CodeOf(m.Name)
		var source []string
		for name := range strings.SplitSeq(code.File, ", ") {
			text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				line, _, _ = strings.Cut(strings.TrimRight(line, "\r\n"), lineMarker)
				source = append(source, line)
			}
		}
		for _, line := range code.Lines {
			if !slices.Contains(source, line) || strings.Contains(line, "trace:") {
				t.Errorf("%q is not in %s", line, code.File)
			}
		}
	})
}

// TestMovedCode inserts lines into the sources and turns their functions around,
// and looks for the same line of code behind each event.
func TestMovedCode(t *testing.T) {
	for method, list := range listings {
		code := CodeOf(method)
		text := list().text
		for name, moved := range map[string]string{
			"in front": strings.Repeat("// a comment\n", 100) + text,
			"between":  strings.ReplaceAll(text, "\n\n", "\n\n// more\n\n"),
			"inside":   strings.ReplaceAll(text, "{\n", "{\n\t_ = 0\n\n"),
			"reversed": reversed(text),
		} {
			got, err := extract(moved)
			if err != nil || len(got.Marks) != len(code.Marks) {
				t.Errorf("%s, lines %s: %d marks of %d, error %v", method, name, len(got.Marks), len(code.Marks), err)
				continue
			}
			for kind, line := range code.Marks {
				want := code.Lines[line-1]
				if found := got.Lines[got.Marks[kind]-1]; found != want {
					t.Errorf("%s, lines %s: %s is %q, want %q", method, name, kind, found, want)
				}
			}
		}
	}
}

// reversed turns around the order of the functions of a source.
func reversed(text string) string {
	parts := strings.SplitAfter(text, "\n}\n")
	slices.Reverse(parts)
	return strings.Join(parts, "")
}

func TestExtractRefuses(t *testing.T) {
	for name, source := range map[string]string{
		"twice":        "//trace:show\nfunc f() {\n\ta() //trace:try\n\tb() //trace:try\n}\n",
		"not shown":    "func f() {\n\ta() //trace:try\n}\n",
		"no function":  "//trace:show\n",
		"without end":  "//trace:show\nfunc f() {\n",
		"outside":      "var x = 1 //trace:try\n",
		"twice at one": "//trace:show\nfunc f() {\n\ta() //trace:try,try\n}\n",
	} {
		if code, err := extract(source); err == nil {
			t.Errorf("%s: %v", name, code)
		}
	}
}

func TestCodeIsFresh(t *testing.T) {
	CodeOf("backtrack").Lines[0] = "spoiled"
	if got := CodeOf("backtrack"); got.Lines[0] == "spoiled" {
		t.Error("a caller changed it")
	}
	if got := CodeOf("magic"); len(got.Lines) > 0 || got.Line(queens.EventTry) != 0 {
		t.Errorf("%v", got)
	}
}
