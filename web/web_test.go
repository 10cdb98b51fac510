package web

import (
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.org/queens"
	"example.org/queens/internal/lang"
)

// read returns the text of a file of the page.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(Files, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// modules returns the text of every module by its name.
func modules(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(Files, "js/*.js")
	if err != nil || len(names) == 0 {
		t.Fatal(err, names)
	}
	texts := map[string]string{}
	for _, name := range names {
		texts[path.Base(name)] = read(t, name)
	}
	return texts
}

// TestKeys holds the page and the catalogs together: every sentence that the
// page names is there in both languages, and none is there that it does not name.
func TestKeys(t *testing.T) {
	used := map[string]bool{}
	var beginnings []string // of keys that are put together
	for _, found := range regexp.MustCompile(`data-(?:text|label|title)="([^"]+)"`).FindAllStringSubmatch(read(t, "index.html"), -1) {
		used[found[1]] = true
	}
	for _, text := range modules(t) {
		for _, found := range regexp.MustCompile("['`](page\\.[a-zA-Z0-9.-]*)(\\$\\{)?").FindAllStringSubmatch(text, -1) {
			if found[2] != "" {
				beginnings = append(beginnings, found[1])
				continue
			}
			used[found[1]] = true
		}
	}
	for _, tag := range lang.Languages() {
		catalog := lang.Catalog(tag)
		for key := range used {
			if _, found := catalog[key]; !found {
				t.Errorf("%s has no %s", tag, key)
			}
		}
		for key := range catalog {
			begins := func(beginning string) bool { return strings.HasPrefix(key, beginning) }
			if strings.HasPrefix(key, "page.") && !used[key] && !slices.ContainsFunc(beginnings, begins) {
				t.Errorf("%s: nothing uses %s", tag, key)
			}
		}
	}
}

// TestValues compares the values that the sentences of the page speak of in the
// two languages.
func TestValues(t *testing.T) {
	names := regexp.MustCompile(`\{\{\.\w+\}\}`)
	of := func(text any) []string {
		form, _ := text.(string)
		list := names.FindAllString(form, -1)
		slices.Sort(list)
		return slices.Compact(list)
	}
	english, chinese := lang.Catalog(lang.English), lang.Catalog(lang.Chinese)
	for key, text := range english {
		if strings.HasPrefix(key, "page.") && !slices.Equal(of(text), of(chinese[key])) {
			t.Errorf("%s: %q and %q", key, text, chinese[key])
		}
	}
}

// TestFront holds index.html to the content security policy of the server, and
// to the modules that there are.
func TestFront(t *testing.T) {
	front := read(t, "index.html")
	for _, pattern := range []string{`\sstyle=`, `\son[a-z]+=`, `<script(?:>| [^>]*>[^<])`, `<style`, `javascript:`, `(?:src|href)="(?:https?:)?//`} {
		if found := regexp.MustCompile(pattern).FindString(front); found != "" {
			t.Errorf("index.html has %q", found)
		}
	}
	all := modules(t)
	for _, found := range regexp.MustCompile(`rel="modulepreload" href="js/([a-z0-9]+\.js)"`).FindAllStringSubmatch(front, -1) {
		if _, there := all[found[1]]; !there {
			t.Errorf("%s is loaded early and is not there", found[1])
		}
		delete(all, found[1])
	}
	delete(all, "app.js")
	delete(all, "standalone.js")
	for name := range all {
		t.Errorf("%s is not loaded early", name)
	}
	if words := regexp.MustCompile(`>([^<>{}]*[A-Za-z]{3}[^<>]*)<`).FindAllStringSubmatch(bodyOf(front), -1); len(words) > 0 {
		t.Errorf("index.html has words that are in no catalog: %q", words)
	}
}

// bodyOf returns what is seen of the front by who has JavaScript.
func bodyOf(front string) string {
	body := strings.Split(front, "<body>")[1]
	return regexp.MustCompile(`<noscript>.*</noscript>`).ReplaceAllString(body, "")
}

// TestNothingFromElsewhere looks for addresses and for what a policy without
// unsafe-inline and unsafe-eval forbids.
func TestNothingFromElsewhere(t *testing.T) {
	texts := modules(t)
	texts["page.css"] = read(t, "css/page.css")
	for name, text := range texts {
		text = strings.ReplaceAll(text, "'http://www.w3.org/2000/svg'", "")
		for _, forbidden := range []string{"http://", "https://", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "@import", "url("} {
			if strings.Contains(text, forbidden) {
				t.Errorf("%s has %s", name, forbidden)
			}
		}
	}
}

