package main

import (
	"context"
	"os/exec"
	"runtime"
)

// openBrowser opens the page in the browser that the user prefers. The server
// goes on without.
func (a *app) openBrowser(ctx context.Context, place string) {
	command := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open"}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	opening := exec.CommandContext(ctx, command[0], append(command[1:], place)...)
	if err := opening.Start(); err != nil {
		a.note(a.T("serve.noopen"))
		return
	}
	go opening.Wait() // so that it does not stay behind as a zombie
}
