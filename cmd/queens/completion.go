package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// completionCommand writes a completion script for a shell.
func (a *app) completionCommand() *cobra.Command {
	shells := map[string]func(*cobra.Command) error{
		"bash":       func(root *cobra.Command) error { return root.GenBashCompletionV2(a.stdout, true) },
		"zsh":        func(root *cobra.Command) error { return root.GenZshCompletion(a.stdout) },
		"fish":       func(root *cobra.Command) error { return root.GenFishCompletion(a.stdout, true) },
		"powershell": func(root *cobra.Command) error { return root.GenPowerShellCompletionWithDesc(a.stdout) },
	}
	names := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:                   "completion bash|zsh|fish|powershell",
		Short:                 a.T("completion.short"),
		Long:                  a.T("completion.long"),
		ValidArgs:             names,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return badInput("error.shell.missing", "Names", strings.Join(names, ", "))
			}
			write, known := shells[args[0]]
			if !known {
				return unknownName("shell", args[0], names)
			}
			return write(cmd.Root())
		},
	}
}

// manCommand writes the manual, a page a command.
func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:                   "man " + a.T("use.dir"),
		Short:                 a.T("man.short"),
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return badInput("error.man.dir")
			}
			header := &doc.GenManHeader{Title: "QUEENS", Section: "1", Source: "queens " + versionText(), Manual: a.T("man.manual")}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			if err := doc.GenManTree(root, header, args[0]); err != nil {
				return &writeError{err}
			}
			return nil
		},
	}
}
