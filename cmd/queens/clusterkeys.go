package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"example.org/queens/cluster/nats"
)

// clusterKeysFlags are the flags of queens cluster keys.
type clusterKeysFlags struct {
	dir, worker, revoke, rotate, days string
	renew, config                     bool
}

func (a *app) clusterKeysCommand() *cobra.Command {
	f := &clusterKeysFlags{}
	cmd := &cobra.Command{
		Use:                   "keys " + a.T("use.flags"),
		Short:                 a.T("cluster.keys.short"),
		Long:                  a.T("cluster.keys.long"),
		Example:               "  queens cluster keys --worker lab1\n  queens cluster keys --revoke lab1",
		ValidArgsFunction:     cobra.NoFileCompletions,
		DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return badInput("error.noargs", "Args", quoted(args))
			}
			return a.clusterKeys(f)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(word{&f.dir, "DIR"}, "keys", a.T("cluster.flag.keys"))
	flags.Var(word{&f.worker, "NAME"}, "worker", a.T("cluster.flag.worker"))
	flags.Var(word{&f.revoke, "NAME"}, "revoke", a.T("cluster.flag.revoke"))
	flags.Var(word{&f.rotate, "NAME"}, "rotate", a.T("cluster.flag.rotate"))
	flags.BoolVar(&f.renew, "renew", false, a.T("cluster.flag.renew"))
	flags.Var(word{&f.days, "K"}, "days", a.T("cluster.flag.days"))
	flags.BoolVar(&f.config, "nats-config", false, a.T("cluster.flag.natsconfig"))
	return cmd
}

// together returns an error if there is more than one thing to do: each is done alone.
func (f *clusterKeysFlags) together() error {
	first := ""
	for _, flag := range []struct {
		name  string
		given bool
	}{{"--worker", f.worker != ""}, {"--revoke", f.revoke != ""}, {"--rotate", f.rotate != ""}, {"--renew", f.renew}, {"--nats-config", f.config}} {
		switch {
		case flag.given && first != "":
			return badInput("error.flags.together", "Flag", flag.name, "Other", first)
		case flag.given:
			first = flag.name
		}
	}
	return nil
}

func (a *app) clusterKeys(f *clusterKeysFlags) error {
	if err := f.together(); err != nil {
		return err
	}
	validity := nats.DefaultValidity
	if f.days != "" {
		const most = 20 * 365
		days, err := strconv.Atoi(f.days)
		if err != nil || days < 1 || days > most {
			return badInput("error.flag.range", "Flag", "--days", "Value", f.days, "Max", most)
		}
		validity = time.Duration(days) * 24 * time.Hour
	}
	if f.dir == "" {
		f.dir = clusterKeysDir
	}
	k, err := nats.OpenKeys(f.dir, validity)
	if err != nil {
		return err
	}
	if f.days != "" && !f.renew && !k.Made() {
		return badInput("cluster.error.needsrenew", "Flag", "--days")
	}
	path := ""
	switch {
	case f.worker != "":
		path, err = k.AddWorker(f.worker)
	case f.rotate != "":
		path, err = k.Rotate(f.rotate)
	case f.revoke != "":
		if err = k.Revoke(f.revoke); err == nil {
			a.note(a.T("cluster.revoke.done", "Name", f.revoke))
		}
	case f.renew:
		if err = k.Renew(validity); err == nil {
			a.note(a.T("cluster.renew.done"))
		}
	case f.config:
		_, err = fmt.Fprint(a.stdout, k.ServerConfig())
		return err
	default:
		return a.listKeys(k)
	}
	if err == nil && path != "" {
		_, err = fmt.Fprintln(a.stdout, path)
	}
	return err
}

// listKeys writes what there is, nothing of it secret.
func (a *app) listKeys(k *nats.Keys) error {
	expires, err := k.Expires()
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, a.T("cluster.keys.coordinator", "Key", k.Own.Public(), "Date", expires.UTC().Format(time.DateOnly)))
	for _, w := range k.Workers {
		if w.Revoked {
			fmt.Fprintln(a.stdout, a.T("cluster.keys.revoked", "Name", w.Name, "Key", w.Public))
		} else {
			fmt.Fprintln(a.stdout, a.T("cluster.keys.worker", "Name", w.Name, "Key", w.Public))
		}
	}
	return nil
}
