package e2e_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"example.org/queens/e2e/browser"
)

// views are states of the page that differ in what they show.
var views = []string{
	"#watch?at=40", "#watch?method=marks2d&n=5&at=30", "#watch?method=bitboard&at=14", "#watch?method=shuffle&n=6&at=4000",
	"#watch?method=odometer&at=90", "#watch?method=restarts&n=12&at=30", "#watch?n=3&place=0.0", "#solutions", "#solutions?n=6&pick=1.3.5.0.2.4",
	"#play?queens=0.0,1.1", "#play?n=16&queens=0.0", "#count",
}

// axe returns the script of axe-core, which npm fetches.
func axe(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Fatal("axe-core comes with npm, and there is none: -skip TestAxe leaves this test out")
	}
	command := exec.Command(npm, "pack", "--silent", "axe-core@4.14.1")
	command.Dir = dir
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("npm: %v\n%s", err, output)
	}
	archive, err := os.ReadFile(filepath.Join(dir, "axe-core-4.14.1.tgz"))
	if err != nil {
		t.Fatal(err)
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	for files := tar.NewReader(unzipped); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			t.Fatal("axe-core has no axe.min.js")
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Name == "package/axe.min.js" {
			text, err := io.ReadAll(files)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
	}
}

// TestAxe looks for violations in every part, light and dark, wide and narrow.
func TestAxe(t *testing.T) {
	script := axe(t)
	for _, o := range []browser.Options{{}, {Width: 360, Height: 740, Dark: true, Language: "zh"}} {
		u := sit(t, "", o)
		for _, view := range append(views, "keys") {
			u.open(served.URL + strings.TrimPrefix(view, "keys"))
			if view == "keys" {
				u.click(`[data-part="keys-open"]`)
			}
			if view == "#count" {
				u.waitText("count", "cluster-says", "12")
			}
			for _, violation := range violations(u, script) {
				t.Errorf("%s, dark %v: %s", view, o.Dark, violation)
			}
		}
	}
}

// violations returns what axe-core finds wrong with what is shown.
func violations(u *user, script string) []string {
	u.t.Helper()
	value[bool](u, `(() => { `+script+`; window.axe = window.axe || axe; return true; })()`)
	return value[[]string](u, `axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.map((v) => v.id + ': ' + v.help + ' ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | ')))`)
}

// TestNoSidewaysScrolling looks at every part at 360 pixels, and as at a zoom of
// 200 % with large type too.
func TestNoSidewaysScrolling(t *testing.T) {
	for _, o := range []browser.Options{{Width: 360, Height: 740}, {Width: 360, Height: 740, Language: "zh"}, {Width: 640, Height: 400}} {
		u := sit(t, "", o)
		for _, view := range views {
			for _, large := range []bool{false, true} {
				address := served.URL + view
				if large {
					address += map[bool]string{true: "&", false: "?"}[strings.Contains(view, "?")] + "type=large"
				}
				u.open(address)
				if view == "#count" {
					u.waitText("count", "cluster-says", "12")
				}
				if over := value[int](u, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
					t.Errorf("%s, %d wide, large %v: scrolls sideways by %d pixels", view, o.Width, large, over)
				}
			}
		}
	}
}

// TestKeyboard uses the page by keyboard alone.
func TestKeyboard(t *testing.T) {
	u := sit(t, "", browser.Options{})
	focused := func() string {
		return value[string](u, `(document.activeElement.dataset.part || document.activeElement.dataset.nav || document.activeElement.getAttribute('aria-label') || document.activeElement.name || document.activeElement.tagName)`)
	}
	seen := map[string]bool{}
	for range 60 {
		u.press(kb.Tab)
		name := focused()
		seen[name] = true
		if outline := value[string](u, `getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement.querySelector(':scope > rect') || document.activeElement).stroke`); strings.HasPrefix(outline, "none") && !strings.Contains(outline, "rgb") {
			t.Errorf("the focus on %s is not seen", name)
		}
		if name == "code" {
			break
		}
	}
	for _, name := range []string{"skip", "watch", "count", "language", "theme", "keys-open", "method", "n", "play", "forward", "back", "next-solution", "scrub", "speed", "fold", "code", "row 0, column 0, free"} {
		if !seen[name] {
			t.Errorf("the key Tab does not come to %s; it comes to %v", name, seen)
		}
	}
	value[bool](u, `document.activeElement.blur(), true`)
	u.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowLeft)
	if got := u.text("watch", "position"); !strings.HasPrefix(got, "1 of") {
		t.Errorf("after three arrows: %s", got)
	}
	u.press("s")
	u.until(`document.querySelector('[data-part="sentence"]').dataset.kind === 'solution'`)
	u.press("S")
	if said := value[string](u, `document.querySelector('[data-part="toast"]').textContent`); !strings.Contains(said, "no solution") {
		t.Errorf("before the first solution it says %q", said)
	}
	stands := func(keys []string, want string) {
		t.Helper()
		u.press(keys...)
		if got := strings.Fields(u.text("watch", "position"))[0]; got != want {
			t.Errorf("after %q: step %s, want %s", keys, got, want)
		}
	}
	stands([]string{"g"}, "0")
	stands([]string{"l", "l", "l", "h"}, "2")
	stands([]string{"n", "n"}, "18")
	stands([]string{"p"}, "8")
	stands([]string{"n", "N"}, "8")
	stands([]string{"]"}, "343")
	stands([]string{"["}, "8")
	stands([]string{"1", "2", "3", kb.Backspace, kb.Enter}, "12")
	stands([]string{"5", "0", "%"}, "16,794")
	stands([]string{"7", kb.Escape, kb.Enter}, "16,794")
	stands([]string{"7", "g", kb.Enter}, "0")
	stands([]string{"b", "b", "B"}, "47")
	stands([]string{"G"}, "33,588")
	u.press(kb.Home, "n", "b", kb.End, " ")
	u.until(`document.querySelector('[data-part="play"]').dataset.playing === 'true'`)
	u.press(" ", "?")
	u.until(`document.querySelector('dialog').open`)
	u.press(kb.Escape, ">", ">")
	u.until(`location.hash.startsWith('#play')`)
	value[bool](u, `document.querySelector('[data-view="play"] [role=gridcell][tabindex="0"]').focus(), true`)
	u.press(kb.ArrowDown, kb.ArrowRight, kb.Enter)
	u.until(`location.hash.includes('1.1')`)
	if got := focused(); got != "row 1, column 1, queen" {
		t.Errorf("the focus is on %s", got)
	}
	u.press("u")
	u.until(`!location.hash.includes('1.1')`)
	u.press("r", "<")
	u.until(`location.hash.startsWith('#solutions')`)
	u.press("L", "d", "t")
	u.until(`document.documentElement.lang === 'zh-CN' && document.documentElement.dataset.theme === 'dark' && document.documentElement.dataset.type === 'large'`)
}

