// Command vulncheck runs govulncheck over every package of the modules in the
// folders named, against a database built on this machine.
//
//	vulncheck DIR...
//
// The database is built from the reports in the module golang.org/x/vulndb with
// that module's own indexdb, and kept in the user's cache folder until a newer
// version of the module appears.
//
// A vulnerability of the standard library that a newer toolchain mends is only
// reported: no change to the modules could mend it. Any other that the code
// reaches is an error.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "vulncheck:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dirs []string, stdout io.Writer) error {
	if len(dirs) == 0 {
		return fmt.Errorf("name the folders of the modules to scan")
	}
	database, err := openDatabase(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(stdout, "database", database.Version)
	failed := 0
	for _, dir := range dirs {
		found, err := scanModule(ctx, dir, database.Dir)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		for _, v := range found {
			fmt.Fprintf(stdout, "%s: %v\n", dir, v)
			if !v.MendedByToolchain() {
				failed++
			}
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d vulnerabilities that this code reaches", failed)
	}
	return nil
}
