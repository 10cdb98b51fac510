package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/nats-io/nkeys"
	"github.com/spf13/cobra"

	"example.org/queens/cluster"
	"example.org/queens/cluster/control"
	"example.org/queens/cluster/nats"
	"example.org/queens/count"
	"example.org/queens/count/checkpoint"
	"example.org/queens/count/verify"
)

func (a *app) clusterResultCommand() *cobra.Command {
	var noEstimate bool
	var threads string
	var place *clusterPlace
	cmd := a.sized(&cobra.Command{
		Use:     "result N " + a.T("use.flags"),
		Short:   a.T("cluster.result.short"),
		Long:    a.T("cluster.result.long"),
		Example: "  queens cluster result 24",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := place.run(cmd.Context(), args)
			if err != nil {
				return err
			}
			check := clusterCheck{estimate: !noEstimate}
			if check.threads, err = parseThreads(threads); err != nil {
				return err
			}
			return a.withFinished(cmd.Context(), dir, func(ledger *cluster.Ledger) error {
				return a.clusterAnswer(cmd.Context(), ledger, check)
			})
		},
	})
	place = a.addPlace(cmd)
	cmd.Flags().Var(word{&threads, "K"}, "threads", a.T("flag.threads"))
	cmd.Flags().BoolVar(&noEstimate, "no-estimate", false, a.T("cluster.flag.noestimate"))
	return cmd
}

// withFinished lets use work with the ledger of a run that is finished, and says of another one how far it is.
func (a *app) withFinished(ctx context.Context, dir string, use func(*cluster.Ledger) error) error {
	got, err := control.Call(ctx, dir, control.Request{Do: control.Status})
	switch {
	case err == nil && got.Status != nil && got.Status.Finished:
		return &statusError{exitIO, a.T("cluster.error.checking")}
	case err == nil && got.Status != nil:
		return a.notFinished(*got.Status)
	case err != nil && !errors.Is(err, control.ErrNobody):
		return err
	}
	ledger, err := cluster.ReadLedger(nats.LedgerPath(dir))
	if err != nil {
		return err
	}
	err = use(ledger)
	ledger.Close()
	if !errors.Is(err, cluster.ErrUnfinished) {
		return err
	}
	st, err := ledgerStatus(ctx, dir)
	if err != nil {
		return err
	}
	return a.notFinished(st)
}

// notFinished is the refusal of what needs the end of a run.
func (a *app) notFinished(st cluster.Status) error {
	return &statusError{exitIO, a.T("cluster.error.unfinished", "Share", percent(st.Share))}
}

func (a *app) clusterLedgerCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ledger",
		Short: a.T("cluster.ledger.short"),
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	cmd.AddCommand(a.ledgerExportCommand(), a.ledgerCheckCommand(), a.ledgerBackupCommand(), a.helpWithin())
	return cmd
}

func (a *app) ledgerExportCommand() *cobra.Command {
	var out, keys string
	var unsigned bool
	var place *clusterPlace
	cmd := a.sized(&cobra.Command{
		Use:     "export N " + a.T("use.flags"),
		Short:   a.T("cluster.export.short"),
		Long:    a.T("cluster.export.long"),
		Example: "  queens cluster ledger export 24 --out queens-24.ledger",
		RunE: func(cmd *cobra.Command, args []string) error {
			if unsigned && keys != "" {
				return badInput("error.flags.together", "Flag", "--keys", "Other", "--unsigned")
			}
			dir, err := place.run(cmd.Context(), args)
			if err != nil {
				return err
			}
			if out != "" && sameFile(out, nats.LedgerPath(dir)) {
				return badInput("cluster.error.ownfile", "Name", out)
			}
			if keys == "" {
				keys = clusterKeysDir
			}
			if unsigned {
				keys = ""
			}
			return a.withFinished(cmd.Context(), dir, func(ledger *cluster.Ledger) error {
				return a.ledgerExport(cmd.Context(), ledger, keys, out)
			})
		},
	})
	place = a.addPlace(cmd)
	cmd.Flags().Var(word{&out, "FILE"}, "out", a.T("cluster.flag.out"))
	cmd.Flags().Var(word{&keys, "DIR"}, "keys", a.T("cluster.flag.keys"))
	cmd.Flags().BoolVar(&unsigned, "unsigned", false, a.T("cluster.flag.unsigned"))
	return cmd
}

