package e2e_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"example.org/queens/e2e/browser"
)

// methods are those that can be watched, with a small size and the seed that the
// page and the command are both given.
var methods = []struct {
	name string
	n    int
}{
	{"backtrack", 5}, {"marks2d", 4}, {"iterative", 4}, {"bitboard", 5}, {"construct", 8}, {"restarts", 8}, {"shuffle", 4}, {"odometer", 3},
}

// TestSentences compares the sentence of the page at every step with that of
// queens trace, in both languages.
func TestSentences(t *testing.T) {
	for _, language := range []string{"en", "zh"} {
		u := sit(t, "#watch?lang="+language, browser.Options{})
		for _, m := range methods {
			arguments := []string{"--lang", language, "trace", fmt.Sprint(m.n), "--method", m.name, "--limit", "25"}
			if m.name != "shuffle" {
				arguments = arguments[:6]
			}
			if m.name == "shuffle" || m.name == "restarts" {
				arguments = append(arguments, "--seed", "7")
			}
			output, err := exec.Command(served.Binary, arguments...).Output()
			if err != nil {
				t.Fatal(arguments, err)
			}
			want := strings.Split(strings.TrimSuffix(string(output), "\n"), "\n")
			u.open(served.URL + fmt.Sprintf("#watch?lang=%s&method=%s&n=%d&seed=7", language, m.name, m.n))
			got := value[[]string](u, `(() => {
				const part = (name) => document.querySelector('[data-view="watch"] [data-part="' + name + '"]');
				const list = [];
				for (;;) {
					list.push(part('sentence').textContent);
					if (part('forward').getAttribute('aria-disabled')) return list;
					part('forward').click();
				}
			})()`)
			last := len(got) - 1
			and := map[string]string{"en": "; ", "zh": "；"}[language]
			want = append(want[:len(want)-2], want[len(want)-2]+and+want[len(want)-1])
			if len(got) != len(want) || strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s %s: the page says %d sentences, the command %d; the last are\n%s\n%s", language, m.name, len(got), len(want), got[last], want[len(want)-1])
			}
		}
	}
}

// picture is what is seen of the part: the elements, and the tree that is drawn.
const picture = `(() => {
	const root = document.querySelector('[data-view="watch"]');
	const copy = root.cloneNode(true);
	copy.querySelector('[data-part="live"]').remove();
	copy.querySelectorAll('[tabindex]').forEach((e) => e.removeAttribute('tabindex'));
	const fields = [...root.querySelectorAll('input')].map((e) => e.value).join('|');
	return copy.outerHTML + fields + document.querySelector('[data-part="code"]').scrollTop + root.querySelector('canvas').toDataURL();
})()`

// TestBackIsReplay steps 1,000 steps back and compares the picture with that of
// playing from the beginning, also across the checkpoints that seeking uses.
func TestBackIsReplay(t *testing.T) {
	for _, method := range []string{"backtrack", "marks2d", "restarts", "shuffle"} {
		u := sit(t, fmt.Sprintf("#watch?method=%s&n=8&at=9000", method), browser.Options{})
		if method == "restarts" {
			u.open(served.URL + "#watch?method=restarts&n=30&seed=3&at=1100")
		}
		step := func(name string, times int) string {
			return value[string](u, fmt.Sprintf(`(() => {
				const button = document.querySelector('[data-view="watch"] [data-part="%s"]');
				for (let i = 0; i < %d; i++) button.click();
				return document.querySelector('[data-part="position"]').textContent;
			})()`, name, times))
		}
		position := step("back", 1000)
		// The list of code is where the last steps left it; where it begins is no part of the step.
		centre := `document.querySelector('[data-part="code"]').scrollTop = 0;`
		back := value[string](u, centre+picture)
		at := strings.ReplaceAll(strings.Fields(position)[0], ",", "")
		u.click(part("watch", "start"))
		if got := u.text("watch", "position"); !strings.HasPrefix(got, "0 ") {
			t.Fatalf("%s: the beginning is %s", method, got)
		}
		if got := value[string](u, fmt.Sprintf(`(() => {
				const button = document.querySelector('[data-view="watch"] [data-part="forward"]');
				for (let i = 0; i < %s; i++) button.click();
				return document.querySelector('[data-part="position"]').textContent;
			})()`, at)); got != position {
			t.Fatalf("%s: %s and %s", method, got, position)
		}
		replayed := value[string](u, centre+picture)
		if back != replayed {
			t.Errorf("%s: 1,000 steps back differ from replaying %s steps: %s", method, at, difference(back, replayed))
		}
		u.open(served.URL + fmt.Sprintf("#watch?method=%s&n=%d&seed=%d&at=%s", method, map[bool]int{true: 30, false: 8}[method == "restarts"], map[bool]int{true: 3, false: 1}[method == "restarts"], at))
		if linked := value[string](u, centre+picture); linked != replayed {
			t.Errorf("%s: a link to step %s differs from replaying: %s", method, at, difference(linked, replayed))
		}
	}
}

