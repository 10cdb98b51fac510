package nats

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/nats-io/nkeys"
)

// A KeyFile is what a process needs to be let in: its secret and the authority that vouches for the server.
type KeyFile struct {
	Name       string `json:"name"`
	Seed       string `json:"seed"`                  // of an nkey; secret
	CA         string `json:"ca,omitempty"`          // PEM; empty: the authorities that the system trusts
	ServerName string `json:"server_name,omitempty"` // in the server's certificate; empty: that of the URL
}

// KeyError says what is wrong with a key file.
type KeyError struct {
	Path    string
	Reason  KeyReason
	Missing string // of KeyIncomplete: a file
	Err     error
}

// KeyReason says what is wrong with a key file.
type KeyReason string

const (
	KeyMissing  KeyReason = "missing"  // it cannot be read
	KeyReadable KeyReason = "readable" // others may read it
	KeyDamaged  KeyReason = "damaged"  // it is no key file
	KeyExists   KeyReason = "exists"   // there is one already
	KeyUnknown  KeyReason = "unknown"  // there is no such worker
	KeyName     KeyReason = "name"     // a worker cannot have that name

	KeyIncomplete KeyReason = "incomplete" // some files of the folder are missing
)

func (e *KeyError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("queens: key file %s: %s: %v", e.Path, e.Reason, e.Err)
	}
	return fmt.Sprintf("queens: key file %s: %s", e.Path, e.Reason)
}

func (e *KeyError) Unwrap() error { return e.Err }

// ReadKeyFile reads a key file. It refuses one that others than its owner may read; if that is root, a group may, which is how
// Kubernetes mounts secrets.
func ReadKeyFile(path string) (*KeyFile, error) {
	if err := private(path); err != nil {
		return nil, err
	}
	text, err := readRegular(path)
	if err != nil {
		return nil, err
	}
	k := &KeyFile{}
	if err := json.Unmarshal(text, k); err != nil {
		return nil, &KeyError{Path: path, Reason: KeyDamaged}
	}
	if _, err := nkeys.FromSeed([]byte(k.Seed)); err != nil || k.Name == "" {
		return nil, &KeyError{Path: path, Reason: KeyDamaged}
	}
	return k, nil
}

func private(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return &KeyError{Path: path, Reason: KeyMissing, Err: cause(err)}
	case !info.Mode().IsRegular():
		return &KeyError{Path: path, Reason: KeyDamaged}
	case runtime.GOOS != "windows" && info.Mode().Perm()&forbidden(info) != 0:
		return &KeyError{Path: path, Reason: KeyReadable}
	}
	return nil
}

// readRegular reads a file, and waits for none that is something else, such as a pipe.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, &KeyError{Path: path, Reason: KeyDamaged}
	}
	if err == nil {
		var text []byte
		if text, err = os.ReadFile(path); err == nil {
			return text, nil
		}
	}
	return nil, &KeyError{Path: path, Reason: KeyMissing, Err: cause(err)}
}

// forbidden returns the permissions that a key file must not have.
func forbidden(info fs.FileInfo) fs.FileMode {
	if ofRoot(info) && os.Getuid() != 0 {
		return 0o037
	}
	return 0o077
}

func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// write writes a file that only its owner may read, whole or not at all.
func writePrivate(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// pair returns the key pair of the file.
func (k *KeyFile) pair() nkeys.KeyPair {
	pair, err := nkeys.FromSeed([]byte(k.Seed))
	if err != nil {
		panic(err) // checked when it was read or made
	}
	return pair
}

// Public returns the public key.
func (k *KeyFile) Public() string {
	public, err := k.pair().PublicKey()
	if err != nil {
		panic(err)
	}
	return public
}

// Signer returns the key pair for signing.
func (k *KeyFile) Signer() nkeys.KeyPair { return k.pair() }

// newKeyFile makes a new key.
func newKeyFile(name string) (*KeyFile, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	seed, err := pair.Seed()
	return &KeyFile{Name: name, Seed: string(seed)}, err
}

func (k *KeyFile) encode() []byte {
	text, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		panic(err)
	}
	return append(text, '\n')
}
