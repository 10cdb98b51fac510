package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"example.org/queens/estimate"
	"example.org/queens/known"
)

func (a *app) knownCommand() *cobra.Command {
	var format string
	cmd := a.sized(&cobra.Command{
		Use:     "known N " + a.T("use.flags"),
		Short:   a.T("known.short"),
		Long:    a.T("known.long"),
		Example: "  queens known 27",
		RunE: func(_ *cobra.Command, args []string) error {
			n, err := parseSize(args)
			if err != nil {
				return err
			}
			if format != "" && format != "plain" && format != "json" {
				return unknownName("format", format, countFormats)
			}
			return a.writeKnown(n, format == "json")
		},
	})
	cmd.Flags().VarP(word{&format, "FORM"}, "format", "f", a.T("flag.format.names", "Names", a.join(countFormats)))
	a.complete(cmd, countFormats)
	return cmd
}

// A knownReport is a published value as JSON.
type knownReport struct {
	N      int    `json:"n"`
	Count  string `json:"count"`
	By     string `json:"by"`
	Year   int    `json:"year,omitempty"`
	Source string `json:"source"`
}

// writeKnown writes the published value, and who computed it to the standard
// error stream.
func (a *app) writeKnown(n int, asJSON bool) error {
	entry, err := known.Q(n)
	if unknown, ok := errors.AsType[*known.UnknownError](err); ok {
		text := a.T("known.nobody", "N", n, "Last", unknown.Last)
		if n <= estimate.MaxN {
			text += a.T("known.estimate", "N", n)
		}
		return &statusError{exitNo, text}
	}
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(a.stdout, knownReport{n, fmt.Sprint(entry.Value), entry.By, entry.Year, entry.Source})
	}
	fmt.Fprintln(a.stdout, entry.Value)
	if err := a.stdout.Flush(); err != nil {
		return err
	}
	a.note(a.knownOrigin(entry))
	return nil
}

// knownOrigin says who computed a published value and when, as far as the
// source says so.
func (a *app) knownOrigin(e known.Entry) string {
	switch {
	case e.By == "":
		return a.T("known.source", "Source", e.Source)
	case e.Year == 0:
		return a.T("known.by", "By", e.By, "Source", e.Source)
	}
	return a.T("known.byyear", "By", e.By, "Year", e.Year, "Source", e.Source)
}
