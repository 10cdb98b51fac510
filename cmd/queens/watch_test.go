//go:build !windows

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A terminal is one that tmux draws.
type terminal struct {
	t      *testing.T
	socket string
}

// openTmux runs a command of the shell on a terminal of a size.
func openTmux(t *testing.T, width, height int, command string) *terminal {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("no tmux: ", err)
	}
	term := &terminal{t, t.TempDir() + "/tmux"}
	t.Cleanup(func() { exec.Command("tmux", "-S", term.socket, "kill-server").Run() }) // it may have ended
	term.tmux("-f", "/dev/null", "new-session", "-d", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height),
		command+"; echo status $?; stty -a | grep -o '.echo '; sleep 60")
	return term
}

// tmux runs a command of tmux and returns what it prints.
func (term *terminal) tmux(args ...string) string {
	term.t.Helper()
	cmd := exec.Command("tmux", append([]string{"-u", "-S", term.socket}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		term.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (term *terminal) press(keys ...string) {
	term.t.Helper()
	term.tmux(append([]string{"send-keys", "--"}, keys...)...)
}

// await waits until the screen shows all of the texts, and returns it.
func (term *terminal) await(texts ...string) string {
	term.t.Helper()
	for begin := time.Now(); ; time.Sleep(30 * time.Millisecond) {
		screen := term.tmux("capture-pane", "-p", "-e")
		plain := colour.ReplaceAllString(screen, "")
		missing := ""
		for _, text := range texts {
			if !strings.Contains(plain, text) {
				missing = text
			}
		}
		if missing == "" {
			return screen
		}
		if time.Since(begin) > 20*time.Second {
			term.t.Fatalf("no %q on the screen\n%s", missing, plain)
		}
	}
}

var (
	colour = regexp.MustCompile("\x1b\\[[0-9;]*m")
	// painted is a colour and not bold, faint or reversed type.
	painted = regexp.MustCompile(`\x1b\[([0-9;]*;)?(3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]`)
)

// ended waits until the program has, with a status, and checks that the terminal
// is as it was.
func (term *terminal) ended(status int) {
	term.t.Helper()
	term.await("status "+strconv.Itoa(status), " echo")
	if alternate := term.tmux("display-message", "-p", "#{alternate_on}#{cursor_flag}"); alternate != "01\n" {
		term.t.Errorf("another screen is on, or no cursor: %q", alternate)
	}
}

// TestWatchTerminal steps through a search on a real terminal.
func TestWatchTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for a terminal")
	}
	t.Run("steps", func(t *testing.T) {
		t.Parallel()
		term := openTmux(t, 80, 24, "queens watch 8 --lang en")
		if screen := term.await("step 0 of 33588", "method backtrack, size 8"); painted.MatchString(screen) {
			t.Errorf("colours before a step:\n%q", screen)
		}
		term.press("n", "Right", "Right")
		if screen := term.await("step 4 of 33588", "x row 1, column 0: refused", "<♛>", ">1[✗]"); !painted.MatchString(screen) {
			t.Errorf("no colours:\n%q", screen)
		}
		term.press("Left", "s")
		term.await("* solution 1:", "solutions 1")
		term.press("?")
		term.await("play, pause")
		term.press("Escape") // alone, else it is the beginning of the next key
		term.await("Space play")
		term.press("End")
		term.await("the search is complete: solutions 92")
		term.tmux("resize-window", "-x", "60", "-y", "20")
		term.await("the search is complete: solutions 92", "100 %")
		term.tmux("resize-window", "-x", "120", "-y", "40")
		term.press("g", "+", "Space")
		term.await("playing 2x", "step 3 of")
		term.press("q")
		term.ended(exitDone)
	})
	t.Run("ctrl-c", func(t *testing.T) {
		t.Parallel()
		term := openTmux(t, 80, 24, "queens watch 8 --method marks2d --lang zh --events 100")
		term.await("cells[row*n+col]", "暂停 1x", "（已截断）")
		term.press("C-c")
		term.await("queens: 被中断")
		term.ended(exitInterrupted)
	})
	t.Run("terminated", func(t *testing.T) {
		t.Parallel()
		name := filepath.Join(t.TempDir(), "pid")
		term := openTmux(t, 80, 24, "sh -c 'echo $$ >"+name+"; exec queens watch 6 --lang en'")
		term.await("step 0 of")
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		term.ended(exitInterrupted)
	})
	t.Run("no colour", func(t *testing.T) {
		t.Parallel()
		term := openTmux(t, 80, 24, "NO_COLOR=1 queens watch 8 --ascii --lang en")
		term.await("step 0 of")
		term.press("n", "Right", "Right")
		screen := term.await("step 4 of", ">1[x]", "<Q>")
		if painted.MatchString(screen) || strings.ContainsFunc(screen, func(char rune) bool { return char > '~' }) {
			t.Errorf("colours, or no ASCII:\n%q", screen)
		}
		term.press("q")
		term.ended(exitDone)
	})
}
