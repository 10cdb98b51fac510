package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/queens/e2e/browser"
)

// TestSolutions looks at all solutions of size 8, at the images of one and at the
// heat map, and opens one in Play.
func TestSolutions(t *testing.T) {
	for _, width := range []int{1280, 360} {
		for language, words := range map[string][]string{
			"en": {"11 × 8 + 1 × 4 = 92", "half turn", "same as"},
			"zh": {"11 × 8 + 1 × 4 = 92", "旋转", "相同"},
		} {
			u := sit(t, "#solutions", browser.Options{Width: width, Height: 800, Language: language})
			u.waitText("solutions", "summary", words[0])
			if got := value[int](u, `document.querySelectorAll('[data-view="solutions"] .board-button').length`); got != 92 {
				t.Errorf("%d boards", got)
			}
			if got := value[string](u, `[...document.querySelectorAll('.orbit')].map((o) => o.querySelectorAll('li').length).sort().join(' ')`); got != "4 8 8 8 8 8 8 8 8 8 8 8" {
				t.Errorf("the orbits have %s boards", got)
			}
			if got := value[int](u, `[...document.querySelectorAll('.heat')].reduce((sum, cell) => sum + Number(cell.textContent), 0)`); got != 92*8 {
				t.Errorf("the squares are used %d times", got)
			}
			u.fill(`[data-view="solutions"] [name=group]`, "all")
			u.until(`document.querySelectorAll('.orbit').length === 0`)
			u.click(`[data-view="solutions"] .board-button[title="2 4 1 7 0 6 3 5"]`)
			u.until(`document.querySelectorAll('.image').length === 8`)
			detail := u.text("solutions", "detail")
			for _, word := range words[1:] {
				if !strings.Contains(detail, word) {
					t.Errorf("the images do not say %s: %s", word, detail)
				}
			}
			u.click(part("solutions", "to-play"))
			u.until(`location.hash.startsWith('#play') && location.hash.includes('0.2')`)
			u.waitText("play", "standing", "8")
		}
	}
}

// TestSizesOfSolutions goes through sizes without solutions, and with many pages.
func TestSizesOfSolutions(t *testing.T) {
	u := sit(t, "#solutions?n=3", browser.Options{})
	u.waitText("solutions", "summary", "no solution")
	u.fill(`[data-view="solutions"] [name=n]`, "10")
	u.waitText("solutions", "summary", "724")
	u.click(part("solutions", "next"))
	u.until(`location.hash.includes('page=1')`)
	u.waitText("solutions", "page-of", "page 2 of")
}

// TestPlay places queens, takes them back, and finds the board again after a
// reload.
func TestPlay(t *testing.T) {
	for _, width := range []int{1280, 360} {
		u := sit(t, "#play", browser.Options{Width: width, Height: 800})
		u.waitText("play", "fits", "92")
		u.click(square("play", 0, 0))
		u.waitText("play", "fits", "Solutions with these queens: 4")
		u.click(square("play", 1, 1))
		u.waitText("play", "fits", "No solution")
		if got := value[int](u, `document.querySelectorAll('[data-view="play"] .lines line:not(.halo)').length`); got != 1 {
			t.Errorf("%d lines between queens that attack each other", got)
		}
		u.click(part("play", "check"))
		u.waitText("play", "conflicts", "same diagonal")
		u.click(part("play", "undo"))
		u.waitText("play", "fits", "Solutions with these queens: 4")
		u.click(part("play", "redo"))
		u.click(part("play", "undo"))
		u.click(part("play", "hint-1"))
		u.until(fmt.Sprintf(`document.querySelector(%q).textContent.length > 5`, part("play", "hint")))
		u.click(part("play", "hint-3"))
		u.until(`document.querySelector('[data-view="play"] .hinted')`)
		u.click(`[data-view="play"] [name=crosses]`)
		u.until(`document.querySelector('[data-view="play"] .board.plain')`)

		u.open(served.URL + "#play")
		u.waitText("play", "standing", "Queens: 1 of 8")
		u.click(part("play", "undo"))
		u.waitText("play", "standing", "Queens: 0 of 8")
		u.click(part("play", "redo"))
		u.waitText("play", "standing", "Queens: 1 of 8")
	}
}

// TestText reads a placement and writes it in another form.
func TestText(t *testing.T) {
	u := sit(t, "#play", browser.Options{})
	u.fill(part("play", "text"), "0 4 7 5 2 6 1 3")
	u.click(part("play", "import"))
	u.waitText("play", "standing", "Solved")
	u.fill(part("play", "forms"), "algebraic")
	u.click(part("play", "export"))
	u.until(fmt.Sprintf(`document.querySelector(%q).value.includes('a8')`, part("play", "text")))
	u.fill(part("play", "text"), "no placement at all")
	u.click(part("play", "import"))
	u.until(fmt.Sprintf(`!document.querySelector(%q).hidden`, part("play", "error")))
}

// TestRefutation opens the search that shows that nothing fits.
func TestRefutation(t *testing.T) {
	u := sit(t, "#play?n=6&queens=0.0", browser.Options{})
	u.waitText("play", "fits", "No solution")
	u.click(part("play", "refutation"))
	u.until(`location.hash.startsWith('#watch') && location.hash.includes('place=0.0')`)
	u.settle()
	u.click(part("watch", "end"))
	if got := u.text("watch", "sentence"); !strings.Contains(got, "solutions 0") {
		t.Errorf("the search ends with %q", got)
	}
}

