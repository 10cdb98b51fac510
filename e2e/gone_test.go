package e2e_test

import (
	"bufio"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"example.org/queens/e2e/browser"
)

// TestServerGone kills the server under an open page and starts it again: the
// page says that nobody answers, and goes on when somebody does.
func TestServerGone(t *testing.T) {
	serve := func(port string) (address string, kill func()) {
		command := exec.Command(served.Binary, "serve", "--port", port)
		address = started(t, command)
		return address, func() {
			command.Process.Kill()
			command.Wait()
		}
	}
	address, kill := serve("0")
	tab, err := chrome.Tab(browser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tab.Close)
	u := &user{t, tab}
	u.open(address + "#count?n=21")
	u.click(part("count", "begin"))
	u.waitText("count", "progress-text", "to go")
	kill()
	u.waitText("count", "error", "does not answer")
	u.press("L")
	u.until(`document.querySelector('[data-part="toast"]').textContent.includes('does not answer') && document.documentElement.lang === 'en'`)
	u.click(`[data-nav="play"]`)
	u.waitText("play", "error", "does not answer")
	u.click(square("play", 0, 0))
	u.click(`[data-nav="watch"]`)
	u.waitText("watch", "error", "does not answer")

	place, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	serve(place.Port())
	u.click(`[data-nav="count"]`)
	u.waitText("count", "result", "did not end")
	u.click(`[data-nav="play"]`)
	u.waitText("play", "fits", "Solutions with these queens: 4")
	u.press("L", "<", "<", ">")
	u.until(`document.documentElement.lang === 'zh-CN'`)
	if problems := tab.Problems(); len(problems) > 0 {
		t.Errorf("the page says: %v", problems)
	}
}

// started starts a command that ends with the test, and returns the line that it prints first.
func started(t *testing.T, command *exec.Cmd) string {
	t.Helper()
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}
