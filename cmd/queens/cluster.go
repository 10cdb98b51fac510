package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.org/queens/cluster"
	"example.org/queens/cluster/control"
	"example.org/queens/cluster/nats"
	"example.org/queens/count"
)

func (a *app) clusterCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: a.T("cluster.short"),
		Long:  a.T("cluster.long"),
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	cmd.AddCommand(
		a.clusterUpCommand(),
		a.clusterJoinCommand(),
		a.clusterStatusCommand(),
		a.clusterPauseCommand(),
		a.clusterResumeCommand(),
		a.clusterAuditCommand(),
		a.clusterResultCommand(),
		a.clusterLedgerCommand(),
		a.clusterKeysCommand(),
		a.clusterSimulateCommand(),
		a.helpWithin(),
	)
	return cmd
}

// helpWithin returns the command that explains the commands beside it, as queens help does with a longer name.
func (a *app) helpWithin() *cobra.Command {
	return &cobra.Command{
		Use:                   "help " + a.T("use.help"),
		Short:                 a.T("help.short"),
		Hidden:                true,
		Args:                  cobra.ArbitraryArgs,
		ValidArgsFunction:     cobra.NoFileCompletions,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Parent().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Parent(), strings.Join(args, " "))
			}
			return target.Help()
		},
	}
}

// A clusterPlace is where the state of a run is.
type clusterPlace struct{ dir string }

func (a *app) addPlace(cmd *cobra.Command) *clusterPlace {
	p := &clusterPlace{}
	cmd.Flags().Var(word{&p.dir, "DIR"}, "dir", a.T("cluster.flag.dir"))
	return p
}

// of returns the size and the folder of a run.
func (p *clusterPlace) of(args []string) (n int, dir string, err error) {
	if n, err = parseSize(args); err != nil {
		return 0, "", err
	}
	if n > count.MaxN {
		return 0, "", &count.SizeError{N: n, Max: count.MaxN}
	}
	dir = p.dir
	if dir == "" {
		dir = "queens-" + strconv.Itoa(n)
	}
	return n, dir, checkFolder(dir)
}

// checkFolder returns an error if what has that name is no folder. There may be nothing of that name.
func checkFolder(dir string) error {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return badInput("cluster.error.nofolder", "Dir", dir)
	}
	if _, failed := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) && failed == nil {
		return badInput("cluster.error.nowhere", "Dir", dir)
	}
	return nil
}

// run returns the folder of a run that is there already. If it is of another size than was asked for, that is an error; if nothing
// can be read in it, what needs it will say so.
func (p *clusterPlace) run(ctx context.Context, args []string) (dir string, err error) {
	n, dir, err := p.of(args)
	if err != nil {
		return "", err
	}
	return dir, checkRunSize(ctx, dir, n)
}

// checkRunSize returns an error if there is a run in the folder of another size, or with a coordinator that does not answer.
func checkRunSize(ctx context.Context, dir string, n int) error {
	have, err := runSize(ctx, dir)
	if err != nil {
		return err
	}
	if have > 0 && have != n {
		return badInput("cluster.error.othersize", "Dir", dir, "Have", have, "Size", n)
	}
	return nil
}

// runSize returns the size of the run in a folder, 0 if that cannot be told.
func runSize(ctx context.Context, dir string) (int, error) {
	got, err := control.Call(ctx, dir, control.Request{Do: control.Status})
	switch {
	case err == nil && got.Status != nil:
		return got.Status.N, nil
	case ctx.Err() != nil, errors.Is(err, control.ErrSilent):
		return 0, err
	}
	id, err := cluster.ReadIdentity(nats.LedgerPath(dir))
	if err != nil {
		return 0, nil
	}
	return id.N, nil
}

// clusterKeysDir is where keys are if nothing else is said.
const clusterKeysDir = "queens-keys"

// makeDir makes the folder of a run.
func makeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return &fileError{dir, err}
	}
	path := filepath.Join(dir, ".writable")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return &fileError{dir, err}
	}
	return os.Remove(path)
}

// parseDuration reads a flag that is a time; 0 if it was not given.
func parseDuration(flag, text string, least, most time.Duration) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < least || d > most {
		return 0, badInput("cluster.error.duration", "Flag", flag, "Value", text, "Least", least, "Most", most)
	}
	return d, nil
}

// parseAudit reads --audit: a share, also none.
func parseAudit(text string) (share float64, given bool, err error) {
	share, err = parseAudited("--audit", text)
	return share, text != "", err
}

// parseAudited reads a flag that is a share of the jobs, also none.
func parseAudited(flag, text string) (float64, error) {
	if none, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64); text == "" || err == nil && none == 0 {
		return 0, nil
	}
	share, err := parseShare(flag, text)
	if err != nil {
		return 0, badInput("cluster.error.audited", "Flag", flag, "Value", text)
	}
	return share, nil
}
