package nats

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"path/filepath"
	"time"
)

// serverName is in the certificate of every server made here, whatever its address: the authority vouches for this server
// alone, so that it may move.
const serverName = "queens-coordinator"

// DefaultValidity is how long a server's certificate is valid.
const DefaultValidity = 2 * 365 * 24 * time.Hour

const authorityValidity = 20 * 365 * 24 * time.Hour

// newAuthority makes a certificate authority.
func newAuthority() (cert, key []byte, err error) {
	template := &x509.Certificate{
		Subject: pkix.Name{CommonName: "queens cluster authority"}, NotAfter: time.Now().Add(authorityValidity),
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
	}
	return sign(template, nil, nil)
}

// newCertificate makes a certificate for the server.
func newCertificate(ca, caKey []byte, validity time.Duration) (cert, key []byte, err error) {
	parent, err := tls.X509KeyPair(ca, caKey)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		Subject: pkix.Name{CommonName: serverName}, DNSNames: []string{serverName}, NotAfter: time.Now().Add(validity),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	return sign(template, parent.Leaf, parent.PrivateKey)
}

// sign signs a certificate with a new key, by a parent or, without one, by itself.
func sign(template, parent *x509.Certificate, parentKey any) (cert, key []byte, err error) {
	own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	if parent == nil {
		parent, parentKey = template, own
	}
	template.NotBefore = time.Now().Add(-time.Hour) // clocks differ
	if template.NotAfter.Before(template.NotBefore) {
		template.NotBefore = template.NotAfter.Add(-time.Hour)
	}
	if template.SerialNumber, err = rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120)); err != nil {
		return nil, nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &own.PublicKey, parentKey)
	if err != nil {
		return nil, nil, err
	}
	ownDER, err := x509.MarshalPKCS8PrivateKey(own)
	if err != nil {
		return nil, nil, err
	}
	var certPEM, keyPEM bytes.Buffer
	pem.Encode(&certPEM, &pem.Block{Type: "CERTIFICATE", Bytes: der})
	pem.Encode(&keyPEM, &pem.Block{Type: "PRIVATE KEY", Bytes: ownDER})
	return certPEM.Bytes(), keyPEM.Bytes(), nil
}

// serverTLS returns the server's side of TLS.
func (k *Keys) serverTLS() (*tls.Config, error) {
	path := filepath.Join(k.dir, certFile)
	text, err := readRegular(path)
	if err != nil {
		return nil, err
	}
	key, err := readRegular(filepath.Join(k.dir, certKeyFile))
	if err != nil {
		return nil, err
	}
	cert, err := tls.X509KeyPair(text, key)
	if err != nil {
		return nil, &KeyError{Path: path, Reason: KeyDamaged}
	}
	return &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS13}, nil
}

// Expires returns until when the server's certificate is valid.
func (k *Keys) Expires() (time.Time, error) {
	path := filepath.Join(k.dir, certFile)
	text, err := readRegular(path)
	if err != nil {
		return time.Time{}, err
	}
	if block, _ := pem.Decode(text); block != nil {
		if cert, err := x509.ParseCertificate(block.Bytes); err == nil {
			return cert.NotAfter, nil
		}
	}
	return time.Time{}, &KeyError{Path: path, Reason: KeyDamaged}
}

// clientTLS returns the client's side of TLS.
func (k *KeyFile) clientTLS() (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS13, ServerName: k.ServerName}
	if k.CA != "" {
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM([]byte(k.CA)) {
			return nil, errors.New("queens: the authority in the key file is damaged")
		}
	}
	return c, nil
}
