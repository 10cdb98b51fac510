package e2e_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"

	"example.org/queens/e2e/browser"
)

// What the page is meant to keep to, and what a test asserts: machines that test
// are slow and shared.
const (
	paintGoal, paintBound   = 1000, 8000 // milliseconds until something is seen
	stepsGoal, stepsBound   = 60, 20     // steps a second, each drawn
	memoryGoal, memoryBound = 300, 300   // megabytes of the page after a million events
)

// firstPaint returns the milliseconds until the page is seen.
func firstPaint(tb testing.TB) float64 {
	u := sit(tb, "", browser.Options{})
	u.until(`performance.getEntriesByName('first-contentful-paint').length > 0`)
	return value[float64](u, `performance.getEntriesByName('first-contentful-paint')[0].startTime`)
}

// stepsASecond returns how many steps at N=8 the page takes and draws in a
// second if it draws as often as it can, and how many if every frame has one.
func stepsASecond(tb testing.TB) (most, inFrames float64) {
	u := sit(tb, "#watch?n=8&at=2000", browser.Options{})
	most = value[float64](u, `(() => {
		const button = document.querySelector('[data-view="watch"] [data-part="forward"]');
		const begin = performance.now();
		for (let i = 0; i < 300; i++) {
			button.click();
			document.body.offsetHeight;
		}
		return 300 * 1000 / (performance.now() - begin);
	})()`)
	inFrames = value[float64](u, `new Promise((done) => {
		const button = document.querySelector('[data-view="watch"] [data-part="forward"]');
		const begin = performance.now();
		let steps = 0;
		const frame = () => {
			button.click();
			if (++steps < 120) requestAnimationFrame(frame);
			else done(steps * 1000 / (performance.now() - begin));
		};
		requestAnimationFrame(frame);
	})`)
	return most, inFrames
}

// million goes through a million events, drawing every 2,000, and back to the
// beginning; it returns the megabytes that the page's process has then. 0 where
// that is not known.
func million(tb testing.TB) float64 {
	u := sit(tb, "#watch?n=12&events=1000000", browser.Options{})
	if got := u.text("watch", "position"); got != "0 of 1,000,000" {
		tb.Fatalf("the trace has %s", got)
	}
	const through = `(async () => {
		const scrub = document.querySelector('[data-view="watch"] [data-part="scrub"]');
		for (let at = %s) {
			scrub.value = at;
			scrub.dispatchEvent(new Event('input'));
			if (at %% 20000 === 0) await new Promise((done) => setTimeout(done));
		}
		return true;
	})()`
	value[bool](u, fmt.Sprintf(through, "0; at <= 1000000; at += 2000"))
	u.until(`document.querySelector('[data-view="watch"] [data-part="sentence"]').textContent.includes('cut here')`)
	forward := memory(u)
	value[bool](u, fmt.Sprintf(through, "1000000; at >= 0; at -= 2000"))
	return max(forward, memory(u))
}

var anonymous = regexp.MustCompile(`RssAnon:\s+(\d+) kB`)

// memory returns the most megabytes that a process which shows pages has for
// itself.
func memory(u *user) float64 {
	u.t.Helper()
	if _, err := chromedp.Call(u.tab.Context(), heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
		u.t.Fatal(err)
	}
	info, err := chromedp.CallBrowser(u.tab.Context(), systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		u.t.Fatal(err)
	}
	most := 0.0
	for _, process := range info.ProcessInfo {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process.ID))
		if process.Type != "renderer" || err != nil {
			continue
		}
		if found := anonymous.FindSubmatch(status); found != nil {
			kilobytes, _ := strconv.ParseFloat(string(found[1]), 64)
			most = max(most, kilobytes/1024)
		}
	}
	return most
}

// TestSpeed says how fast the page is and asserts generous bounds, of the best of
// five times.
func TestSpeed(t *testing.T) {
	paint := firstPaint(t)
	most, inFrames := stepsASecond(t)
	for run := 1; run < 5 && (paint > paintBound || most < stepsBound); run++ { // other programs take the processors
		paint = min(paint, firstPaint(t))
		again, againInFrames := stepsASecond(t)
		most, inFrames = max(most, again), max(inFrames, againInFrames)
	}
	megabytes := million(t)
	t.Logf("first paint after %.0f ms (goal %d), %.0f steps a second and %.0f in frames (goal %d), %.0f MB after a million events (goal %d)",
		paint, paintGoal, most, inFrames, stepsGoal, megabytes, memoryGoal)
	if paint > paintBound || most < stepsBound || megabytes > memoryBound {
		t.Error("the page is far from its goals")
	}
}

func BenchmarkFirstPaint(b *testing.B) {
	for b.Loop() {
		b.ReportMetric(firstPaint(b), "ms-to-paint")
	}
}

func BenchmarkSteps(b *testing.B) {
	for b.Loop() {
		most, inFrames := stepsASecond(b)
		b.ReportMetric(most, "steps/s")
		b.ReportMetric(inFrames, "steps-in-frames/s")
	}
}

func BenchmarkMillion(b *testing.B) {
	for b.Loop() {
		b.ReportMetric(million(b), "MB")
	}
}