// difference returns where two texts begin to differ.
func difference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-80)
	return fmt.Sprintf("\n...%s\n...%s", a[from:min(len(a), i+120)], b[from:min(len(b), i+120)])
}

// TestWatch uses the part as a person would, in both languages, wide and narrow.
func TestWatch(t *testing.T) {
	for _, width := range []int{1280, 360} {
		for language, words := range map[string][]string{
			"en": {"Watch a search", "method backtrack, size 8", "row 0, column 0: is it free?", "row 0, column 0, queen", "row 1, column 1, attacked by 1"},
			"zh": {"观看搜索过程", "backtrack", "第 0 行", "第 0 行第 0 列，有皇后", "第 1 行第 1 列，受 1 个皇后攻击"},
		} {
			u := sit(t, "", browser.Options{Width: width, Height: 800, Language: language})
			if got := value[string](u, `document.querySelector('#watch-title').textContent`); got != words[0] {
				t.Errorf("the title is %q", got)
			}
			if got := u.text("watch", "sentence"); !strings.Contains(got, words[1]) {
				t.Errorf("at first it says %q", got)
			}
			u.click(part("watch", "forward"))
			if got := u.text("watch", "sentence"); !strings.Contains(got, words[2]) {
				t.Errorf("then it says %q", got)
			}
			u.click(part("watch", "forward"))
			if got := u.label("watch", 0, 0); got != words[3] {
				t.Errorf("the square of the queen says %q", got)
			}
			if got := u.label("watch", 1, 1); got != words[4] {
				t.Errorf("an attacked square says %q", got)
			}
			u.click(part("watch", "back"))
			u.click(part("watch", "back"))
			if got := u.text("watch", "sentence"); !strings.Contains(got, words[1]) {
				t.Errorf("back at the beginning it says %q", got)
			}
		}
	}
}

// TestSkip goes to the next placement, backtrack and solution, and to both ends.
func TestSkip(t *testing.T) {
	u := sit(t, "#watch?n=6", browser.Options{})
	kind := func() string {
		return value[string](u, `document.querySelector('[data-view="watch"] [data-part="sentence"]').dataset.kind`)
	}
	for skip, want := range map[string]string{"placement": "place", "backtrack": "remove", "solution": "solution"} {
		u.click(part("watch", "next-"+skip))
		first := u.text("watch", "position")
		if got := kind(); got != want {
			t.Errorf("the next %s is %s", skip, got)
		}
		u.click(part("watch", "next-"+skip))
		u.click(part("watch", "previous-"+skip))
		if got := u.text("watch", "position"); got != first || kind() != want {
			t.Errorf("the %s before the next but one is at %s, the next at %s", skip, got, first)
		}
	}
	u.click(part("watch", "end"))
	for counter, want := range map[string]string{"nodes": "152", "solutions": "4", "depth": "0"} {
		if got := value[string](u, fmt.Sprintf(`document.querySelector('%s [data-part="value"]').textContent`, part("watch", "counter-"+counter))); got != want {
			t.Errorf("%s at the end: %s, want %s", counter, got, want)
		}
	}
	u.click(part("watch", "start"))
	if got := kind(); got != "none" {
		t.Errorf("at the beginning the event is %s", got)
	}
	u.click(part("watch", "previous-solution"))
	u.until(`document.querySelector('[data-part="toast"]').textContent.includes('no solution in this direction')`)
	if got := u.text("watch", "position"); !strings.HasPrefix(got, "0 ") {
		t.Errorf("before the first solution it stands at %s", got)
	}
}

// TestPlaying lets the search play, faster and slower, and pauses it.
func TestPlaying(t *testing.T) {
	u := sit(t, "#watch?speed=6", browser.Options{})
	at := `Number(new URLSearchParams(location.hash.split('?')[1]).get('at'))`
	u.click(part("watch", "play"))
	u.until(`document.querySelector('[data-part="scrub"]').value > 20`)
	u.click(part("watch", "play"))
	u.until(at + " > 20")
	stands := u.text("watch", "position")
	if again := value[string](u, `new Promise((done) => setTimeout(() => done(document.querySelector('[data-part="position"]').textContent), 300))`); again != stands {
		t.Errorf("paused at %s it goes on to %s", stands, again)
	}
	u.press("-")
	u.until(`location.hash.includes('speed=5')`)
	u.fill(part("watch", "scrub"), "5000")
	u.until(at + " === 5000")
}

