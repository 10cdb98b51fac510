// Package browser drives the teaching page in a real Chromium, as a person
// would. A [Browser] is started once; each [Tab] is a fresh profile's tab, which
// keeps what its console said and what it asked the network for.
package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long a tab waits for what it was told to wait for. Machines
// that test are slow.
const patience = 30 * time.Second

// flags keep the browser from talking to anybody but the page.
var flags = []string{
	"headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "no-default-browser-check",
	"disable-background-networking", "disable-component-update", "disable-sync", "disable-default-apps", "disable-extensions",
	"disable-background-timer-throttling", "disable-renderer-backgrounding", "disable-backgrounding-occluded-windows",
	"hide-scrollbars", "enable-precise-memory-info",
}

// names are those of the browser on different systems.
var names = []string{"chromium", "chromium-browser", "google-chrome"}

// A Browser is a running Chromium.
type Browser struct {
	ctx  context.Context
	stop []func()
}

// Start starts the browser, which is installed with apt-get if there is none
// and that is possible.
func Start(ctx context.Context) (*Browser, error) {
	path, err := find(ctx)
	if err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "queens-e2e-")
	if err != nil {
		return nil, err
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.WSURLReadTimeout(2 * patience),
		chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("lang", "en-US"),
		chromedp.Flag("disable-features", "Translate,OptimizationHints,MediaRouter"),
	}
	for _, flag := range flags {
		options = append(options, chromedp.Flag(flag, true))
	}
	allocator, stop := chromedp.NewExecAllocator(ctx, options...)
	b := &Browser{stop: []func(){stop, func() { os.RemoveAll(profile) }}}
	first, closeFirst := chromedp.NewContext(allocator)
	if err := chromedp.Do(first); err != nil {
		closeFirst()
		b.Close()
		return nil, err
	}
	b.ctx, b.stop = first, append([]func(){closeFirst}, b.stop...)
	return b, nil
}

// Close ends the browser.
func (b *Browser) Close() {
	for _, stop := range b.stop {
		stop()
	}
}

// find returns the path of the browser, installing it if there is none.
func find(ctx context.Context) (string, error) {
	if path := found(); path != "" {
		return path, nil
	}
	install := exec.CommandContext(ctx, "sh", "-c", "apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium")
	install.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	if output, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("there is no chromium, and apt-get cannot install it: %w\n%s", err, output)
	}
	if path := found(); path != "" {
		return path, nil
	}
	return "", fmt.Errorf("there is no chromium")
}

func found() string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Options are how a tab looks at the page.
type Options struct {
	Width, Height int    // in CSS pixels; 1280 x 800 unless given
	Language      string // that the browser prefers; en-US unless given
	Dark          bool   // the system prefers dark
	Still         bool   // the system prefers reduced motion
}

// A Tab is a tab with a profile of its own.
type Tab struct {
	ctx    context.Context
	cancel []func()

	mu       sync.Mutex
	requests []string
	problems []string
}

// Tab opens a tab.
func (b *Browser) Tab(o Options) (*Tab, error) {
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	limited, cancelLimit := context.WithTimeout(ctx, 10*time.Minute)
	t := &Tab{ctx: limited, cancel: []func(){cancelLimit, cancel}}
	if err := t.prepare(o); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// Close closes the tab.
func (t *Tab) Close() {
	for _, cancel := range t.cancel {
		cancel()
	}
}

func (t *Tab) prepare(o Options) error {
	if o.Width == 0 {
		o.Width, o.Height = 1280, 800
	}
	if o.Language == "" {
		o.Language = "en-US"
	}
	if err := chromedp.Listen(t.ctx, t.hear); err != nil {
		return err
	}
	if _, err := chromedp.Call(t.ctx, network.Enable, network.EnableParams{}); err != nil {
		return err
	}
	features := []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: choose(o.Dark, "dark", "light")},
		{Name: "prefers-reduced-motion", Value: choose(o.Still, "reduce", "no-preference")},
	}
	if _, err := chromedp.Call(t.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		return err
	}
	agent, err := Evaluate[string](t, "navigator.userAgent")
	if err != nil {
		return err
	}
	if _, err := chromedp.Call(t.ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: o.Language}); err != nil {
		return err
	}
	return t.Resize(o.Width, o.Height)
}

// Resize makes the window so large.
func (t *Tab) Resize(width, height int) error {
	return chromedp.Do(t.ctx, chromedp.EmulateViewport(int64(width), int64(height)))
}

// hear keeps what the page asked for and what went wrong.
func (t *Tab) hear(event any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		t.requests = append(t.requests, e.Request.URL)
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		t.problems = append(t.problems, text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			t.problems = append(t.problems, fmt.Sprintf("console: %v", e.Args))
		}
	}
}

// Requests returns the addresses that the tab has asked for.
func (t *Tab) Requests() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string{}, t.requests...)
}

// Problems returns the exceptions and errors of the page.
func (t *Tab) Problems() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string{}, t.problems...)
}

// Context is the context of the tab, for commands of chromedp.
func (t *Tab) Context() context.Context { return t.ctx }

// Open goes to an address of the page and waits until it is ready.
func (t *Tab) Open(address string) error {
	if err := chromedp.Do(t.ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(address)); err != nil {
		return err
	}
	return t.Settled()
}

// Settled waits until the page is ready and nothing is being asked for.
func (t *Tab) Settled() error {
	return t.Until(`(!document.documentElement || document.body.dataset.ready === 'true' || !document.querySelector('[data-nav]')) && !document.querySelector('[aria-busy]')`)
}

// Until waits until an expression is true.
func (t *Tab) Until(expression string) error {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	for {
		_, err := chromedp.Run(ctx, chromedp.Poll[bool]("Boolean("+expression+")", chromedp.WithPollingInterval(30*time.Millisecond), chromedp.WithPollingTimeout(patience)))
		if err == nil {
			return nil
		}
		if ctx.Err() != nil || !strings.Contains(err.Error(), "context") {
			return fmt.Errorf("waiting for %s: %w; problems: %v", expression, err, t.Problems())
		}
	}
}

// Evaluate returns the value of an expression; of a promise, what it becomes.
func Evaluate[T any](t *Tab, expression string) (T, error) {
	value, err := chromedp.Run(t.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		return value, fmt.Errorf("%.200s: %w", expression, err)
	}
	return value, nil
}

// Click clicks on the first element of a selector, where it is seen.
func (t *Tab) Click(selector string) error {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector))); err != nil {
		return fmt.Errorf("click on %s: %w", selector, err)
	}
	return nil
}

// Press presses keys, one after another.
func (t *Tab) Press(keys ...string) error {
	for _, key := range keys {
		if err := chromedp.Do(t.ctx, chromedp.KeyEvent(key)); err != nil {
			return err
		}
	}
	return nil
}

// Fill writes into a field and leaves it.
func (t *Tab) Fill(selector, value string) error {
	_, err := Evaluate[bool](t, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.focus(); e.value = %q; e.dispatchEvent(new Event('input', { bubbles: true })); e.dispatchEvent(new Event('change', { bubbles: true })); return true; })()`, selector, value))
	return err
}

// Text returns the text of the first element of a selector.
func (t *Tab) Text(selector string) (string, error) {
	return Evaluate[string](t, fmt.Sprintf(`document.querySelector(%q).textContent`, selector))
}

func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
