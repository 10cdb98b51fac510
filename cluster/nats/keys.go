package nats

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/queens/cluster"
)

// Keys is a folder with all that a coordinator needs to let workers in: its own key, a certificate authority, the server's
// certificate, and the public keys of the workers. A worker's secret is in the key file that is made for it, and nowhere else.
type Keys struct {
	dir     string
	made    bool
	Own     *KeyFile
	Workers []WorkerKey
}

// A WorkerKey is the public side of a worker's key.
type WorkerKey struct {
	Name    string    `json:"name"`
	Public  string    `json:"public"`
	Created time.Time `json:"created"`
	Revoked bool      `json:"revoked,omitempty"`
}

// The files in the folder.
const (
	coordinatorFile = "coordinator.key"
	workersFile     = "workers.json"
	caFile          = "ca.pem"
	caKeyFile       = "ca-key.pem"
	certFile        = "server.pem"
	certKeyFile     = "server-key.pem"
)

// files are all of them; workers.json and the key of the coordinator come last when they are made.
var files = []string{caFile, caKeyFile, certFile, certKeyFile, workersFile, coordinatorFile}

// OpenKeys opens the folder, and fills it if nothing of a folder of keys is in it, with a certificate for so long. A folder of
// which a part is missing is left as it is: new keys would make all those that workers have worthless.
func OpenKeys(dir string, validity time.Duration) (*Keys, error) {
	k := &Keys{dir: dir}
	missing, some, err := missingKeys(dir)
	if err != nil {
		return nil, &KeyError{Path: dir, Reason: KeyMissing, Err: cause(err)}
	}
	if missing != "" && some {
		return nil, &KeyError{Path: dir, Reason: KeyIncomplete, Missing: missing}
	}
	if missing != "" {
		if err := k.create(validity); err != nil {
			return nil, &KeyError{Path: dir, Reason: KeyMissing, Err: cause(err)}
		}
		k.made = true
	}
	if err := k.Reload(); err != nil {
		return nil, err
	}
	return k, nil
}

// Made reports whether the folder was filled when it was opened.
func (k *Keys) Made() bool { return k.made }

// missingKeys returns the first file that is missing in the folder, "" if there are all, and whether there are some, or the key
// file of a worker.
func missingKeys(dir string) (missing string, some bool, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(dir); err == nil { // a link that leads nowhere
			return "", false, fs.ErrNotExist
		}
		return files[0], false, nil
	}
	if err != nil {
		return "", false, err
	}
	there := map[string]bool{}
	for _, entry := range entries {
		there[entry.Name()] = true
		if path := filepath.Join(dir, entry.Name()); filepath.Ext(path) == ".key" && !slices.Contains(files, entry.Name()) {
			_, err := ReadKeyFile(path)
			some = some || err == nil
		}
	}
	for _, name := range slices.Backward(files) {
		if there[name] {
			some = true
		} else if missing == "" {
			missing = name
		}
	}
	return missing, some, nil
}

func (k *Keys) create(validity time.Duration) error {
	if err := os.MkdirAll(k.dir, 0o700); err != nil {
		return err
	}
	ca, caKey, err := newAuthority()
	if err != nil {
		return err
	}
	cert, certKey, err := newCertificate(ca, caKey, validity)
	if err != nil {
		return err
	}
	own, err := newKeyFile("coordinator")
	if err != nil {
		return err
	}
	own.CA, own.ServerName = string(ca), serverName
	for i, data := range [][]byte{ca, caKey, cert, certKey, []byte("[]\n"), own.encode()} { // as files names them
		if err := writePrivate(filepath.Join(k.dir, files[i]), data); err != nil {
			for _, name := range files[:i] { // all or nothing
				os.Remove(filepath.Join(k.dir, name))
			}
			return err
		}
	}
	return nil
}

// Renew makes a new certificate for the server. Workers need not know: they trust the authority.
func (k *Keys) Renew(validity time.Duration) error {
	ca, err := readRegular(filepath.Join(k.dir, caFile))
	if err != nil {
		return err
	}
	caKey, err := readRegular(filepath.Join(k.dir, caKeyFile))
	if err != nil {
		return err
	}
	cert, certKey, err := newCertificate(ca, caKey, validity)
	if err != nil {
		return &KeyError{Path: filepath.Join(k.dir, caKeyFile), Reason: KeyDamaged}
	}
	if err := writePrivate(filepath.Join(k.dir, certKeyFile), certKey); err != nil {
		return err
	}
	return writePrivate(filepath.Join(k.dir, certFile), cert)
}

