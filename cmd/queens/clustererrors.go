package main

import (
	"errors"
	"io/fs"
	"net"
	"strconv"
	"syscall"

	"example.org/queens/cluster"
	"example.org/queens/cluster/control"
	"example.org/queens/cluster/nats"
)

// explainCluster explains what is wrong with a run, its files, its keys or its network. Whether it is the input or the
// machine, it says with the exit status.
func (a *app) explainCluster(err error) (status int, text string) {
	if cert, ok := errors.AsType[*nats.CertificateError](err); ok {
		return exitIO, a.T("cluster.error.certificate", "Dir", cert.Dir, "Reason", a.certificateReason(cert.Err))
	}
	if key, ok := errors.AsType[*nats.KeyError](err); ok {
		return a.explainKey(key)
	}
	if access, ok := errors.AsType[*nats.AccessError](err); ok {
		if access.Reason == nats.AccessURL {
			return exitBadInput, a.T("cluster.access.url", "URL", access.URL)
		}
		return exitIO, a.T("cluster.error.access", "URL", access.URL, "Reason", a.accessReason(access.Reason))
	}
	if store, ok := errors.AsType[*nats.StoreError](err); ok {
		if store.Room {
			return exitIO, a.T("cluster.error.room")
		}
		return exitIO, a.T("cluster.error.store", "Path", store.Path, "Reason", a.cause(store.Err))
	}
	if listen, ok := errors.AsType[*nats.ListenError](err); ok {
		return exitIO, a.T("cluster.error.listen", "Address", listen.Address, "Reason", a.listenReason(listen.Err))
	}
	if refused, ok := errors.AsType[*nats.RefusedError](err); ok {
		switch refused.Reason {
		case nats.RefusedSplitting:
			if refused.Theirs == "" {
				return exitIO, a.T("cluster.error.definition")
			}
			return exitIO, a.T("cluster.error.splitting", "Ours", refused.Ours, "Theirs", refused.Theirs)
		case nats.RefusedCondemned:
			return exitNo, a.T("cluster.error.condemned")
		}
		return exitIO, a.T("cluster.error.replaced")
	}
	if ledger, ok := errors.AsType[*cluster.LedgerError](err); ok {
		return exitIO, a.ledgerError(ledger)
	}
	if active, ok := errors.AsType[*nats.ActiveError](err); ok {
		return exitIO, a.T("cluster.error.second", "Run", active.Run)
	}
	if deployment, ok := errors.AsType[*nats.DeploymentError](err); ok {
		return exitIO, a.deploymentError(deployment)
	}
	if exported, ok := errors.AsType[*cluster.ExportError](err); ok {
		return a.explainExport(exported)
	}
	if errors.Is(err, control.ErrNobody) {
		return exitIO, a.T("cluster.error.nobody")
	}
	if errors.Is(err, control.ErrSilent) {
		return exitIO, a.T("cluster.error.silent")
	}
	if answer, ok := errors.AsType[*control.AnswerError](err); ok {
		return exitIO, a.T("cluster.error.answer", "Reason", strconv.QuoteToASCII(answer.Text)) // its words, not ours
	}
	return 0, ""
}

// ledgerError says why a ledger cannot be used. What exactly is damaged helps nobody who has it, and stays with the error.
func (a *app) ledgerError(e *cluster.LedgerError) string {
	switch {
	case e.Locked:
		return a.T("cluster.error.locked", "Path", e.Path)
	case e.Damaged:
		return a.T("cluster.error.damaged", "Path", e.Path)
	case e.Err != nil:
		return a.T("cluster.error.ledger", "Path", e.Path, "Reason", a.cause(e.Err))
	}
	return a.T("cluster.error.otherledger", "Path", e.Path)
}

// explainExport explains what is wrong with an exported ledger; an empty file is bad input.
func (a *app) explainExport(e *cluster.ExportError) (status int, text string) {
	switch {
	case e.Reason == cluster.ExportEmpty:
		return exitBadInput, a.T("cluster.error.export.empty")
	case e.Line == 0:
		return exitNo, a.T("cluster.error.export.whole", "Reason", a.exportReason(e))
	}
	return exitNo, a.T("cluster.error.export", "Line", e.Line, "Reason", a.exportReason(e))
}

