// Command queens solves, counts, checks and explains the n-queens problem.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// patience is how long after Ctrl-C the process may still say how far it came;
// without a bound it would wait for ever where nobody reads what it writes.
const patience = 3 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // a second Ctrl-C ends the process at once
		time.Sleep(patience)
		os.Exit(exitInterrupted)
	})
	ignoreBrokenPipes()
	cobra.EnableCommandSorting = false // the order of help is ours
	status := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv)
	os.Exit(status)
}
