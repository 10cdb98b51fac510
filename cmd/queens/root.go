package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/queens/internal/lang"
	"example.org/queens/internal/nearest"
)

// rootCommand returns the command line. Every text in it is in the language of
// the run, so the tree is built once that is known.
func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "queens",
		Short: a.T("root.short"),
		Long:  a.T("root.long"),
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetUsageTemplate(a.usageTemplate())
	root.SetHelpTemplate(helpTemplate)
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().String("lang", "", a.T("flag.lang", "Languages", strings.Join(lang.Languages(), "|")))
	root.SetHelpCommand(a.helpCommand())
	root.AddCommand(
		a.allCommand(),
		a.solveCommand(),
		a.countCommand(),
		a.checkCommand(),
		a.methodsCommand(),
		a.classicCommand(),
		a.completionCommand(),
		a.manCommand(),
		a.versionCommand(),
	)
	a.translateHelpFlags(root)
	return root
}

// translateHelpFlags adds to every command the --help flag that cobra would
// add in English.
func (a *app) translateHelpFlags(cmd *cobra.Command) {
	cmd.Flags().BoolP("help", "h", false, a.T("flag.help"))
	for _, sub := range cmd.Commands() {
		a.translateHelpFlags(sub)
	}
}

func (a *app) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help " + a.T("use.help"),
		Short: a.T("help.short"),
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), strings.Join(args, " "))
			}
			return target.Help()
		},
	}
}

// unknownCommand names the command that may have been meant.
func unknownCommand(root *cobra.Command, name string) error {
	var names []string
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() {
			names = append(names, cmd.Name())
		}
	}
	if close := nearest.Of(name, names); close != "" {
		return badInput("error.command.near", "Name", name, "Nearest", close)
	}
	return badInput("error.command", "Name", name, "Names", strings.Join(names, ", "))
}

// flagError puts the parser's own messages into our words.
func flagError(cmd *cobra.Command, err error) error {
	var notExist *pflag.NotExistError
	var noValue *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &notExist):
		return unknownFlag(cmd, notExist)
	case errors.As(err, &noValue):
		return badInput("error.flag.value", "Flag", "--"+noValue.GetFlag().Name)
	case errors.As(err, &invalid):
		return badInput("error.flag.bool", "Flag", "--"+invalid.GetFlag().Name, "Value", invalid.GetValue())
	case errors.As(err, &syntax):
		return badInput("error.flag.syntax", "Flag", syntax.GetSpecifiedFlag())
	}
	return err
}

// unknownFlag names the flag that may have been meant; a size such as -3, which
// the parser takes for a flag, is called what it is.
func unknownFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	if short := err.GetSpecifiedShortnames(); short != "" {
		if '0' <= short[0] && short[0] <= '9' {
			return badInput("error.size.small", "Size", "-"+short)
		}
		return badInput("error.flag", "Flag", "-"+short, "Command", cmd.CommandPath())
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if close := nearest.Of(err.GetSpecifiedName(), names); close != "" {
		return badInput("error.flag.near", "Flag", "--"+err.GetSpecifiedName(), "Nearest", "--"+close)
	}
	return badInput("error.flag", "Flag", "--"+err.GetSpecifiedName(), "Command", cmd.CommandPath())
}

const helpTemplate = `{{with (or .Long .Short)}}{{. | trimTrailingWhitespaces}}

{{end}}{{.UsageString}}`

// usageTemplate is cobra's layout with words from the catalog.
func (a *app) usageTemplate() string {
	return a.T("help.usage") + `{{if and .Runnable (not .HasAvailableSubCommands)}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} ` + a.T("use.command") + `{{end}}{{if .HasExample}}

` + a.T("help.examples") + `
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}

` + a.T("help.commands") + `{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

` + a.T("help.flags") + `
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

` + a.T("help.globalflags") + `
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableSubCommands}}

` + a.T("help.more") + `{{end}}
`
}