// TestKinds compares the kinds of events that the page knows with those of the
// engines.
func TestKinds(t *testing.T) {
	list := regexp.MustCompile(`(?s)export const KIND = Object.freeze\(\{(.*?)\}\)`).FindStringSubmatch(read(t, "js/player.js"))
	if list == nil {
		t.Fatal("player.js has no kinds")
	}
	kinds := regexp.MustCompile(`(\w+): (\d+)`).FindAllStringSubmatch(list[1], -1)
	if len(kinds) != int(queens.EventMark)+1 {
		t.Errorf("%d kinds", len(kinds))
	}
	for number, kind := range kinds[1:] {
		if want := queens.EventKind(number + 1).String(); kind[1] != want {
			t.Errorf("kind %s is %s", kind[0], want)
		}
	}
}

func TestBundle(t *testing.T) {
	files := fstest.MapFS{
		"js/a.js": {Data: []byte("import { b } from './b.js';\nimport { C, c } from './c.js';\nb(C, c);\n")},
		"js/b.js": {Data: []byte("import { c } from './c.js';\nconst hidden = 1;\nexport function b() { return c + hidden; }\n")},
		"js/c.js": {Data: []byte("const hidden = 2;\nexport const c = hidden;\nexport class C {}\nexport async function d() {}\n")},
	}
	script, err := Bundle(files, "js", "a.js")
	if err != nil {
		t.Fatal(err)
	}
	want := `(() => {
'use strict';
// c.js
const module0 = (() => {
const hidden = 2;
const c = hidden;
class C {}
async function d() {}
return { c, C, d };
})();
// b.js
const module1 = (() => {
const { c } = module0;
const hidden = 1;
function b() { return c + hidden; }
return { b };
})();
// a.js
const module2 = (() => {
const { b } = module1;
const { C, c } = module0;
b(C, c);
return {  };
})();
})();
`
	if script != want {
		t.Errorf("the script is\n%s", script)
	}
}

func TestBundleRefuses(t *testing.T) {
	tests := []struct{ name, text string }{
		{"a default import", "import b from './b.js';\n"},
		{"everything at once", "import * as b from './b.js';\n"},
		{"another name", "import { b as c } from './b.js';\n"},
		{"another place", "import { b } from 'https://example.org/b.js';\n"},
		{"several lines", "import {\n  b,\n} from './b.js';\n"},
		{"a default export", "export default 1;\n"},
		{"a list of exports", "export { a };\n"},
		{"itself", "import { a } from './a.js';\n"},
		{"a module that is not there", "import { c } from './c.js';\n"},
	}
	for _, test := range tests {
		files := fstest.MapFS{"js/a.js": {Data: []byte(test.text)}, "js/b.js": {Data: []byte("export const b = 1;\n")}}
		if script, err := Bundle(files, "js", "a.js"); err == nil {
			t.Errorf("%s: %s", test.name, script)
		}
	}
}

// TestModules joins every module of the page, so that all keep to the forms that
// can be joined.
func TestModules(t *testing.T) {
	for name := range modules(t) {
		if _, err := Bundle(Files, "js", name); err != nil {
			t.Error(err)
		}
	}
}

func TestSelfContained(t *testing.T) {
	const hostile = `</script><script>alert(1)</script><!--`
	given, err := json.Marshal(map[string]any{"n": 4, "code": map[string]any{"lines": []string{hostile}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range lang.Languages() {
		var page strings.Builder
		if err := SelfContained(&page, given, tag, 0, hostile); err != nil {
			t.Fatal(err)
		}
		text := page.String()
		if strings.Contains(text, "alert(1)</script>") || strings.Count(text, "<script") != 2 {
			t.Error("a hostile text gets out of where it stands")
		}
		for _, forbidden := range []string{" src=", "<link", "fetch(", "EventSource", "served", `data-view="play"`} {
			if strings.Contains(text, forbidden) {
				t.Errorf("the page has %s", forbidden)
			}
		}
		data := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(text)
		var got struct {
			Trace    struct{ Code struct{ Lines []string } }
			Language string
			Catalogs map[string]map[string]any
		}
		if data == nil || json.Unmarshal([]byte(data[1]), &got) != nil {
			t.Fatal("the page has no data")
		}
		if got.Trace.Code.Lines[0] != hostile || got.Language != tag || got.Catalogs["zh"]["page.watch.play"] == nil {
			t.Errorf("the page has the data %+v", got)
		}
	}
}
