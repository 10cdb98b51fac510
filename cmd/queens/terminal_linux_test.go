package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// onTerminal runs a program whose standard error stream is a terminal until it
// has said what it is to say, presses Ctrl-C, and returns all it said.
func onTerminal(t *testing.T, cmd *exec.Cmd, until string) string {
	t.Helper()
	master, slave := openTerminal(t)
	defer master.Close()
	cmd.Stderr, cmd.Env = slave, append(cmd.Env, "TERM=xterm")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	timer := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	defer timer.Stop()
	var said bytes.Buffer
	pressed := false
	for chunk := make([]byte, 4096); ; {
		n, err := master.Read(chunk)
		said.Write(chunk[:n])
		if !pressed && strings.Contains(said.String(), until) {
			pressed = true
			cmd.Process.Signal(os.Interrupt)
		}
		if err != nil { // a terminal that nobody has open any more
			if !errors.Is(err, unix.EIO) && err != io.EOF {
				t.Error(err)
			}
			break
		}
	}
	cmd.Wait()
	if !pressed {
		t.Errorf("%v never says %q but %q", cmd.Args, until, said.String())
	}
	return said.String()
}

// openTerminal opens both ends of a new terminal.
func openTerminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no terminals: ", err)
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip("no terminals: ", err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip("no terminals: ", err)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals: ", err)
	}
	if err := unix.IoctlSetWinsize(int(slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 100}); err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// TestProgress shows on a terminal how much is done and how long the rest
// takes, and takes the line away in the end.
func TestProgress(t *testing.T) {
	tests := []struct {
		cmd          *exec.Cmd
		until, first string
		last         string
	}{
		{generic("count", "20", "--threads", "1"), "% done, ", "size 20: about ", "queens: not counted to the end: interrupted; "},
		{generic("--lang", "zh", "count", "20", "--threads", "1"), "，还需 ", "大小 20：", "queens: 没有数完：被中断；已完成 "},
		{command("count", "18", "--by-column", "--threads", "1"), "counting by backtracking  ", "", "queens: not counted to the end: interrupted"},
		{command("estimate", "200", "--error", "0.1%", "--threads", "1"), "  00:0", "", "queens: "},
		{command("bench", "--max", "18"), ", threads: 1  ", "", "queens: the benchmark is not complete: interrupted"},
	}
	if testing.Short() {
		tests = tests[:2] // each takes a second, after which the line is shown
	}
	for _, test := range tests {
		t.Run(strings.Join(test.cmd.Args, " "), func(t *testing.T) {
			t.Parallel()
			said := onTerminal(t, test.cmd, test.until)
			lines := strings.Split(strings.TrimRight(said, "\r\n"), "\n")
			last := lines[len(lines)-1]
			if i := strings.LastIndex(last, "\x1b["); i >= 0 {
				last = last[i+3:] // what takes the line away
			}
			if !strings.HasPrefix(said, test.first) || !strings.HasPrefix(last, test.last) {
				t.Errorf("it says %q", said)
			}
		})
	}
}
