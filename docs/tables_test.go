package docs

import (
	"fmt"
	"strings"
	"testing"

	"example.org/queens/methods"
	"example.org/queens/notation"
)

// TestTables checks that the READMEs list the methods and the forms as the
// tables in the code do, in the same words.
func TestTables(t *testing.T) {
	var english, chinese strings.Builder
	for _, m := range methods.Table() {
		fmt.Fprintf(&english, "| `%s` | %s | %d |\n", m.Name, m.English, m.MaxSize)
		fmt.Fprintf(&chinese, "| `%s` | %s | %d |\n", m.Name, m.Chinese, m.MaxSize)
	}
	checkTable(t, "README.md", english.String())
	checkTable(t, "README.zh.md", chinese.String())

	english.Reset()
	chinese.Reset()
	for _, f := range notation.Forms() {
		fmt.Fprintf(&english, "| `%s` | %s |\n", f.Name, f.English)
		fmt.Fprintf(&chinese, "| `%s` | %s |\n", f.Name, f.Chinese)
	}
	checkTable(t, "README.md", english.String())
	checkTable(t, "README.zh.md", chinese.String())
}

func checkTable(t *testing.T, name, want string) {
	t.Helper()
	if !strings.Contains(read(t, name), "|\n"+want+"\n") {
		t.Errorf("%s lacks this table, or has other rows in it:\n%s", name, want)
	}
}
