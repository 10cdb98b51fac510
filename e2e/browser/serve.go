package browser

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A Page is the command, serving its page, which shows a finished count of many machines.
type Page struct {
	URL    string // with a slash at the end
	Binary string // the command
	dir    string
	stop   context.CancelFunc
	ended  chan error
}

// Serve builds the command of the main module, which is the folder above this
// module's, and lets it serve on a free port.
func Serve(ctx context.Context) (*Page, error) {
	root, err := mainModule()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "queens-e2e-")
	if err != nil {
		return nil, err
	}
	p := &Page{Binary: filepath.Join(dir, "queens"), dir: dir, ended: make(chan error, 1)}
	build := exec.CommandContext(ctx, "go", "build", "-o", p.Binary, "./cmd/queens")
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("building the command: %w\n%s", err, output)
	}
	count := exec.CommandContext(ctx, p.Binary, "cluster", "up", "12", "--dir", p.run(), "--no-estimate")
	if output, err := count.CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("counting: %w\n%s", err, output)
	}
	serving, stop := context.WithCancel(ctx)
	p.stop = stop
	if err := p.start(serving); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// run is the folder of the count that the page shows.
func (p *Page) run() string { return filepath.Join(p.dir, "run") }

// start starts the command and reads where it serves.
func (p *Page) start(ctx context.Context) error {
	command := exec.CommandContext(ctx, p.Binary, "serve", "--port", "0", "--cluster", p.run())
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 10 * time.Second
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	go func() { p.ended <- command.Wait() }()
	if err != nil {
		return fmt.Errorf("the command does not say where it serves: %w", err)
	}
	p.URL = strings.TrimSpace(line)
	return nil
}

// Close ends the command.
func (p *Page) Close() {
	p.stop()
	if p.URL != "" {
		<-p.ended
	}
	os.RemoveAll(p.dir)
}

// mainModule returns the folder of the main module.
func mainModule() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module example.org/queens\n") {
			return dir, nil
		}
	}
	return "", fmt.Errorf("the main module is not above this folder")
}
