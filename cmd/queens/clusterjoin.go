package main

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"example.org/queens/cluster/nats"
	"example.org/queens/count"
)

func (a *app) clusterJoinCommand() *cobra.Command {
	var key, run, threads, memory string
	cmd := &cobra.Command{
		Use:                   "join URL " + a.T("use.flags"),
		Short:                 a.T("cluster.join.short"),
		Long:                  a.T("cluster.join.long"),
		Example:               "  queens cluster join tls://192.0.2.1:4222 --key lab1.key",
		ValidArgsFunction:     cobra.NoFileCompletions,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] == "" {
				return badInput("cluster.error.url")
			}
			o := nats.WorkerOptions{URL: args[0], Run: run, Version: versionText(), Told: a.clusterNote}
			if err := nats.CheckURL(o.URL); err != nil {
				return err
			}
			if key == "" {
				return badInput("cluster.error.needskey", "Flag", "join")
			}
			var err error
			if o.Threads, err = parseThreads(threads); err != nil {
				return err
			}
			if o.Memory, err = parseMemory("--memory", memory); err != nil {
				return err
			}
			if o.Key, err = nats.ReadKeyFile(key); err != nil {
				return err
			}
			return a.clusterJoin(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(word{&key, "FILE"}, "key", a.T("cluster.flag.key"))
	flags.Var(word{&run, "RUN"}, "run", a.T("cluster.flag.run"))
	flags.Var(word{&threads, "K"}, "threads", a.T("flag.threads"))
	flags.Var(word{&memory, "SIZE"}, "memory", a.T("flag.memory"))
	return cmd
}

// spoil is set in the programs of tests: it makes a worker lie.
var spoil func(count.Unit, uint64) uint64

// clusterJoin works until the run is finished or someone says stop, which is no failure.
func (a *app) clusterJoin(ctx context.Context, o nats.WorkerOptions) error {
	if !strings.Contains(o.URL, "://") {
		o.URL = "tls://" + o.URL
	}
	o.Spoil = spoil
	var joined atomic.Bool
	told := o.Told
	o.Told = func(e nats.Event) {
		joined.Store(joined.Load() || e.Kind == nats.EventJoined)
		told(e)
	}
	if err := nats.Work(ctx, o); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil && joined.Load():
		a.note(a.T("cluster.left"))
	case ctx.Err() == nil:
		a.note(a.T("cluster.over"))
	}
	return nil
}