// TestImpossible shows that the sizes 2 and 3 have no solution.
func TestImpossible(t *testing.T) {
	for _, method := range []string{"backtrack", "bitboard", "odometer", "shuffle"} {
		for _, n := range []int{2, 3} {
			u := sit(t, fmt.Sprintf("#watch?method=%s&n=%d", method, n), browser.Options{})
			if value[bool](u, fmt.Sprintf(`document.querySelector(%q).hidden`, part("watch", "impossible"))) {
				t.Errorf("%s %d: nothing is said", method, n)
			}
			u.click(part("watch", "end"))
			if got := u.text("watch", "sentence"); !strings.Contains(got, "solutions 0") {
				t.Errorf("%s %d: it ends with %q", method, n, got)
			}
		}
	}
}

// TestFigures looks at what each method shows beside the board.
func TestFigures(t *testing.T) {
	u := sit(t, "#watch?method=marks2d&n=4&at=2", browser.Options{})
	matrix := value[string](u, `[...document.querySelectorAll('.matrix tbody tr')].map((r) => [...r.querySelectorAll('td')].map((c) => c.textContent).join('')).join(' ')`)
	if matrix != "1000 2200 2020 2002" {
		t.Errorf("the matrix is %s", matrix)
	}
	u.open(served.URL + "#watch?method=backtrack&n=4&at=2")
	arrays := value[string](u, `[...document.querySelectorAll('.array tbody tr')].map((r) => r.textContent).join(' ')`)
	if arrays != "1000 0001000 1000000" {
		t.Errorf("the arrays are %s", arrays)
	}
	for _, formula := range []string{"cols[col]", "diags[row − col + n − 1]", "antis[row + col]"} {
		if !strings.Contains(u.text("watch", "marks"), formula) {
			t.Errorf("the formula %s is missing", formula)
		}
	}
	if lit := value[string](u, `document.querySelector('.code .lit').textContent`); !strings.Contains(lit, "s.place(row, col)") {
		t.Errorf("the line lit is %q", lit)
	}
	u.open(served.URL + "#watch?method=bitboard&n=4&at=2")
	if words := value[string](u, `[...document.querySelectorAll('.word')].map((w) => w.textContent).join(' ')`); words != "0001 0010 0000 1100" {
		t.Errorf("the words are %s", words)
	}
	u.open(served.URL + "#watch?method=shuffle&n=8&at=20000")
	if got := u.text("watch", "histogram-summary"); !strings.Contains(got, "438.26") {
		t.Errorf("the histogram says %q", got)
	}
	u.open(served.URL + "#watch?method=odometer&n=8&at=10")
	if got := u.text("watch", "digits-summary"); !strings.Contains(got, "16,434,824") && !strings.Contains(got, "16,092,433") {
		t.Errorf("the odometer says %q", got)
	}
}

// TestMarksInView goes through a search on a board whose arrays are wider than
// their boxes: what a step is about is seen.
func TestMarksInView(t *testing.T) {
	u := sit(t, "#watch?n=14", browser.Options{Width: 360, Height: 740})
	if hidden := value[int](u, `(() => {
		const button = document.querySelector('[data-view="watch"] [data-part="forward"]');
		let hidden = 0;
		for (let i = 0; i < 400; i++) {
			button.click();
			for (const cell of document.querySelectorAll('.cells .tested, .cells .written')) {
				const [is, box] = [cell.getBoundingClientRect(), cell.closest('.scroll').getBoundingClientRect()];
				if (is.left < box.left - 1 || is.right > box.right + 1) hidden++;
			}
		}
		return hidden;
	})()`); hidden > 0 {
		t.Errorf("%d cells that steps are about are out of view", hidden)
	}
}

// TestFolding folds the tree above 3,000 nodes, and on demand.
func TestFolding(t *testing.T) {
	u := sit(t, "#watch?n=9&at=100000", browser.Options{})
	if got := u.text("watch", "tree-summary"); !strings.Contains(got, "folded") {
		t.Errorf("the tree says %q", got)
	}
	u.open(served.URL + "#watch?n=6&at=1000")
	if got := u.text("watch", "tree-summary"); strings.Contains(got, "folded") {
		t.Errorf("the tree says %q", got)
	}
	u.click(part("watch", "fold"))
	u.waitText("watch", "tree-summary", "folded")
}
