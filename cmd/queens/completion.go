package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/queens/internal/lang"
	"example.org/queens/methods"
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
		ValidArgsFunction:     cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return badInput("error.shell.missing", "Names", names)
			}
			write, known := shells[args[0]]
			if !known {
				return unknownName("shell", args[0], names)
			}
			return write(cmd.Root())
		},
	}
}

// complete tells the shell what the values of the flags of cmd may be; those
// of a flag that is not mentioned here are no files either.
func (a *app) complete(cmd *cobra.Command, formats []string) {
	values := map[string][]string{
		"method": a.describedMethods(),
		"format": formats,
		"base":   {"0", "1"},
		"lang":   lang.Languages(),
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		fixed := cobra.FixedCompletions(values[f.Name], cobra.ShellCompDirectiveNoFileComp)
		if err := cmd.RegisterFlagCompletionFunc(f.Name, fixed); err != nil {
			panic(err) // only for a flag that is not there, or twice
		}
	})
}

// describedMethods returns the names of the methods, each with what it does.
func (a *app) describedMethods() []string {
	var described []string
	for _, m := range methods.Table() {
		described = append(described, cobra.CompletionWithDesc(m.Name, a.summary(m)))
	}
	return described
}
