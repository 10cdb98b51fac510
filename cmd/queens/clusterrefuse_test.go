package main

import (
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.org/queens/cluster/nats"
)

// TestClusterRefused wants what cannot work told at once, in one line, before anything is made.
func TestClusterRefused(t *testing.T) {
	dir := t.TempDir()
	run, keysDir := filepath.Join(dir, "run"), filepath.Join(dir, "keys")
	keys, err := nats.OpenKeys(keysDir, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	key, err := keys.AddWorker("one")
	if err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	lost := filepath.Join(dir, "lost")
	if _, err := nats.OpenKeys(lost, time.Hour); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(lost, "server.pem"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	emptied := filepath.Join(dir, "emptied")
	if err := os.MkdirAll(filepath.Join(emptied, "jetstream"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(nats.LedgerPath(emptied), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		status int
		said   string
		args   []string
	}{
		{"little disk", exitBadInput, "--disk 20KB: give at least 1MiB", []string{"up", "8", "--dir", run, "--disk=20KB"}},
		{"replicas", exitBadInput, "--replicas 99: give 1 to 5", []string{"up", "8", "--dir", run, "--replicas=99"}},
		{"port taken", exitIO, "--listen " + taken.Addr().String(), []string{"up", "8", "--dir", run, "--keys", keysDir, "--listen", taken.Addr().String()}},
		{"certificate", exitIO, "the server's certificate in " + lost + " cannot be used: it is damaged",
			[]string{"up", "8", "--dir", run, "--keys", lost, "--listen", "127.0.0.1:0"}},
		{"emptied ledger", exitIO, "is empty, though its run was begun", []string{"up", "8", "--dir", emptied}},
		{"no host", exitBadInput, "tls:// is no URL", []string{"join", "tls://", "--key", key}},
		{"half a host", exitBadInput, "is no URL", []string{"join", "tls://[::1", "--key", key}},
		{"scheme", exitBadInput, "is no URL", []string{"join", "http://127.0.0.1:1", "--key", key}},
		{"scheme of a deployment", exitBadInput, "is no URL", []string{"up", "8", "--dir", run, "--nats", "ftp://x:1", "--key", key}},
	} {
		t.Run(test.name, func(t *testing.T) {
			prints(t, "", test.status, []string{test.said}, append([]string{"cluster"}, test.args...)...)
			if _, err := os.Stat(run); err == nil {
				t.Error("the folder was made")
			}
		})
	}
}