// TestHostileLinks opens links that were made to do harm: the page shows what it
// can, as text, and says no more than that something is wrong.
func TestHostileLinks(t *testing.T) {
	const script = `<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>`
	for _, link := range []string{
		"#watch?method=" + url.QueryEscape(script), "#watch?n=99999999999&at=-5&speed=1e9", "#watch?place=" + url.QueryEscape(script), "#watch?place=0.0,0.1",
		"#watch?place=31.31,9.9&n=4", "#watch?method=constructor", "#watch?method=__proto__&n=8", "#" + url.QueryEscape(script), "#play?queens=" + url.QueryEscape(script),
		"#play?n=4&queens=9.9,0.0,0.0", "#solutions?pick=" + url.QueryEscape(script), "#solutions?pick=9.9.9.9.9.9.9.9", "#solutions?page=999999",
		"#count?n=javascript:alert(1)", "#watch?__proto__=1&constructor=2&toString=3", "#watch?lang=" + url.QueryEscape(script), "#watch?theme=x&type=y",
		"#watch?" + strings.Repeat("n=8&", 5000), "#watch?seed=99999999999999999999", "#%E0%A4%A",
	} {
		u := sit(t, link, browser.Options{})
		if value[bool](u, `Boolean(window.harmed) || document.querySelector('img, iframe, object, embed, base, main script') !== null`) {
			t.Errorf("%.80s does harm", link)
		}
		if !value[bool](u, `[...document.querySelectorAll('.view')].filter((v) => !v.hidden).length === 1`) {
			t.Errorf("%.80s shows no part", link)
		}
	}
}

// TestKept opens a page whose storage was spoilt.
func TestKept(t *testing.T) {
	u := sit(t, "#play", browser.Options{})
	for _, kept := range []string{`nonsense`, `{"now":{"n":1e9,"queens":"<b>"},"past":5,"future":[]}`, `{"now":{"n":8,"queens":"99.99"},"past":[],"future":[]}`, `null`, `[]`, `{"lang":"<script>","theme":5}`} {
		value[bool](u, fmt.Sprintf(`(() => { for (const key of ['queens.play', 'queens.look', 'queens.keys', 'queens.times']) localStorage.setItem(key, %q); return true; })()`, kept))
		u.open(served.URL + "#play")
		u.waitText("play", "standing", "of 8")
	}
}

// TestSelfContained opens the file of queens trace --format html, which needs no
// server.
func TestSelfContained(t *testing.T) {
	for _, method := range []string{"backtrack", "shuffle", "bitboard"} {
		file := filepath.Join(t.TempDir(), "trace.html")
		if output, err := exec.Command(served.Binary, "--lang", "zh", "trace", "6", "--method", method, "--format", "html", "-o", file).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		u := sit(t, "", browser.Options{})
		before := len(u.tab.Requests())
		u.must(u.tab.Open("file://" + file))
		u.click(part("watch", "forward"))
		u.click(part("watch", "next-solution"))
		u.until(`document.querySelector('[data-part="sentence"]').dataset.kind === 'solution'`)
		if got := u.text("watch", "sentence"); !strings.Contains(got, "解") {
			t.Errorf("it says %q", got)
		}
		u.click(`[data-part="language"]`)
		u.waitText("watch", "sentence", "solution 1")
		for _, address := range u.tab.Requests()[before:] {
			if !strings.HasPrefix(address, "file:") && !strings.HasPrefix(address, "about:") {
				t.Errorf("the file asks for %s", address)
			}
		}
	}
}
