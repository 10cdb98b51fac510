package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/vuln/scan"
)

// A vulnerability is one that the scanned code reaches: some function with the
// fault can be called.
type vulnerability struct {
	ID     string
	Module string // "stdlib" for the standard library
	Fixed  string // first version without the fault; empty if there is none
	Symbol string // one of the functions reached
}

// MendedByToolchain reports whether building with a newer Go is the cure.
func (v vulnerability) MendedByToolchain() bool {
	return v.Module == "stdlib" && v.Fixed != ""
}

func (v vulnerability) String() string {
	switch {
	case v.MendedByToolchain():
		return fmt.Sprintf("%s in %s: build with go%s or newer (only reported)", v.ID, v.Symbol, strings.TrimPrefix(v.Fixed, "v"))
	case v.Fixed == "":
		return fmt.Sprintf("%s in %s of %s: no version mends it", v.ID, v.Symbol, v.Module)
	}
	return fmt.Sprintf("%s in %s of %s: mended in %s", v.ID, v.Symbol, v.Module, v.Fixed)
}

// scanModule runs govulncheck over all packages of the module in dir, with
// their tests.
func scanModule(ctx context.Context, dir, database string) ([]vulnerability, error) {
	var stdout, stderr bytes.Buffer
	url := "file://" + filepath.ToSlash(database)
	cmd := scan.Command(ctx, "-C", dir, "-db", url, "-format", "json", "-test", "./...")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if err := cmd.Wait(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	return reached(&stdout)
}

// reached reads the messages of govulncheck and returns the vulnerabilities
// whose functions can be called, each once, by ID.
func reached(messages io.Reader) ([]vulnerability, error) {
	type frame struct{ Module, Package, Function, Receiver string }
	type message struct {
		Finding *struct {
			OSV          string
			FixedVersion string `json:"fixed_version"`
			Trace        []frame
		}
	}
	var found []vulnerability
	for decoder := json.NewDecoder(messages); ; {
		var m message
		if err := decoder.Decode(&m); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		// A finding without a function says that a module or package with the
		// fault is there, not that the faulty part of it is used.
		if m.Finding == nil || len(m.Finding.Trace) == 0 || m.Finding.Trace[0].Function == "" {
			continue
		}
		at := m.Finding.Trace[0]
		symbol := at.Package + "." + at.Function
		if at.Receiver != "" {
			symbol = at.Package + "." + strings.TrimPrefix(at.Receiver, "*") + "." + at.Function
		}
		found = append(found, vulnerability{m.Finding.OSV, at.Module, m.Finding.FixedVersion, symbol})
	}
	slices.SortStableFunc(found, func(a, b vulnerability) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Module, b.Module))
	})
	return slices.CompactFunc(found, func(a, b vulnerability) bool {
		return a.ID == b.ID && a.Module == b.Module
	}), nil
}
