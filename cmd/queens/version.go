package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set by release builds; others say what the build recorded.
var version = ""

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:                   "version",
		Short:                 a.T("version.short"),
		ValidArgsFunction:     cobra.NoFileCompletions,
		DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return badInput("error.noargs", "Args", quoted(args))
			}
			_, err := fmt.Fprintf(a.stdout, "queens %s %s %s/%s\n", versionText(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

// versionText returns the version of a release, else the commit of the build.
func versionText() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	text := info.Main.Version
	if text == "" || text == "(devel)" {
		text = "devel"
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" && len(setting.Value) >= 12 && text == "devel" {
			text += "-" + setting.Value[:12]
		}
	}
	return text
}
