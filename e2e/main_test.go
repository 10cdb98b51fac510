// Package e2e_test drives the page in a real Chromium, as a person would. The
// tests share one server and one browser; each has tabs of its own.
package e2e_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"example.org/queens/e2e/browser"
)

var (
	served *browser.Page
	chrome *browser.Browser
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var err error
	if served, err = browser.Serve(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer served.Close()
	if chrome, err = browser.Start(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer chrome.Close()
	return m.Run()
}

// A user sits before a tab; what goes wrong ends the test.
type user struct {
	t   testing.TB
	tab *browser.Tab
}

// sit opens the page at an address, #watch for example. When the test ends, the
// page must have said nothing wrong and asked nobody but its server.
func sit(t testing.TB, address string, o browser.Options) *user {
	t.Helper()
	tab, err := chrome.Tab(o)
	if err != nil {
		t.Fatal(err)
	}
	u := &user{t, tab}
	t.Cleanup(func() {
		u.check()
		tab.Close()
	})
	u.open(served.URL + address)
	return u
}

func (u *user) check() {
	u.t.Helper()
	for _, problem := range u.tab.Problems() {
		u.t.Errorf("the page says: %s", problem)
	}
	for _, address := range u.tab.Requests() {
		if !isLocal(address) {
			u.t.Errorf("the page asks for %s", address)
		}
	}
}

// isLocal reports whether an address is one of the server, or none of a network.
func isLocal(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "http":
		return strings.HasPrefix(address, served.URL)
	case "about", "data", "blob", "file":
		return true
	}
	return false
}

func (u *user) must(err error) {
	u.t.Helper()
	if err != nil {
		u.t.Fatal(err)
	}
}

func (u *user) open(address string) { u.t.Helper(); u.must(u.tab.Open(address)) }

func (u *user) press(keys ...string) { u.t.Helper(); u.must(u.tab.Press(keys...)) }

func (u *user) fill(selector, value string) { u.t.Helper(); u.must(u.tab.Fill(selector, value)) }

func (u *user) until(expression string) { u.t.Helper(); u.must(u.tab.Until(expression)) }

func (u *user) settle() { u.t.Helper(); u.must(u.tab.Settled()) }

// part is the selector of a part of a view.
func part(view, name string) string {
	return fmt.Sprintf(`[data-view="%s"] [data-part="%s"]`, view, name)
}

func (u *user) click(selector string) { u.t.Helper(); u.must(u.tab.Click(selector)) }

// text returns the text of a part of a view.
func (u *user) text(view, name string) string {
	u.t.Helper()
	text, err := u.tab.Text(part(view, name))
	u.must(err)
	return text
}

// value evaluates an expression.
func value[T any](u *user, expression string) T {
	u.t.Helper()
	v, err := browser.Evaluate[T](u.tab, expression)
	u.must(err)
	return v
}

// waitText waits until the text of a part has something in it.
func (u *user) waitText(view, name, something string) {
	u.t.Helper()
	u.until(fmt.Sprintf(`document.querySelector(%q).textContent.includes(%q)`, part(view, name), something))
}

// label returns the ARIA label of a square.
func (u *user) label(view string, row, col int) string {
	u.t.Helper()
	return value[string](u, fmt.Sprintf(`document.querySelector(%q).getAttribute('aria-label')`, square(view, row, col)))
}

// square is the selector of a square.
func square(view string, row, col int) string {
	return fmt.Sprintf(`[data-view="%s"] [role=gridcell][aria-rowindex="%d"][aria-colindex="%d"]`, view, row+1, col+1)
}
