package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manCommand writes the manual, a page a command.
func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man " + a.T("use.dir"),
		Short: a.T("man.short"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] == "" {
				return badInput("error.man.dir")
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return &fileError{args[0], err}
			}
			return a.writePages(cmd.Root(), args[0])
		},
	}
}

// writePages writes the page of cmd and those of the commands below it.
func (a *app) writePages(cmd *cobra.Command, dir string) error {
	name := filepath.Join(dir, pageName(cmd)+".1")
	if err := os.WriteFile(name, a.page(cmd), 0o666); err != nil {
		return &fileError{name, err}
	}
	for _, sub := range available(cmd) {
		if err := a.writePages(sub, dir); err != nil {
			return err
		}
	}
	return nil
}

// pageName is what the page of cmd is called: queens-all.
func pageName(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-")
}

// available returns the commands below cmd that help shows.
func available(cmd *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, sub)
		}
	}
	return list
}

// page writes the manual page of cmd for troff. Texts keep their lines: some
// are tables, and Chinese has no blanks to fill lines at.
func (a *app) page(cmd *cobra.Command) []byte {
	var page bytes.Buffer
	fmt.Fprintf(&page, ".TH %q 1 \"\" %q %q\n", strings.ToUpper(pageName(cmd)), "queens "+versionText(), a.T("man.manual"))
	fmt.Fprintln(&page, ".ad l\n.nh")
	section := func(key string) { fmt.Fprintf(&page, ".SH %s\n", a.T(key)) }
	literal := func(text string) { fmt.Fprintf(&page, ".nf\n%s\n.fi\n", troff(text)) }

	section("man.name")
	fmt.Fprintf(&page, "%s \\- %s\n", troff(pageName(cmd)), troff(cmd.Short))
	section("man.synopsis")
	literal(a.synopsis(cmd))
	if cmd.Long != "" {
		section("man.description")
		literal(cmd.Long)
	}
	section("man.options")
	cmd.Flags().VisitAll(func(f *pflag.Flag) { writeOption(&page, f) })
	if cmd.HasParent() {
		cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) { writeOption(&page, f) })
	}
	if cmd.HasExample() {
		section("man.examples")
		literal(cmd.Example)
	}
	if related := relatedPages(cmd); len(related) > 0 {
		section("man.seealso")
		fmt.Fprintln(&page, strings.Join(related, ",\n"))
	}
	return page.Bytes()
}

// synopsis returns how cmd is called.
func (a *app) synopsis(cmd *cobra.Command) string {
	if cmd.HasParent() {
		return cmd.UseLine()
	}
	return cmd.CommandPath() + " " + a.T("use.command")
}

func writeOption(page *bytes.Buffer, f *pflag.Flag) {
	names := `\fB` + troff("--"+f.Name) + `\fP`
	if f.Shorthand != "" {
		names = `\fB` + troff("-"+f.Shorthand) + `\fP, ` + names
	}
	if f.Value.Type() != "bool" {
		names += ` \fI` + troff(f.Value.Type()) + `\fP`
	}
	fmt.Fprintf(page, ".TP\n%s\n%s\n", names, troff(f.Usage))
}

// relatedPages names the pages of the command above cmd and of those below.
func relatedPages(cmd *cobra.Command) []string {
	related := available(cmd)
	if cmd.HasParent() {
		related = append([]*cobra.Command{cmd.Parent()}, related...)
	}
	var names []string
	for _, other := range related {
		names = append(names, `\fB`+troff(pageName(other))+`\fP(1)`)
	}
	return names
}

// troff protects what means something to troff.
func troff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
