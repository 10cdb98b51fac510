package main

import (
	"errors"
	"slices"
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
	root.PersistentFlags().Var(word{new(string), strings.Join(lang.Languages(), "|")}, "lang", a.T("flag.lang"))
	languages := cobra.FixedCompletions(lang.Languages(), cobra.ShellCompDirectiveNoFileComp)
	if err := root.RegisterFlagCompletionFunc("lang", languages); err != nil {
		panic(err) // only for a flag that is not there
	}
	help := a.helpCommand()
	a.translateHelpFlags(help)
	root.SetHelpCommand(help)
	root.AddCommand(
		a.allCommand(),
		a.solveCommand(),
		a.countCommand(),
		a.clusterCommand(),
		a.checkCommand(),
		a.estimateCommand(),
		a.knownCommand(),
		a.benchCommand(),
		a.drawCommand(),
		a.traceCommand(),
		a.watchCommand(),
		a.methodsCommand(),
		a.serveCommand(),
		a.classicCommand(),
		a.completionCommand(),
		a.manCommand(),
		a.versionCommand(),
	)
	a.translateHelpFlags(root)
	return root
}

// takesSize marks the commands whose argument is a size, so that -3 is one.
const takesSize = "size"

// sized completes a command whose argument is a size.
func (a *app) sized(cmd *cobra.Command) *cobra.Command {
	cmd.DisableFlagsInUseLine = true
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.Annotations = map[string]string{takesSize: ""}
	return cmd
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
		Use:                   "help " + a.T("use.help"),
		Short:                 a.T("help.short"),
		Args:                  cobra.ArbitraryArgs,
		ValidArgsFunction:     completeCommands,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), strings.Join(args, " "))
			}
			return target.Help()
		},
	}
}

// completeCommands completes the names of the commands that help may be about.
func completeCommands(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	target, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, sub := range available(target) {
		names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// unknownCommand names the command that may have been meant. One that is there
// is not seen as a command behind --.
func unknownCommand(root *cobra.Command, name string) error {
	var names []string
	for _, cmd := range available(root) {
		names = append(names, cmd.Name())
	}
	if slices.Contains(names, name) {
		return badInput("error.dashes", "Name", name)
	}
	if close := nearest.Of(name, names); close != "" {
		return badInput("error.command.near", "Name", name, "Nearest", close)
	}
	return badInput("error.command", "Name", name, "Names", names)
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
	case errors.Is(err, errEmpty):
		errors.As(err, &invalid)
		return badInput("error.flag.value", "Flag", "--"+invalid.GetFlag().Name)
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
		if _, sized := cmd.Annotations[takesSize]; sized && '0' <= short[0] && short[0] <= '9' {
			_, err := sizeOf("-" + short)
			return err
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