// ledgerExport writes a ledger as text to a file, or, if that has no name, to the output, signed with the keys in a folder, if there is one.
func (a *app) ledgerExport(ctx context.Context, ledger *cluster.Ledger, keys, out string) error {
	_, units, err := ledger.Total()
	if err != nil {
		return err // before keys are made
	}
	var signer nkeys.KeyPair
	said := a.N("cluster.exported.unsigned", uint64(units))
	if keys != "" {
		k, err := nats.OpenKeys(keys, nats.DefaultValidity)
		if err != nil {
			return err
		}
		signer = k.Own.Signer()
		said = a.N("cluster.exported.signed", uint64(units), "Key", k.Own.Public())
	}
	if out == "" {
		err = ledger.Export(a.stdout, signer)
	} else {
		var text bytes.Buffer
		if err := ledger.Export(&text, signer); err != nil {
			return err
		}
		err = writeFile(ctx, out, text.Bytes())
	}
	if err == nil {
		a.note(said)
	}
	return err
}

func (a *app) ledgerCheckCommand() *cobra.Command {
	var share, seed, threads, signer string
	cmd := &cobra.Command{
		Use:                   "check FILE " + a.T("use.flags"),
		Short:                 a.T("cluster.ledgercheck.short"),
		Example:               "  queens cluster ledger check queens-24.ledger --share 0.1%",
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] == "" {
				return badInput("cluster.error.file")
			}
			o := verify.Options{}
			var err error
			if o.Share, err = parseShare("--share", share); err != nil {
				return err
			}
			if share != "" {
				o.Least = 1 // a unit of a large board takes hours by backtracking
			}
			if o.Seed, err = positive("--seed", seed); err != nil {
				return err
			}
			if o.Threads, err = parseThreads(threads); err != nil {
				return err
			}
			return a.ledgerCheck(cmd.Context(), args[0], signer, o)
		},
	}
	flags := cmd.Flags()
	flags.Var(word{&share, "SHARE"}, "share", a.T("cluster.flag.share"))
	flags.Var(word{&signer, "KEY"}, "signer", a.T("cluster.flag.signer"))
	flags.Var(word{&seed, "SEED"}, "seed", a.T("flag.seed"))
	flags.Var(word{&threads, "K"}, "threads", a.T("flag.threads"))
	return cmd
}

// ledgerCheck checks an exported ledger and computes a share of it again.
func (a *app) ledgerCheck(ctx context.Context, name, signer string, o verify.Options) error {
	if signer != "" && !nkeys.IsValidPublicUserKey(signer) {
		return badInput("cluster.error.signer", "Value", signer)
	}
	if info, err := os.Stat(name); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return &readError{name, checkpoint.ErrNotRegular} // it might never end
	}
	file, err := openFile(name)
	if err != nil {
		return err
	}
	defer file.Close()
	exported, err := cluster.ReadExport(file)
	wrong, ok := errors.AsType[*cluster.ExportError](err)
	if err != nil && !ok {
		return &readError{name, err}
	}
	if ok && wrong.Reason == cluster.ExportForeign {
		return badInput("cluster.error.export.foreign", "Name", name)
	}
	switch {
	case err != nil:
		return err
	case signer != "" && exported.Key == "":
		return &statusError{exitNo, a.T("cluster.wrong.unsigned")}
	case signer != "" && signer != exported.Key:
		return &statusError{exitNo, a.T("cluster.wrong.signer", "Key", exported.Key)}
	}
	a.note(a.T("cluster.ledgercheck.whole", "N", exported.N, "Total", exported.Total, "Units", len(exported.Units)))
	if exported.Key == "" {
		a.note(a.T("cluster.ledgercheck.unsigned"))
	} else {
		a.note(a.T("cluster.ledgercheck.signed", "Key", exported.Key))
	}
	done := &exactCount{request: &exactRequest{n: exported.N, options: count.Options{Threads: o.Threads}}, total: exported.Total}
	if err := a.clusterSound(ctx, done); err != nil {
		return err
	}
	progress := a.newShareProgress("progress.recount")
	o.Progress = progress.parts
	progress.start()
	report, err := exported.Recount(ctx, o)
	progress.stop()
	if mismatch, ok := errors.AsType[*verify.MismatchError](err); ok {
		return a.wrong(a.T("wrong.unit", "Rows", mismatch.Rows, "Claimed", mismatch.Claimed, "Counted", mismatch.Counted))
	}
	if err != nil {
		return err
	}
	a.note(a.T("verified.units", "Recounted", report.Checked, "Units", report.Units, "Share", percent(report.Share()), "Seed", seedText(report.Seed)))
	return nil
}

