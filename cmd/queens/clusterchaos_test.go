//go:build !windows

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/queens/cluster"
	"example.org/queens/cluster/nats"
	"example.org/queens/count"
	"example.org/queens/known"
)

// A chaosRig is a cluster of processes on loopback: a coordinator, with the server, and workers.
type chaosRig struct {
	t       *testing.T
	n       int
	dir     string
	address string
	env     []string
	flags   []string // of the coordinator, besides what every run here has

	mu      sync.Mutex
	workers map[string]*exec.Cmd
	said    map[string]*bytes.Buffer
}

func newChaosRig(t *testing.T, n int, workers ...string) *chaosRig {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	r := &chaosRig{t: t, n: n, dir: t.TempDir(), address: listener.Addr().String(), workers: map[string]*exec.Cmd{}, said: map[string]*bytes.Buffer{}}
	for _, name := range workers {
		if out, err := r.command("queens", "cluster", "keys", "--keys", r.path("keys"), "--worker", name).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	t.Cleanup(r.end)
	return r
}

func (r *chaosRig) path(name string) string { return filepath.Join(r.dir, name) }

func (r *chaosRig) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = append(append(os.Environ(), "LC_ALL=C"), r.env...)
	return cmd
}

// coordinator starts a coordinator.
func (r *chaosRig) coordinator() (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	r.t.Helper()
	args := append([]string{"cluster", "up", fmt.Sprint(r.n), "--dir", r.path("run"), "--keys", r.path("keys"), "--listen", r.address,
		"--job-time", "500ms", "--lease", "3s", "--no-work", "--no-estimate"}, r.flags...)
	cmd = r.command("queens", args...)
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	return cmd, stdout, stderr
}

// worker starts a worker, in place of the one of that name.
func (r *chaosRig) worker(program, name string) *exec.Cmd {
	r.t.Helper()
	cmd := r.command(program, "cluster", "join", "tls://"+r.address, "--key", r.path("keys/"+name+".key"), "--threads", "1")
	said := new(bytes.Buffer)
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.mu.Lock()
	r.workers[name], r.said[name] = cmd, said
	r.mu.Unlock()
	return cmd
}

func (r *chaosRig) end() {
	for _, cmd := range r.workers {
		cmd.Process.Kill()
		cmd.Wait()
	}
}

// check wants the published number on the standard output, and in the ledger every job once.
func (r *chaosRig) check(stdout, stderr *bytes.Buffer) {
	r.t.Helper()
	want, err := known.Q(r.n)
	if err != nil {
		r.t.Fatal(err)
	}
	if got := strings.TrimSpace(stdout.String()); got != fmt.Sprint(want.Value) {
		r.t.Fatalf("it counts %q, not %d, and says %s", got, want.Value, stderr)
	}
	ledger, err := cluster.ReadLedger(nats.LedgerPath(r.path("run")))
	if err != nil {
		r.t.Fatal(err)
	}
	defer ledger.Close()
	if total, _, err := ledger.Total(); err != nil || total.Lo != want.Value {
		r.t.Errorf("the ledger says %v, %v", total, err)
	}
	alarms, err := ledger.Alarms()
	for _, a := range alarms {
		r.t.Logf("alarm: %+v", a)
	}
	if err != nil {
		r.t.Error(err)
	}
}

// chaosBoard returns a size and a kernel that three workers on this machine need one to two minutes for.
func chaosBoard(t *testing.T) (n int, kernel string) {
	const want = 85 * time.Second
	best := 0.0
	for _, k := range count.Kernels() {
		for size := 18; size <= 22; size++ {
			f, err := count.ForecastOf(t.Context(), size, count.Options{Threads: 3, Kernel: k})
			if err != nil {
				t.Fatal(err)
			}
			near := min(float64(f.Time)/float64(want), float64(want)/float64(f.Time))
			if near > best {
				best, n, kernel = near, size, k
			}
		}
	}
	return n, kernel
}

// TestClusterChaos kills a random worker every 5 seconds, and the coordinator with its server every 20, at least 12 in the run, and
// wants the exact number, every job once, within twice the time of an undisturbed run. If it takes longer the machine may have
// become slower: then it is compared with another undisturbed run after it.
func TestClusterChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes")
	}
	n, kernel := chaosBoard(t)
	calm := chaos(t, n, kernel, false)
	wild := chaos(t, n, kernel, true)
	if wild > 2*calm {
		calm = max(calm, chaos(t, n, kernel, false))
	}
	t.Logf("N = %d, %s: undisturbed %v, with kills %v", n, kernel, calm, wild)
	if wild > 2*calm {
		t.Errorf("with kills it took %v, undisturbed %v", wild, calm)
	}
}

func chaos(t *testing.T, n int, kernel string, kill bool) time.Duration {
	names := []string{"a", "b", "c"}
	r := newChaosRig(t, n, names...)
	r.env = []string{"QUEENS_KERNEL=" + kernel}
	begin := time.Now()
	cmd, stdout, stderr := r.coordinator()
	done := make(chan error, 1)
	wait := func(cmd *exec.Cmd) { done <- cmd.Wait() }
	go wait(cmd)
	defer func() { cmd.Process.Kill() }()
	for _, name := range names {
		r.worker("queens", name)
	}
	ticker := time.NewTicker(5 * time.Second)
	defer ticker.Stop()
	kills := 0
	for tick := 1; ; tick++ {
		select {
		case err := <-done:
			if err != nil {
				t.Fatalf("the coordinator ends with %v: %s", err, stderr)
			}
			elapsed := time.Since(begin)
			r.check(stdout, stderr)
			t.Logf("%d kills in %v", kills, elapsed)
			if kill && kills < 12 {
				t.Errorf("only %d kills", kills)
			}
			return elapsed
		case <-ticker.C:
		}
		if !kill {
			continue
		}
		name := names[rand.IntN(len(names))]
		r.workers[name].Process.Kill()
		r.workers[name].Wait()
		r.worker("queens", name)
		kills++
		if tick%4 == 0 {
			cmd.Process.Kill()
			<-done
			kills++
			cmd, stdout, stderr = r.coordinator()
			go wait(cmd)
		}
	}
}

// TestClusterLiar lets one of three workers lie now and then: it is found and named, and the total is right.
func TestClusterLiar(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute")
	}
	r := newChaosRig(t, 18, "a", "b", "liar")
	r.env = []string{"QUEENS_KERNEL=generic"} // long enough for hundreds of jobs among three
	r.flags = []string{"--audit", "30%", "--job-time", "20ms"}
	cmd, stdout, stderr := r.coordinator()
	r.worker("queens", "a")
	r.worker("queens", "b")
	r.worker("queensliar", "liar")
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	r.check(stdout, stderr)
	if !strings.Contains(stderr.String(), "liar was WRONG") {
		t.Errorf("the liar is not named: %s", stderr)
	}
	if strings.Contains(stderr.String(), " a was WRONG") || strings.Contains(stderr.String(), " b was WRONG") {
		t.Errorf("an honest worker is: %s", stderr)
	}
	out, err := r.command("queens", "cluster", "audit", "18", "--dir", r.path("run")).Output()
	if err != nil || !strings.Contains(string(out), "liar was WRONG") {
		t.Errorf("the audit says %s, %v", out, err)
	}
}
