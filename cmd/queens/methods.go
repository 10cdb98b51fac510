package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"example.org/queens"
	"example.org/queens/internal/lang"
	"example.org/queens/methods"
	"example.org/queens/notation"
)

func (a *app) methodsCommand() *cobra.Command {
	var format string
	names := []string{"text", "json"}
	cmd := &cobra.Command{
		Use:                   "methods " + a.T("use.flags"),
		Short:                 a.T("methods.short"),
		Long:                  a.T("methods.long"),
		ValidArgsFunction:     cobra.NoFileCompletions,
		DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return badInput("error.noargs", "Args", quoted(args))
			}
			switch format {
			case "", "text":
				return a.writeMethods()
			case "json":
				return a.writeMethodsJSON()
			}
			return unknownName("format", format, names)
		},
	}
	cmd.Flags().VarP(word{&format, "FORM"}, "format", "f", a.T("flag.format.names", "Names", a.join(names)))
	a.complete(cmd, names)
	return cmd
}

// writeMethods writes the table of methods, four lines each.
func (a *app) writeMethods() error {
	for _, m := range methods.Table() {
		fmt.Fprintf(a.stdout, "%s\n  %s\n", m.Name, a.summary(m))
		fmt.Fprintf(a.stdout, "  %s\n", a.T("methods.line",
			"Max", m.MaxSize,
			"Delivers", a.T("delivers."+string(m.Delivers)),
			"Order", a.T("order."+string(m.Order))))
		_, err := fmt.Fprintf(a.stdout, "  %s\n", a.T("methods.takes", "Constraints", a.honours(m.Honours)))
		if err != nil {
			return err
		}
	}
	return nil
}

// honours names the constraints that a method takes.
func (a *app) honours(c queens.Constraint) string {
	switch c & (queens.GivenQueens | queens.BlockedSquares) {
	case queens.GivenQueens | queens.BlockedSquares:
		return a.T("honours.both")
	case queens.GivenQueens:
		return a.T("honours.given")
	case queens.BlockedSquares:
		return a.T("honours.blocked")
	}
	return a.T("honours.none")
}

// methodReport is a row of the table as JSON.
type methodReport struct {
	Name     string `json:"name"`
	English  string `json:"en"`
	Chinese  string `json:"zh"`
	MaxSize  int    `json:"maxSize"`
	Delivers string `json:"delivers"`
	Order    string `json:"order"`
	Given    bool   `json:"given"`
	Blocked  bool   `json:"blocked"`
	Seeded   bool   `json:"seeded"`
	Bounded  bool   `json:"bounded"`
	Parallel bool   `json:"parallel"`
}

func (a *app) writeMethodsJSON() error {
	var rows []methodReport
	for _, m := range methods.Table() {
		rows = append(rows, methodReport{
			Name: m.Name, English: m.English, Chinese: m.Chinese, MaxSize: m.MaxSize,
			Delivers: string(m.Delivers), Order: string(m.Order), Seeded: m.Seeded, Bounded: m.Bounded, Parallel: m.Parallel,
			Given:   m.Honours&queens.GivenQueens != 0,
			Blocked: m.Honours&queens.BlockedSquares != 0,
		})
	}
	encoder := json.NewEncoder(a.stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(rows)
}

// summary says in a line what a method does.
func (a *app) summary(m methods.Method) string {
	if a.Tag() == lang.Chinese {
		return m.Chinese
	}
	return m.English
}

// formLines says in a line each what the text forms are.
func (a *app) formLines() string {
	var text strings.Builder
	for _, info := range notation.Forms() {
		line := info.English
		if a.Tag() == lang.Chinese {
			line = info.Chinese
		}
		fmt.Fprintf(&text, "\n  %-10s %s", info.Name, line)
	}
	return text.String()
}
