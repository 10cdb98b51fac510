package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"example.org/queens/count"
	"example.org/queens/count/verify"
	"example.org/queens/internal/lang"
)

// solutions are Q(1) .. Q(12), OEIS A000170.
var solutions = []string{"1", "0", "0", "2", "10", "4", "40", "92", "352", "724", "2680", "14200"}

// TestVerify recounts every unit of the small sizes.
func TestVerify(t *testing.T) {
	for i, q := range solutions {
		prints(t, q+"\n", exitDone, []string{
			" (100%, seed ", " recounted by backtracking, all the same\n",
			"Q + R180 + 2 R90 is a multiple of 8\n", "equal to the published value\n",
		}, "count", fmt.Sprint(i+1), "--verify-share", "100%")
	}
}

// TestKernels counts with every kernel of the machine, and with one that no
// machine has.
func TestKernels(t *testing.T) {
	for _, kernel := range count.Kernels() {
		t.Setenv(count.KernelVariable, kernel)
		stdout, stderr, status := here(t, "count", "12", "--format", "json")
		var report exactReport
		if err := json.Unmarshal([]byte(stdout), &report); err != nil {
			t.Fatal(err)
		}
		if report.Count != "14200" || report.Kernel != kernel || status != exitDone || !strings.Contains(stderr, "kernel "+kernel+", ") {
			t.Errorf("%s: status %d, %s%s", kernel, status, stdout, stderr)
		}
	}
	t.Setenv(count.KernelVariable, "sse9")
	prints(t, "", exitBadInput, []string{"queens: QUEENS_KERNEL: there is no kernel sse9; this machine has ", "generic"}, "count", "8")
	t.Setenv(count.KernelVariable, "")
	prints(t, "92\n", exitDone, nil, "count", "8")
}

// TestMemoryBound refuses a count that does not fit, with both amounts.
func TestMemoryBound(t *testing.T) {
	prints(t, "", exitBadInput, []string{"queens: size 20 needs ", " MB of memory with --threads 1, more than the 5 MB of --memory\n"},
		"count", "20", "--memory", "5MB", "--threads", "1")
	prints(t, "14200\n", exitDone, nil, "count", "12", "--memory", "1GiB")
}

// TestThreads uses no more than there are processors.
func TestThreads(t *testing.T) {
	stdout, _, _ := here(t, "count", "10", "--threads", "4096", "--format", "json")
	var report exactReport
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || report.Threads != runtime.GOMAXPROCS(0) {
		t.Errorf("%v: %s", err, stdout)
	}
}

// TestUnits recomputes the hash of an export and every result in it.
func TestUnits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "units")
	for _, n := range []int{1, 2, 7, 12} {
		prints(t, solutions[n-1]+"\n", exitDone, nil, "count", fmt.Sprint(n), "--units", path)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		last := bytes.LastIndexByte(text[:len(text)-1], '\n') + 1
		if got, want := string(text[last:]), fmt.Sprintf("# sha256 %x\n", sha256.Sum256(text[:last])); got != want {
			t.Errorf("size %d ends with %q, want %q", n, got, want)
		}
		for _, line := range []string{
			fmt.Sprintf("# n %d", n), fmt.Sprintf("# definition %d", count.Definition),
			"# splitting " + count.SplittingOf(n).String(), "# kernel ", "# version ", "# total " + solutions[n-1],
		} {
			if !strings.Contains(string(text), "\n"+line) {
				t.Errorf("size %d: no line %q", n, line)
			}
		}
		checkUnits(t, n, string(text))
	}
}