// TestUndoWithoutLimit takes back and repeats 300 moves.
func TestUndoWithoutLimit(t *testing.T) {
	u := sit(t, "#play?n=16", browser.Options{})
	squares := `[...document.querySelectorAll('[data-view="play"] [role=gridcell]')]`
	click := func(name string) string {
		return fmt.Sprintf(`for (let i = 0; i < 300; i++) document.querySelector(%q).click();`, part("play", name))
	}
	stands := value[string](u, `(() => { const s = `+squares+`; for (let i = 0; i < 300; i++) s[(i * 7) % 256].dispatchEvent(new MouseEvent('click', { bubbles: true })); return document.querySelector('[data-view="play"] [data-part="standing"]').textContent; })()`)
	empty := value[string](u, `(() => { `+click("undo")+` return document.querySelector('[data-view="play"] [data-part="standing"]').textContent; })()`)
	again := value[string](u, `(() => { `+click("redo")+` return document.querySelector('[data-view="play"] [data-part="standing"]').textContent; })()`)
	if !strings.Contains(empty, "Queens: 0 of 16") || again != stands {
		t.Errorf("300 moves back: %q; and again: %q, want %q", empty, again, stands)
	}
}

// TestCount counts, cancels a long count, and looks at the growth.
func TestCount(t *testing.T) {
	for language, words := range map[string][]string{
		"en": {"Size 10 would take about", "Q(10) = 724", "was cancelled"},
		"zh": {"大小 10 预计需要", "Q(10) = 724", "被取消"},
	} {
		u := sit(t, "#count?n=10", browser.Options{Language: language})
		u.waitText("count", "plan", words[0])
		u.click(part("count", "begin"))
		u.waitText("count", "result", words[1])
		u.fill(`[data-view="count"] [name=n]`, "17")
		u.click(part("count", "begin"))
		u.until(fmt.Sprintf(`!document.querySelector(%q).hidden`, part("count", "cancel")))
		u.click(part("count", "cancel"))
		u.waitText("count", "result", words[2])
		u.until(`document.querySelectorAll('[data-part="growth"] .point').length > 5`)
	}
}

// TestLook switches language, theme and type; they stay after a reload.
func TestLook(t *testing.T) {
	u := sit(t, "", browser.Options{Language: "de-DE"})
	title := func() string { return value[string](u, `document.querySelector('h1').textContent`) }
	background := func() string { return value[string](u, `getComputedStyle(document.body).backgroundColor`) }
	size := func() string { return value[string](u, `getComputedStyle(document.body).fontSize`) }
	english, light, small := title(), background(), size()
	u.click(`[data-part="language"]`)
	u.until(`document.documentElement.lang === 'zh-CN' && document.querySelector('h1').textContent.includes('皇后')`)
	u.click(`[data-part="theme"]`)
	u.until(`document.documentElement.dataset.theme === 'dark'`)
	u.click(`[data-part="type"]`)
	u.until(`document.documentElement.dataset.type === 'large'`)
	u.open(served.URL)
	if title() == english || background() == light || size() == small {
		t.Errorf("after a reload: %s, %s, %s", title(), background(), size())
	}
}

// TestPreferences looks at the page as the browser and the system prefer it.
func TestPreferences(t *testing.T) {
	light := sit(t, "", browser.Options{Language: "fr-FR"})
	dark := sit(t, "", browser.Options{Language: "zh-TW", Dark: true, Still: true})
	const background, title = `getComputedStyle(document.body).backgroundColor`, `document.querySelector('h1').textContent`
	if value[string](light, background) == value[string](dark, background) || !strings.Contains(value[string](dark, title), "皇后") || !strings.Contains(value[string](light, title), "queens") {
		t.Error("the preferences are not heeded")
	}
	const moving = `[...document.querySelectorAll('*')].filter((e) => { const s = getComputedStyle(e); return s.transitionDuration !== '0s' || s.animationName !== 'none'; }).length`
	if value[int](dark, moving) != 0 {
		t.Error("something moves for somebody who wants stillness")
	}
}

// TestShare copies a link, which shows the same in another browser.
func TestShare(t *testing.T) {
	u := sit(t, "#watch?method=marks2d&n=5", browser.Options{})
	for range 7 {
		u.click(part("watch", "forward"))
	}
	u.click(`[data-part="share"]`)
	address := value[string](u, `location.href`)
	other := sit(t, strings.TrimPrefix(address, served.URL), browser.Options{})
	if got, want := other.text("watch", "sentence"), u.text("watch", "sentence"); got != want || other.text("watch", "position") != u.text("watch", "position") {
		t.Errorf("the link shows %q, not %q", got, want)
	}
	u.click(`[data-nav="play"]`)
	u.until(`location.hash.startsWith('#play')`)
	value[bool](u, `history.back(), true`)
	u.until(`location.hash.startsWith('#watch') && !document.querySelector('[data-view="watch"]').hidden`)
}