func (a *app) ledgerBackupCommand() *cobra.Command {
	var out string
	var place *clusterPlace
	cmd := a.sized(&cobra.Command{
		Use:     "backup N " + a.T("use.flags"),
		Short:   a.T("cluster.backup.short"),
		Example: "  queens cluster ledger backup 24 --out /backup/ledger.db",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := place.run(cmd.Context(), args)
			if err != nil {
				return err
			}
			if out == "" {
				return badInput("cluster.error.out")
			}
			if err := clusterBackup(cmd.Context(), dir, out); err != nil {
				return err
			}
			a.note(a.T("cluster.backedup", "Name", out))
			return nil
		},
	})
	place = a.addPlace(cmd)
	cmd.Flags().Var(word{&out, "FILE"}, "out", a.T("cluster.flag.backup"))
	return cmd
}

// clusterBackup copies the ledger, of a run that goes on too. Only the owner may read the copy: it holds what workers may not know.
func clusterBackup(ctx context.Context, dir, out string) error {
	path, err := backupPath(dir, out)
	if err != nil {
		return err
	}
	file, err := createBeside(path)
	if err != nil {
		return &fileError{out, err}
	}
	temporary := file.Name()
	defer os.Remove(temporary)
	err = file.Chmod(0o600)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return &fileError{out, err}
	}
	_, err = control.Call(ctx, dir, control.Request{Do: control.Backup, Path: temporary})
	if errors.Is(err, control.ErrNobody) {
		ledger, opened := cluster.ReadLedger(nats.LedgerPath(dir))
		if opened != nil {
			return opened
		}
		defer ledger.Close()
		err = ledger.Backup(temporary)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return &fileError{out, err}
	}
	syncFolder(filepath.Dir(path))
	return nil
}

// backupPath returns where a copy of the ledger is to be: a new file or a regular one, and none of the run's own.
func backupPath(dir, out string) (path string, err error) {
	if path, err = filepath.Abs(out); err != nil {
		return "", &fileError{out, err}
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	} else if _, err := os.Lstat(path); err == nil {
		return "", badInput("cluster.error.nowhere", "Dir", out)
	}
	if sameFile(path, nats.LedgerPath(dir)) || inFolder(path, dir) {
		return "", badInput("cluster.error.ownfile", "Name", out)
	}
	if err := checkWritable(path); err != nil {
		return "", &fileError{out, errors.Unwrap(err)}
	}
	info, err := os.Stat(path)
	if err != nil {
		return path, nil
	}
	if !info.Mode().IsRegular() {
		return "", &fileError{out, checkpoint.ErrNotRegular}
	}
	old, err := os.OpenFile(path, os.O_WRONLY, 0) // a file that must not be written stays
	if err != nil {
		return "", &fileError{out, err}
	}
	return path, old.Close()
}

// inFolder reports whether a file is in a folder, or in one within it. The file need not be there.
func inFolder(path, dir string) bool {
	folder, err := os.Stat(dir)
	if err != nil {
		return false
	}
	for parent := filepath.Dir(path); ; parent = filepath.Dir(parent) {
		if real, err := filepath.EvalSymlinks(parent); err == nil {
			parent = real
		}
		if info, err := os.Stat(parent); err == nil && os.SameFile(info, folder) {
			return true
		}
		if parent == filepath.Dir(parent) {
			return false
		}
	}
}
