package watch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pageNames are the names that a browser has for keys, where they differ.
var pageNames = map[string]string{" ": "space", "ArrowRight": "right", "ArrowLeft": "left", "Home": "home", "End": "end"}

// leftToPage are the keys of the terminal with which a page is scrolled.
var leftToPage = []string{"up", "down", "pgup", "pgdown"}

// TestPageKeys compares the keys of the page with those of the terminal: what a
// class has learned in one it can do in the other.
func TestPageKeys(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "web", "js", "keys.js"))
	if err != nil {
		t.Fatal(err)
	}
	onPage := map[string][]string{} // keys by what they do
	for _, found := range regexp.MustCompile(`bind\(\[([^)]*?)\], \[[^)]*\], '([a-z.]+)', |keys: \[([^}]*?)\], show: [^}]*text: '(page\.keys)'`).FindAllStringSubmatch(string(text), -1) {
		what := map[string]string{"page.look.language": "watch.keys.language", "page.keys": "watch.keys.help"}[found[2]+found[4]]
		if what == "" {
			what = found[2]
		}
		for _, key := range regexp.MustCompile(`'([^']+)'`).FindAllStringSubmatch(found[1]+found[3], -1) {
			name, differs := pageNames[key[1]]
			if !differs {
				name = key[1]
			}
			onPage[what] = append(onPage[what], name)
		}
	}
	for _, b := range bindings {
		if b.text == "" || b.text == "watch.keys.quit" {
			continue
		}
		keys := slices.DeleteFunc(slices.Clone(b.keys), func(key string) bool { return slices.Contains(leftToPage, key) })
		got := onPage[b.text]
		slices.Sort(keys)
		slices.Sort(got)
		if !slices.Equal(keys, got) {
			t.Errorf("%s: the terminal has %s, the page %s", b.text, strings.Join(keys, " "), strings.Join(got, " "))
		}
		delete(onPage, b.text)
	}
	for what, keys := range onPage {
		if strings.HasPrefix(what, "watch.") && len(keys) > 0 {
			t.Errorf("%s: only the page has %s", what, strings.Join(keys, " "))
		}
	}
}
