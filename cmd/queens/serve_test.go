//go:build !windows

package main

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/queens/server"
)

// serving starts queens serve and returns the address that it prints.
func serving(t *testing.T, args ...string) (cmd *exec.Cmd, place string, stderr *bytes.Buffer) {
	t.Helper()
	cmd, stdout, stderr := process(t, append([]string{"serve", "--port", "0"}, args...)...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill() // if the test failed
		cmd.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatalf("it says %q", stderr)
	}
	return cmd, strings.TrimSpace(line), stderr
}

// ends sends a signal and checks that the server ends well and soon.
func ends(t *testing.T, cmd *exec.Cmd, signal os.Signal) {
	t.Helper()
	begin := time.Now()
	cmd.Process.Signal(signal)
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
	if late := time.Since(begin); late > 5*time.Second {
		t.Errorf("it took %v to end", late)
	}
}

// answer asks for something and returns the status and the body.
func answer(t *testing.T, client *http.Client, place string) (int, string) {
	t.Helper()
	response, err := client.Get(place)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// TestServe starts the server, asks for the page and the API, counts, and ends
// it while a stream is open.
func TestServe(t *testing.T) {
	for name, signal := range map[string]os.Signal{"SIGTERM": syscall.SIGTERM, "Ctrl-C": os.Interrupt} {
		t.Run(name, func(t *testing.T) {
			cmd, place, stderr := serving(t, "--log", "--metrics")
			client := &http.Client{}
			if status, body := answer(t, client, place); status != 200 || !strings.Contains(body, "<html") {
				t.Errorf("the page: %d", status)
			}
			if status, body := answer(t, client, place+"api/hint?n=4&place=0.1&strength=3&lang=zh"); status != 200 || !strings.Contains(body, "必须") {
				t.Errorf("a hint: %d %s", status, body)
			}
			if status, body := answer(t, client, place+"api/check?n=4&place=x&lang=zh"); status != 422 || !strings.Contains(body, "列：") && !strings.Contains(body, "格") {
				t.Errorf("a bad square: %d %s", status, body)
			}
			if status, body := answer(t, client, place+"metrics"); status != 200 || !strings.Contains(body, "queens_requests_total") {
				t.Errorf("the metrics: %d", status)
			}
			if got := countBy(t, client, place, 8); got != "92" {
				t.Errorf("it counts %s", got)
			}
			stream := startCount(t, client, place, 18)
			defer stream.Close()
			ends(t, cmd, signal)
			if !strings.Contains(stderr.String(), "path=/api/hint status=200") {
				t.Errorf("the log says %s", stderr)
			}
		})
	}
}

// startCount starts a count and returns the stream of its events.
func startCount(t *testing.T, client *http.Client, place string, n int) io.ReadCloser {
	t.Helper()
	r, err := http.NewRequest("POST", place+"api/counts", strings.NewReader(fmt.Sprintf(`{"n":%d}`, n)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", strings.TrimSuffix(place, "/"))
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var started struct{ ID string }
	if err := json.NewDecoder(response.Body).Decode(&started); err != nil || started.ID == "" {
		t.Fatal(response.Status, err)
	}
	events, err := client.Get(place + "api/counts/" + started.ID + "/events")
	if err != nil {
		t.Fatal(err)
	}
	return events.Body
}

// countBy counts and returns the result.
func countBy(t *testing.T, client *http.Client, place string, n int) string {
	t.Helper()
	events := startCount(t, client, place, n)
	defer events.Close()
	lines := bufio.NewScanner(events)
	for lines.Scan() {
		data, found := strings.CutPrefix(lines.Text(), "data: ")
		var state struct{ State, Count string }
		if found && json.Unmarshal([]byte(data), &state) == nil && state.State == "done" {
			return state.Count
		}
	}
	t.Fatal("the stream ended")
	return ""
}

// TestServeAway listens where other machines may come from: only with the token,
// which the first request moves into a cookie.
func TestServeAway(t *testing.T) {
	cmd, printed, stderr := serving(t, "--listen", "0.0.0.0", "--host", "localhost", "--log")
	place, err := url.Parse(printed)
	if err != nil || len(place.Query().Get("token")) < 26 {
		t.Fatalf("it prints %q", printed)
	}
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	bare := "http://" + place.Host + "/"
	if status, _ := answer(t, client, bare); status != 401 {
		t.Errorf("without the token: %d", status)
	}
	if status, _ := answer(t, client, printed); status != 200 {
		t.Errorf("with the token: %d", status)
	}
	if status, _ := answer(t, client, bare+"api/methods"); status != 200 {
		t.Errorf("with the cookie: %d", status)
	}
	ends(t, cmd, syscall.SIGTERM)
	if strings.Contains(stderr.String(), place.Query().Get("token")) {
		t.Error("the token is in the log")
	}
	if !strings.HasPrefix(stderr.String(), "warning: ") {
		t.Errorf("it does not warn: %s", stderr)
	}
}

// TestServeTLS serves by TLS with a token from a file, which is not printed.
func TestServeTLS(t *testing.T) {
	dir := t.TempDir()
	pool := certificate(t, dir)
	const token = "from-a-file-of-mine"
	if err := os.WriteFile(filepath.Join(dir, "token"), []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd, place, stderr := serving(t, "--listen", "0.0.0.0", "--host", "localhost", "--token-file", filepath.Join(dir, "token"),
		"--tls-cert", filepath.Join(dir, "cert.pem"), "--tls-key", filepath.Join(dir, "key.pem"))
	if !strings.HasPrefix(place, "https://localhost:") || strings.Contains(place, token) {
		t.Errorf("it prints %s", place)
	}
	jar, _ := cookiejar.New(nil)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	client := &http.Client{Jar: jar, Transport: transport}
	if status, _ := answer(t, client, place+"?token="+token); status != 200 {
		t.Errorf("with the token: %d", status)
	}
	if got := countBy(t, client, place, 6); got != "4" {
		t.Errorf("it counts %s", got)
	}
	ends(t, cmd, syscall.SIGTERM)
	if stderr.Len() > 0 {
		t.Errorf("it says %q", stderr)
	}
}

// certificate writes a certificate for localhost and its key into a folder.
func certificate(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: der}, "key.pem": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	return pool
}

// TestServeInUse asks for a port that another program has.
func TestServeInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
	for tag, want := range map[string]string{"en": "queens: port " + port + " is in use", "zh": "queens: 端口 " + port + " 已被占用"} {
		cmd, stdout, stderr := process(t, "serve", "--port", port, "--lang", tag)
		cmd.Start()
		out, _ := io.ReadAll(stdout)
		cmd.Wait()
		if cmd.ProcessState.ExitCode() != exitIO || !strings.HasPrefix(stderr.String(), want) || strings.Count(stderr.String(), "\n") != 1 || len(out) > 0 {
			t.Errorf("status %d, %q", cmd.ProcessState.ExitCode(), stderr)
		}
	}
}

// TestServeNoBrowser asks for a browser where there is none: the server serves.
func TestServeNoBrowser(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(mustLookPath(t, "queens")))
	cmd, place, stderr := serving(t, "--open")
	if status, _ := answer(t, http.DefaultClient, place+"api/methods"); status != 200 {
		t.Errorf("status %d", status)
	}
	ends(t, cmd, syscall.SIGTERM)
	if !strings.HasPrefix(stderr.String(), "no browser could be opened") {
		t.Errorf("it says %q", stderr)
	}
}

func mustLookPath(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestServeElsewhereOnLoopback opens the address that is printed for an address
// of loopback that has no name.
func TestServeElsewhereOnLoopback(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only 127.0.0.1 is there without being asked for")
	}
	cmd, place, _ := serving(t, "--listen", "127.0.0.2")
	answer, err := http.Get(place)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("%s answers with status %d", place, answer.StatusCode)
	}
	ends(t, cmd, os.Interrupt)
}

// TestServerCounter plans counts for machines with much and with little memory.
func TestServerCounter(t *testing.T) {
	for machine, want := range map[uint64]uint64{0: 4e9, 8 << 30: 3 << 30} {
		if got := serverMemory(machine); got != want {
			t.Errorf("a machine with %d bytes gives a count %d, want %d", machine, got, want)
		}
	}
	small := &exactCounter{memory: 64 << 20, plans: map[planKey]server.Plan{}}
	if plan, err := small.Plan(t.Context(), 12, 2); err != nil || plan.Expected <= 0 || plan.Memory == 0 {
		t.Errorf("the plan for 12 is %+v, %v", plan, err)
	}
	for n, wantNeed := range map[int]bool{22: true, 29: false} {
		_, err := small.Plan(t.Context(), n, 2)
		refused, ok := errors.AsType[*server.CountError](err)
		if !ok || refused.Need > 0 != wantNeed {
			t.Errorf("the plan for %d: %v", n, err)
		}
	}
}
