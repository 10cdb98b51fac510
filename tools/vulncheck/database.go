package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const databaseModule = "golang.org/x/vulndb"

// A database is a folder that govulncheck reads, built from one version of
// [databaseModule].
type database struct {
	Version, Dir string
}

// openDatabase returns the database of the newest reports, building it first
// unless the user's cache folder has it. Databases of older reports are removed.
func openDatabase(ctx context.Context) (database, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return database{}, err
	}
	cache = filepath.Join(cache, "queens-vulncheck")
	module, err := download(ctx)
	if err != nil {
		return database{}, err
	}
	db := database{module.Version, filepath.Join(cache, module.Version)}
	if _, err := os.Stat(db.Dir); err == nil {
		return db, nil
	}
	if err := os.RemoveAll(cache); err != nil {
		return database{}, err
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return database{}, err
	}
	// Built beside its place and renamed, so that a database is there whole or
	// not at all.
	work, err := os.MkdirTemp(cache, "build-")
	if err != nil {
		return database{}, err
	}
	defer os.RemoveAll(work)
	built := filepath.Join(work, "database")
	if err := index(ctx, module.Dir, work, built); err != nil {
		return database{}, err
	}
	return db, os.Rename(built, db.Dir)
}

// A module is what go mod download says of one.
type module struct {
	Version, Dir, Error string
}

// download brings the newest version of the reports into the module cache.
func download(ctx context.Context) (module, error) {
	// Outside any module, so that no go.mod has to name the reports.
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", databaseModule+"@latest")
	cmd.Dir = os.TempDir()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, runErr := cmd.Output()
	var m module
	if err := json.Unmarshal(out, &m); err != nil || m.Error != "" || runErr != nil {
		return module{}, fmt.Errorf("download %s: %s%s", databaseModule, m.Error, bytes.TrimSpace(stderr.Bytes()))
	}
	return m, nil
}

// index builds the database from the reports with their own program.
func index(ctx context.Context, reports, work, database string) error {
	indexdb := filepath.Join(work, "indexdb")
	steps := []*exec.Cmd{
		exec.CommandContext(ctx, "go", "build", "-o", indexdb, "./cmd/indexdb"),
		exec.CommandContext(ctx, indexdb, "-vulns", filepath.Join("data", "osv"), "-out", database),
	}
	for _, cmd := range steps {
		cmd.Dir = reports
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", cmd, err, out)
		}
	}
	return nil
}
