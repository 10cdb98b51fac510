// Package docs holds the papers. The tests keep them true: they run what the
// papers show and compare what they list with what is there.
package docs

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// root is the folder of the module, seen from the folder of the test.
const root = ".."

// readme names the READMEs and the locale in which each shows the command.
var readme = map[string]string{
	"README.md":    "en_US.UTF-8",
	"README.zh.md": "zh_CN.UTF-8",
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A block is a fenced piece of a paper, with the word behind its fence.
type block struct{ kind, text string }

var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

func blocks(t *testing.T, name string) []block {
	t.Helper()
	var found []block
	for _, match := range fence.FindAllStringSubmatch(read(t, name), -1) {
		found = append(found, block{match[1], match[2]})
	}
	return found
}

// commands returns the commands of a session, which stand behind a $.
func commands(text string) []string {
	var found []string
	for line := range strings.Lines(text) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			found = append(found, strings.TrimSpace(command))
		}
	}
	return found
}

// TestTwins checks that both READMEs show the same blocks in the same order; in
// a session what is printed may be in the language of the README.
func TestTwins(t *testing.T) {
	english, chinese := blocks(t, "README.md"), blocks(t, "README.zh.md")
	if len(english) == 0 || len(english) != len(chinese) {
		t.Fatalf("%d blocks in English, %d in Chinese", len(english), len(chinese))
	}
	for i, e := range english {
		c := chinese[i]
		if e.kind == "console" {
			e.text, c.text = strings.Join(commands(e.text), "\n"), strings.Join(commands(c.text), "\n")
		}
		if e != c {
			t.Errorf("block %d differs: in English\n%s%s\nin Chinese\n%s%s", i, e.kind, e.text, c.kind, c.text)
		}
	}
}

// TestSameMarkup checks that both READMEs name the same things in code font.
func TestSameMarkup(t *testing.T) {
	code := regexp.MustCompile("`[^`\n]+`")
	names := func(name string) []string {
		found := code.FindAllString(fence.ReplaceAllString(read(t, name), ""), -1)
		slices.Sort(found)
		return slices.Compact(found)
	}
	english, chinese := names("README.md"), names("README.zh.md")
	for _, name := range english {
		if !slices.Contains(chinese, name) && name != "README.zh.md" {
			t.Errorf("only README.md has %s", name)
		}
	}
	for _, name := range chinese {
		if !slices.Contains(english, name) && name != "README.md" {
			t.Errorf("only README.zh.md has %s", name)
		}
	}
}

var update = flag.Bool("update", false, "rewrite what the sessions of the READMEs print")

// TestSessions runs the commands of the sessions and compares what they print. It
// checks that the READMEs speak of every command, too.
func TestSessions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the sessions are those of a Unix shell")
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(bin, "queens"), "./cmd/queens")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	all := listed(t, filepath.Join(bin, "queens"))
	for name, locale := range readme {
		t.Run(name, func(t *testing.T) {
			text := read(t, name)
			for _, command := range all {
				if !regexp.MustCompile(`queens ` + command + `\b`).MatchString(text) {
					t.Errorf("nothing about queens %s", command)
				}
			}
			for _, b := range blocks(t, name) {
				if b.kind != "console" {
					continue
				}
				got := replay(t, b.text, bin, locale)
				if *update {
					text = strings.Replace(text, b.text, got, 1)
				} else if stable(got) != stable(b.text) {
					t.Errorf("got\n%swant\n%s", got, b.text)
				}
			}
			if *update {
				if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// listed returns the commands that the help of a program lists.
func listed(t *testing.T, program string) []string {
	t.Helper()
	help, err := exec.Command(program, "--lang", "en", "help").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(help), "\nCommands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	var commands []string
	for line := range strings.Lines(list) {
		commands = append(commands, strings.Fields(line)[0])
	}
	if len(commands) == 0 {
		t.Fatalf("no commands in\n%s", help)
	}
	return commands
}

// unstable is what a count says that differs from run to run.
var unstable = regexp.MustCompile(`(kernel|内核) \w+(, |，)(threads|线程数) \d+(, |，)(version|版本) \S+(, |，用时 )[0-9.]+(µs|ms|s)`)

func stable(session string) string { return unstable.ReplaceAllString(session, "$1") }

// replay runs the commands of a session and returns the session as it went.
func replay(t *testing.T, text, bin, locale string) string {
	t.Helper()
	var went strings.Builder
	for _, command := range commands(text) {
		shell := exec.Command("sh", "-c", command)
		shell.Dir = t.TempDir()
		shell.Env = append(os.Environ(), "LANGUAGE=", "LC_ALL="+locale, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, _ := shell.CombinedOutput() // some of them show what a failure says
		went.WriteString("$ " + command + "\n" + string(out))
	}
	return went.String()
}

// TestSnippets checks that the Go of the READMEs is that of a program in
// examples, which a test there compiles and runs.
func TestSnippets(t *testing.T) {
	programs, err := filepath.Glob(filepath.Join(root, "examples", "*", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	for name := range readme {
		for _, b := range blocks(t, name) {
			if b.kind != "go" {
				continue
			}
			if !slices.ContainsFunc(programs, func(program string) bool {
				data, err := os.ReadFile(program)
				return err == nil && bytes.Contains(data, []byte(b.text))
			}) {
				t.Errorf("%s: no program in examples holds\n%s", name, b.text)
			}
		}
	}
}

// files returns the files that git keeps.
func files(t *testing.T) []string {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Skip("not a git checkout: ", err)
	}
	return strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")
}

// TestFolders checks that the READMEs have a line for each folder at the top
// and for nothing that is not there.
func TestFolders(t *testing.T) {
	var top []string
	for _, file := range files(t) {
		if folder, _, nested := strings.Cut(file, "/"); nested && !strings.HasPrefix(folder, ".") {
			top = append(top, folder)
		}
	}
	slices.Sort(top)
	top = slices.Compact(top)
	line := regexp.MustCompile("(?m)^\\| `([^`]+)/` \\|")
	for name := range readme {
		var listed []string
		for _, match := range line.FindAllStringSubmatch(read(t, name), -1) {
			folder := match[1]
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(folder))); err != nil {
				t.Errorf("%s lists %s, which is not there", name, folder)
			}
			first, _, _ := strings.Cut(folder, "/")
			listed = append(listed, first)
		}
		for _, folder := range top {
			if !slices.Contains(listed, folder) {
				t.Errorf("%s does not list %s", name, folder)
			}
		}
	}
}

// TestLinks checks that what the papers link to is there.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	for _, file := range files(t) {
		if filepath.Ext(file) != ".md" {
			continue
		}
		for _, match := range link.FindAllStringSubmatch(read(t, file), -1) {
			target := filepath.Join(root, filepath.Dir(file), filepath.FromSlash(match[1]))
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which is not there", file, match[1])
			}
		}
	}
}

// TestNoMachinePaths checks that no file names a folder of the machine that it
// was written on.
func TestNoMachinePaths(t *testing.T) {
	path := regexp.MustCompile(`(?m)(^|[^\w.~/$}-])/(work|tmp|root|home|Users)/\w.*$`)
	for _, file := range files(t) {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			continue // deleted and not yet committed
		}
		for _, found := range path.FindAll(data, -1) {
			t.Errorf("%s: %s", file, bytes.TrimSpace(found))
		}
	}
}