// checkUnits recounts the units of an export.
func checkUnits(t *testing.T, n int, text string) {
	t.Helper()
	var results []verify.Result
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var r verify.Result
		if _, err := fmt.Sscanf(line, "%d %d\n", &r.Rows, &r.Value); err != nil {
			t.Fatalf("size %d: %q: %v", n, line, err)
		}
		if len(results) > 0 && results[len(results)-1].Rows >= r.Rows {
			t.Errorf("size %d: %d is not above the unit before", n, r.Rows)
		}
		if counted, err := verify.Unit(context.Background(), n, r.Rows); err != nil || counted != r.Value {
			t.Errorf("size %d: unit %d is %d, by backtracking %d, %v", n, r.Rows, r.Value, counted, err)
		}
		results = append(results, r)
	}
	if total, err := verify.Complete(n, results); err != nil || total.String() != solutions[n-1] {
		t.Errorf("size %d: the units add up to %v, %v", n, total, err)
	}
}

// TestUnitsRefused finds what cannot be written before anything is counted.
func TestUnitsRefused(t *testing.T) {
	dir := t.TempDir()
	prints(t, "", exitIO, []string{"queens: writing " + dir + " failed: it is a folder\n"}, "count", "12", "--units", dir)
	missing := filepath.Join(dir, "missing", "units")
	prints(t, "", exitIO, []string{"queens: writing " + missing + " failed: no such file or folder\n"}, "count", "12", "--units", missing)
	if _, err := os.Stat("/dev/full"); err == nil {
		prints(t, "14200\n", exitIO, []string{"queens: writing /dev/full failed: no space left\n"}, "count", "12", "--units", "/dev/full")
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
}

// TestStoppedAfterCounting says the count that is lost otherwise.
func TestStoppedAfterCounting(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct{ flags, want string }{
		{"--classes", "counted, but not sorted into classes: interrupted; the unverified count is 14200"},
		{"--fundamental", "counted, but not sorted into classes: interrupted; the unverified count is 14200"},
		{"--verify", "counted, but not verified: interrupted; the unverified count is 14200"},
	} {
		a := &app{Printer: lang.New(lang.English)}
		request := &exactRequest{n: 12, classes: test.flags == "--classes", fundamental: test.flags == "--fundamental"}
		done, err := a.runExactly(context.Background(), request)
		if err != nil {
			t.Fatal(err)
		}
		request.verify = test.flags == "--verify"
		_, err = a.reportExactly(ended, done)
		if status, text := a.explain(err); status != exitInterrupted || text != test.want {
			t.Errorf("%s: status %d, %q", test.flags, status, text)
		}
	}
}

// TestBenchSchema holds the JSON of bench to its fields; they are promised.
func TestBenchSchema(t *testing.T) {
	stdout, _, status := here(t, "bench", "--max", "6", "--repeats", "2", "--format", "json")
	var report map[string]any
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || status != exitDone {
		t.Fatal(status, err)
	}
	hasFields(t, report, "version go os arch cpu cores load rows")
	rows := report["rows"].([]any)
	if len(rows) < 1+len(count.Kernels()) {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		row := row.(map[string]any)
		hasFields(t, row, "program n threads solutions seconds median perSolutionNs speedup scaling")
		if row["n"] != 6.0 || row["solutions"] != "4" || len(row["seconds"].([]any)) != 2 {
			t.Errorf("row %v", row)
		}
	}
}

func hasFields(t *testing.T, object map[string]any, names string) {
	t.Helper()
	for _, name := range strings.Fields(names) {
		if _, found := object[name]; !found {
			t.Errorf("no field %s", name)
		}
	}
	if want := len(strings.Fields(names)); len(object) != want {
		t.Errorf("%d fields, want %d: %v", len(object), want, object)
	}
}

// TestFieldsAreDocumented looks for every field of the JSON in docs/command.md.
func TestFieldsAreDocumented(t *testing.T) {
	paper, err := os.ReadFile(filepath.Join("..", "..", "docs", "command.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, report := range []any{
		exactReport{}, classesReport{}, verification{}, columnsReport{}, knownReport{}, estimateReport{}, benchReport{}, benchRow{}, countReport{},
		clusterReport{}, simulatedReport{},
	} {
		kind := reflect.TypeOf(report)
		for field := range kind.Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name != "fundamental" && !bytes.Contains(paper, []byte("`"+name+"`")) {
				t.Errorf("docs/command.md does not have the field %s of %s", name, kind.Name())
			}
		}
	}
}