// exportReason says what is wrong with an exported ledger.
func (a *app) exportReason(e *cluster.ExportError) string {
	switch e.Reason {
	case cluster.ExportCut:
		return a.T("cluster.export.cut")
	case cluster.ExportNoHash:
		return a.T("cluster.export.nohash")
	case cluster.ExportNoSignature:
		return a.T("cluster.export.nosignature")
	case cluster.ExportLong:
		return a.T("cluster.export.toolong")
	case cluster.ExportHead:
		return a.T("cluster.export.head", "Value", e.Value)
	case cluster.ExportSize:
		return a.T("cluster.export.size")
	case cluster.ExportDefinition:
		return a.T("cluster.export.definition", "Value", e.Value)
	case cluster.ExportLine:
		return a.T("cluster.export.line")
	case cluster.ExportTwice:
		return a.T("cluster.export.twice", "Value", e.Value)
	case cluster.ExportMore:
		return a.T("cluster.export.more", "Value", e.Value)
	case cluster.ExportMissing:
		return a.T("cluster.export.missing", "Value", e.Value)
	case cluster.ExportMisplaced:
		return a.T("cluster.export.misplaced", "Value", e.Value)
	case cluster.ExportTotal:
		return a.T("cluster.export.total", "Value", e.Value)
	case cluster.ExportHash:
		return a.T("cluster.export.hash")
	case cluster.ExportKey:
		return a.T("cluster.export.key")
	case cluster.ExportSignature:
		return a.T("cluster.export.signature")
	case cluster.ExportAfterHash:
		return a.T("cluster.export.afterhash")
	case cluster.ExportAfterSignature:
		return a.T("cluster.export.aftersignature")
	}
	return a.T("cluster.export.units")
}

// certificateReason says why a certificate cannot be used.
func (a *app) certificateReason(err error) string {
	if key, ok := errors.AsType[*nats.KeyError](err); ok && key.Err != nil {
		return a.cause(key.Err)
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return a.cause(err)
	}
	return a.T("cluster.certificate.damaged")
}

// listenReason says why nothing can listen at an address.
func (a *app) listenReason(err error) string {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return a.T("cluster.listen.taken")
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return a.T("cluster.listen.foreign")
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		err = op.Err
	}
	return a.cause(err)
}

func (a *app) deploymentError(e *nats.DeploymentError) string {
	switch e.Reason {
	case nats.DeploymentNoJetStream:
		return a.T("cluster.deployment.jetstream")
	case nats.DeploymentFewServers:
		return a.T("cluster.deployment.servers", "Text", e.Err)
	case nats.DeploymentNoRoom:
		return a.T("cluster.deployment.room", "Size", e.Room>>20, "Text", e.Err)
	case nats.DeploymentCoordinator:
		return a.T("cluster.deployment.coordinator", "URL", e.Err)
	case nats.DeploymentOld:
		return a.T("cluster.deployment.old", "Text", e.Err)
	}
	return a.T("cluster.deployment.gone")
}

func (a *app) explainKey(e *nats.KeyError) (status int, text string) {
	switch e.Reason {
	case nats.KeyReadable:
		return exitBadInput, a.T("cluster.key.readable", "Path", e.Path)
	case nats.KeyDamaged:
		return exitBadInput, a.T("cluster.key.damaged", "Path", e.Path)
	case nats.KeyExists:
		return exitBadInput, a.T("cluster.key.exists", "Path", e.Path)
	case nats.KeyUnknown:
		return exitBadInput, a.T("cluster.key.unknown", "Name", e.Path)
	case nats.KeyIncomplete:
		return exitIO, a.T("cluster.key.incomplete", "Path", e.Path, "Missing", e.Missing)
	case nats.KeyName:
		return exitBadInput, a.T("cluster.key.name", "Name", e.Path)
	}
	return exitIO, a.T("cluster.key.missing", "Path", e.Path, "Reason", a.cause(e.Err))
}

func (a *app) accessReason(reason nats.AccessReason) string {
	switch reason {
	case nats.AccessKey:
		return a.T("cluster.access.key")
	case nats.AccessExpired:
		return a.T("cluster.access.expired")
	case nats.AccessCertificate:
		return a.T("cluster.access.certificate")
	case nats.AccessPlain:
		return a.T("cluster.access.plain")
	}
	return a.T("cluster.access.permission")
}
