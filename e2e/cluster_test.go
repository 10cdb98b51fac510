package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"example.org/queens/e2e/browser"
)

// TestCluster looks at a count on many machines: before it begins, at work, paused, and when its coordinator has gone.
func TestCluster(t *testing.T) {
	dir := t.TempDir()
	script := axe(t)
	address := started(t, exec.Command(served.Binary, "serve", "--port", "0", "--cluster", dir))
	tab, err := chrome.Tab(browser.Options{Width: 360, Height: 740})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tab.Close)
	u := &user{t, tab}
	u.open(address + "#count")
	u.waitText("count", "cluster-says", "No run has begun")

	coordinator := exec.Command(served.Binary, "cluster", "up", "21", "--dir", dir, "--threads", "1", "--job-time", "100ms", "--no-estimate")
	if err := coordinator.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		coordinator.Process.Kill()
		coordinator.Wait()
	})
	u.waitText("count", "cluster-says", "counts size 21")
	u.until(`document.querySelector('[data-part="cluster-progress"]').value > 0`)
	before := u.text("count", "cluster-share")
	u.until(fmt.Sprintf(`document.querySelector('[data-part="cluster-share"]').textContent !== %q`, before))
	u.waitText("count", "cluster-rows", "at work")
	if got := u.text("count", "cluster-workers"); got != "1" {
		t.Errorf("the number of workers is %s", got)
	}

	if output, err := exec.Command(served.Binary, "cluster", "pause", "21", "--dir", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	u.waitText("count", "cluster-says", "is paused")
	u.waitText("count", "cluster-rows", "connected")
	for _, violation := range violations(u, script) {
		t.Error(violation)
	}
	if over := value[int](u, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("scrolls sideways by %d pixels", over)
	}
	u.press("L")
	u.waitText("count", "cluster-says", "已暂停")
	u.waitText("count", "cluster-rows", "已连接")

	coordinator.Process.Signal(os.Interrupt)
	u.waitText("count", "cluster-says", "没有正在运行的协调者")
	u.waitText("count", "cluster-rows", "已离开")
	if problems := tab.Problems(); len(problems) > 0 {
		t.Errorf("the page says: %v", problems)
	}
}

// TestFinishedCluster looks at a count that has ended.
func TestFinishedCluster(t *testing.T) {
	u := sit(t, "#count", browser.Options{})
	u.waitText("count", "cluster-says", "is finished. queens cluster result 12")
	if got := u.text("count", "cluster-share"); got != "100 % of the work is done." {
		t.Errorf("it says %s", got)
	}
	u.waitText("count", "cluster-rows", "away")
}

// TestNoCluster opens the page of a server that shows no such count: it does not ask again.
func TestNoCluster(t *testing.T) {
	address := started(t, exec.Command(served.Binary, "serve", "--port", "0"))
	u := &user{t, nil}
	tab, err := chrome.Tab(browser.Options{})
	u.must(err)
	t.Cleanup(tab.Close)
	u.tab = tab
	u.open(address + "#count")
	u.until(`document.querySelectorAll('[data-part="growth-rows"] tr').length > 0`)
	value[bool](u, `new Promise((done) => setTimeout(() => done(true), 5000))`)
	if asked := asks(u); asked != 1 {
		t.Errorf("it asks %d times", asked)
	}
	if !value[bool](u, fmt.Sprintf(`document.querySelector(%q).hidden`, part("count", "cluster"))) {
		t.Error("it shows a count of nobody")
	}
}

// asks returns how often the page has asked for the count.
func asks(u *user) (n int) {
	for _, address := range u.tab.Requests() {
		if strings.Contains(address, "/api/cluster") {
			n++
		}
	}
	return n
}

// TestClusterUnseen leaves the part, and the page: it asks no more until somebody looks again.
func TestClusterUnseen(t *testing.T) {
	u := sit(t, "#count", browser.Options{})
	const wait = `new Promise((done) => setTimeout(() => done(true), 4500))`
	see := func(hidden bool) {
		value[bool](u, fmt.Sprintf(`(() => { Object.defineProperty(document, 'hidden', { value: %v, configurable: true }); document.dispatchEvent(new Event('visibilitychange')); return true; })()`, hidden))
	}
	u.waitText("count", "cluster-says", "finished")
	steps := []struct {
		name string
		do   func()
		asks bool
	}{
		{"shown", func() {}, true},
		{"unseen", func() { see(true) }, false},
		{"seen again", func() { see(false) }, true},
		{"another part", func() { u.click(`[data-nav="play"]`); u.waitText("play", "fits", "Solutions") }, false},
		{"another part, unseen and seen", func() { see(true); see(false) }, false},
		{"this part again", func() { u.click(`[data-nav="count"]`) }, true},
	}
	for _, step := range steps {
		step.do()
		before := asks(u)
		value[bool](u, wait)
		if more := asks(u) - before; more > 0 != step.asks || more > 4 {
			t.Errorf("%s: it asks %d times", step.name, more)
		}
	}
}

// TestHostileCluster shows a run whose names were made to do harm.
func TestHostileCluster(t *testing.T) {
	const script = `<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>`
	u := sit(t, "#play", browser.Options{})
	value[bool](u, fmt.Sprintf(`(() => {
		const fetched = window.fetch;
		const hostile = { shown: true, run: %[1]q, n: 24, share: 0.5, units: 9, cut: 5, jobs: 4, done: 2, aside: 3, rate: 1234.5, busyCores: 1.5, cores: 2, toGo: 60, active: true, paused: false, finished: false, age: 9, live: 1, more: 7,
			workers: [{ name: %[1]q, cores: 2, kernel: %[1]q, jobs: 1, state: 'wrong' }, { name: 'b', cores: 0, kernel: '', jobs: 0, state: %[1]q }] };
		window.fetch = (path, options) => path.startsWith('/api/cluster') ? Promise.resolve(new Response(JSON.stringify(hostile))) : fetched(path, options);
		return true; })()`, script))
	u.click(`[data-nav="count"]`)
	u.waitText("count", "cluster-says", "<img")
	u.waitText("count", "cluster-rows", "onerror")
	for name, want := range map[string]string{"cluster-rate": "1,235 units/s", "cluster-togo": "60 s", "cluster-aside": "too often: 3", "cluster-stale": "9 s ago", "cluster-more": "not listed: 7"} {
		if got := u.text("count", name); !strings.Contains(got, want) {
			t.Errorf("%s says %q, not %q", name, got, want)
		}
	}
	if value[bool](u, `Boolean(window.harmed) || document.querySelector('img, main script') !== null`) {
		t.Error("it does harm")
	}
}
