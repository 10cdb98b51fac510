package web

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// The two forms in which modules import and export. They use no others, so that
// they can be joined without parsing JavaScript; a test holds them to it.
var (
	importLine = regexp.MustCompile(`^import \{ ([A-Za-z0-9_]+(?:, [A-Za-z0-9_]+)*) \} from '\./([a-z0-9]+\.js)';$`)
	exportLine = regexp.MustCompile(`^export ((?:async )?function|class|const|let) ([A-Za-z0-9_]+)\b`)
)

// A module is a JavaScript module, taken apart.
type module struct {
	imports []imported
	exports []string
	body    string // without the imports, and without the word export
}

// imported are the names that a module takes from another.
type imported struct{ names, from string }

// Bundle joins a module of a folder and all that it imports to one classic
// script. Every module becomes a function that returns its exports, so that
// names private to two of them do not meet; a module stands after those that it
// imports. Modules that import each other in a ring are refused.
func Bundle(files fs.FS, dir, entry string) (string, error) {
	b := &bundler{files: files, dir: dir, number: map[string]int{}}
	if err := b.add(entry, nil); err != nil {
		return "", err
	}
	return "(() => {\n'use strict';\n" + b.script.String() + "})();\n", nil
}

type bundler struct {
	files  fs.FS
	dir    string
	number map[string]int // of the modules that are in the script
	script strings.Builder
}

// add adds a module after those that it imports. below are the modules that
// wait for it.
func (b *bundler) add(name string, below []string) error {
	for _, waiting := range below {
		if waiting == name {
			return fmt.Errorf("web: modules import each other: %s %s", strings.Join(below, " "), name)
		}
	}
	if _, done := b.number[name]; done {
		return nil
	}
	text, err := fs.ReadFile(b.files, path.Join(b.dir, name))
	if err != nil {
		return err
	}
	m, err := parse(name, string(text))
	if err != nil {
		return err
	}
	for _, i := range m.imports {
		if err := b.add(i.from, append(below, name)); err != nil {
			return err
		}
	}
	b.number[name] = len(b.number)
	b.write(name, m)
	return nil
}

func (b *bundler) write(name string, m module) {
	fmt.Fprintf(&b.script, "// %s\nconst module%d = (() => {\n", name, b.number[name])
	for _, i := range m.imports {
		fmt.Fprintf(&b.script, "const { %s } = module%d;\n", i.names, b.number[i.from])
	}
	b.script.WriteString(m.body)
	fmt.Fprintf(&b.script, "return { %s };\n})();\n", strings.Join(m.exports, ", "))
}

// parse takes a module apart. A line that begins with import or export and is
// not of the two forms is an error.
func parse(name, text string) (module, error) {
	var m module
	var body strings.Builder
	for line := range strings.Lines(text) {
		plain := strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(plain, "import"):
			found := importLine.FindStringSubmatch(plain)
			if found == nil {
				return m, fmt.Errorf("web: %s: cannot join %q", name, plain)
			}
			m.imports = append(m.imports, imported{found[1], found[2]})
		case strings.HasPrefix(plain, "export"):
			found := exportLine.FindStringSubmatch(plain)
			if found == nil {
				return m, fmt.Errorf("web: %s: cannot join %q", name, plain)
			}
			m.exports = append(m.exports, found[2])
			body.WriteString(strings.TrimPrefix(line, "export "))
		default:
			body.WriteString(line)
		}
	}
	m.body = body.String()
	return m, nil
}
