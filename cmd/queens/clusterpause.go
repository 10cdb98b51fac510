package main

import (
	"github.com/spf13/cobra"

	"example.org/queens/cluster/control"
)

func (a *app) clusterPauseCommand() *cobra.Command {
	return a.clusterSwitchCommand("pause", a.T("cluster.pause.short"), control.Pause)
}

func (a *app) clusterResumeCommand() *cobra.Command {
	return a.clusterSwitchCommand("resume", a.T("cluster.resume.short"), control.Resume)
}

func (a *app) clusterSwitchCommand(name, short string, do control.Action) *cobra.Command {
	var place *clusterPlace
	cmd := a.sized(&cobra.Command{
		Use:     name + " N " + a.T("use.flags"),
		Short:   short,
		Example: "  queens cluster " + name + " 24",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := place.run(cmd.Context(), args)
			if err != nil {
				return err
			}
			if _, err = control.Call(cmd.Context(), dir, control.Request{Do: do}); err != nil {
				return err
			}
			if do == control.Pause {
				a.note(a.T("cluster.pause.done"))
			} else {
				a.note(a.T("cluster.resume.done"))
			}
			return nil
		},
	})
	place = a.addPlace(cmd)
	return cmd
}