// Reload reads the folder again.
func (k *Keys) Reload() error {
	own, err := ReadKeyFile(filepath.Join(k.dir, coordinatorFile))
	if err != nil {
		return err
	}
	for _, name := range []string{caKeyFile, certKeyFile} {
		if err := private(filepath.Join(k.dir, name)); err != nil {
			return err
		}
	}
	path := filepath.Join(k.dir, workersFile)
	text, err := readRegular(path)
	if err != nil {
		return err
	}
	var workers []WorkerKey
	if err := json.Unmarshal(text, &workers); err != nil {
		return &KeyError{Path: path, Reason: KeyDamaged}
	}
	k.Own, k.Workers = own, workers
	return nil
}

func (k *Keys) save() error {
	text, err := json.MarshalIndent(k.Workers, "", "  ")
	if err != nil {
		return err
	}
	return writePrivate(filepath.Join(k.dir, workersFile), append(text, '\n'))
}

// Dir returns the folder.
func (k *Keys) Dir() string { return k.dir }

// KeyPath returns where the key file of a worker is written.
func (k *Keys) KeyPath(name string) string { return filepath.Join(k.dir, name+".key") }

// AddWorker makes a key for a worker and writes its key file.
func (k *Keys) AddWorker(name string) (path string, err error) {
	path = k.KeyPath(name)
	if !cluster.ValidName(name) || name == "coordinator" || name == LocalName {
		return path, &KeyError{Path: name, Reason: KeyName}
	}
	if i := k.find(name); i >= 0 && !k.Workers[i].Revoked {
		return path, &KeyError{Path: path, Reason: KeyExists}
	}
	key, err := newKeyFile(name)
	if err != nil {
		return path, err
	}
	key.CA, key.ServerName = k.Own.CA, k.Own.ServerName
	if err := writePrivate(path, key.encode()); err != nil {
		return path, err
	}
	k.Workers = slices.DeleteFunc(k.Workers, func(w WorkerKey) bool { return w.Name == name })
	k.Workers = append(k.Workers, WorkerKey{Name: name, Public: key.Public(), Created: time.Now().UTC().Truncate(time.Second)})
	slices.SortFunc(k.Workers, func(a, b WorkerKey) int { return strings.Compare(a.Name, b.Name) })
	return path, k.save()
}

// Revoke lets a worker in no longer. A coordinator that runs notices within seconds and cuts it off.
func (k *Keys) Revoke(name string) error {
	i := k.find(name)
	if i < 0 {
		return &KeyError{Path: name, Reason: KeyUnknown}
	}
	k.Workers[i].Revoked = true
	if err := os.Remove(k.KeyPath(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return k.save()
}

// Rotate gives a worker a new key; the old one is worth nothing from then on.
func (k *Keys) Rotate(name string) (path string, err error) {
	if err := k.Revoke(name); err != nil {
		return "", err
	}
	return k.AddWorker(name)
}

func (k *Keys) find(name string) int {
	return slices.IndexFunc(k.Workers, func(w WorkerKey) bool { return w.Name == name })
}

// changed reports whether the list of workers or the certificate is not the one that was read.
func (k *Keys) changed() (bool, error) {
	text, err := readRegular(filepath.Join(k.dir, workersFile))
	if err != nil {
		return false, err
	}
	var workers []WorkerKey
	if err := json.Unmarshal(text, &workers); err != nil {
		return false, err
	}
	return !slices.Equal(workers, k.Workers), nil
}

// ServerConfig returns the part of a NATS server's configuration that lets the keys in and no further than they must.
func (k *Keys) ServerConfig() string {
	var b strings.Builder
	list := func(subjects []string) string { return `["` + strings.Join(subjects, `", "`) + `"]` }
	fmt.Fprintf(&b, "authorization {\n  users = [\n    {nkey: %s}\n", k.Own.Public())
	for _, w := range k.Workers {
		if !w.Revoked {
			fmt.Fprintf(&b, "    {nkey: %s, permissions: {\n      publish: {allow: %s}\n      subscribe: {allow: %s}}}\n",
				w.Public, list(PublishSubjects(w.Name)), list(SubscribeSubjects(w.Name)))
		}
	}
	b.WriteString("  ]\n}\n")
	return b.String()
}
