package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/queens/count"
	"example.org/queens/count/checkpoint"
)

// writeCheckpoint makes a checkpoint of the first units of a size, with values
// changed by alter.
func writeCheckpoint(t *testing.T, n, units int, alter func(unit int, value uint64) uint64) (path string) {
	t.Helper()
	counter, err := count.New(t.Context(), n, count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "checkpoint")
	store, err := checkpoint.Open(path, counter.Splitting(), "test")
	if err != nil {
		t.Fatal(err)
	}
	worker := counter.Worker()
	for i := range min(units, counter.Units()) {
		value, err := worker.Count(context.Background(), counter.Unit(i))
		if err == nil {
			err = store.Save(counter.Unit(i), alter(i, value))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func unaltered(_ int, value uint64) uint64 { return value }

// TestResume goes on from a half count and from a whole one.
func TestResume(t *testing.T) {
	path := writeCheckpoint(t, 12, 100, unaltered)
	for _, test := range []struct {
		loaded int
		said   string
	}{
		{100, "from the checkpoint: 100 of 252 units, "},
		{252, "from the checkpoint: 252 of 252 units, 100% of the work\n"},
	} {
		stdout, stderr, status := here(t, "count", "12", "--checkpoint", path, "--format", "json", "--verify-share", "100%")
		var report exactReport
		if err := json.Unmarshal([]byte(stdout), &report); err != nil {
			t.Fatal(err)
		}
		if status != exitDone || report.Count != "14200" || report.Loaded != test.loaded || !strings.HasPrefix(stderr, test.said) {
			t.Errorf("status %d, %s%s", status, stdout, stderr)
		}
	}
	prints(t, "14200\n", exitDone, []string{"units: 252, of these from the checkpoint: 252\n"}, "count", "12", "--checkpoint", path, "--stats")
	prints(t, "1787\n", exitDone, nil, "count", "12", "--checkpoint", path, "--fundamental")
}

// TestCheckpointSizes keeps counts of every small size.
func TestCheckpointSizes(t *testing.T) {
	for i, q := range solutions {
		path := filepath.Join(t.TempDir(), "new")
		prints(t, q+"\n", exitDone, nil, "count", fmt.Sprint(i+1), "--checkpoint", path)
		prints(t, q+"\n", exitDone, []string{"100% of the work\n"}, "count", fmt.Sprint(i+1), "--checkpoint", path)
	}
}

// TestWrongCount refuses counts that are wrong though the checkpoint is sound.
func TestWrongCount(t *testing.T) {
	plus := func(more uint64) func(int, uint64) uint64 {
		return func(unit int, value uint64) uint64 {
			if unit == 3 {
				return value + more
			}
			return value
		}
	}
	cancelling := func(unit int, value uint64) uint64 {
		switch unit {
		case 6:
			return value + 8
		case 7:
			return value - 8
		}
		return value
	}
	for _, test := range []struct {
		name  string
		alter func(int, uint64) uint64
		flags []string
		said  string
	}{
		{"by a unit", plus(1), []string{"--verify-share", "100%"}, " by backtracking\n"},
		{"by units that cancel", cancelling, []string{"--verify-share", "100%"}, " by backtracking\n"},
		{"by symmetry", plus(2), []string{"--verify-share", "1%", "--seed", "3"}, "Q + R180 + 2 R90 is no multiple of 8\n"},
		{"by the published value", plus(8), []string{"--verify-share", "1%", "--seed", "3"}, "365596 is published, and 365604 was counted\n"},
		{"by the classes", plus(1), []string{"--classes"}, "Q + R180 + 2 R90 is no multiple of 8\n"},
		{"by the orbits", plus(1), []string{"--fundamental"}, "Q + R180 + 2 R90 is no multiple of 8\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := writeCheckpoint(t, 14, 1<<20, test.alter)
			said := []string{"queens: the count is wrong and not printed: ", test.said}
			prints(t, "", exitNo, said, append([]string{"count", "14", "--checkpoint", path}, test.flags...)...)
		})
	}
}

// TestCheckpointRefused names what is wrong with a file and leaves it alone.
func TestCheckpointRefused(t *testing.T) {
	sound := writeCheckpoint(t, 10, 30, unaltered)
	text := filepath.Join(t.TempDir(), "text")
	damaged := filepath.Join(t.TempDir(), "damaged")
	if err := os.WriteFile(text, bytes.Repeat([]byte("no checkpoint\n"), 5000), 0o666); err != nil {
		t.Fatal(err)
	}
	bytesOfSound, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(damaged, bytes.ReplaceAll(bytesOfSound, []byte("test"), []byte("tent")), 0o666); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	missing := filepath.Join(folder, "missing", "file")
	for _, test := range []struct {
		path   string
		status int
		said   string
	}{
		{sound, exitBadInput, sound + " is the checkpoint of size 10, not 12; name another file\n"},
		{text, exitBadInput, text + " is not a checkpoint; it was left as it is\n"},
		{damaged, exitBadInput, damaged + " is damaged; it was left as it is\n"},
		{folder, exitIO, "the checkpoint " + folder + " cannot be opened: it is a folder\n"},
		{missing, exitIO, "the checkpoint " + missing + " cannot be made: no such file or folder\n"},
		{filepath.Join(text, "x"), exitIO, "cannot be opened: a part of the path is no folder\n"},
		{os.DevNull, exitIO, "the checkpoint " + os.DevNull + " cannot be opened: it is no regular file\n"},
	} {
		before, _ := os.ReadFile(test.path)
		prints(t, "", test.status, []string{"queens: ", test.said}, "count", "12", "--checkpoint", test.path)
		if after, _ := os.ReadFile(test.path); !bytes.Equal(before, after) {
			t.Errorf("%s was changed", test.path)
		}
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
}

// TestCheckpointReadOnly is about permissions, which the superuser does not
// need.
func TestCheckpointReadOnly(t *testing.T) {
	if os.Geteuid() <= 0 {
		t.Skip("the superuser may write everywhere, and Windows has no such permissions")
	}
	path := writeCheckpoint(t, 10, 30, unaltered)
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	prints(t, "", exitIO, []string{"queens: the checkpoint " + path + " cannot be opened: permission denied\n"}, "count", "10", "--checkpoint", path)
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	prints(t, "", exitIO, []string{" cannot be made: permission denied\n"}, "count", "10", "--checkpoint", filepath.Join(folder, "file"))
	prints(t, "", exitIO, []string{" failed: permission denied\n"}, "count", "10", "--units", filepath.Join(folder, "file"))
}

// TestCheckpointLocked keeps a second process from the file.
func TestCheckpointLocked(t *testing.T) {
	path := writeCheckpoint(t, 10, 30, unaltered)
	store, err := checkpoint.Open(path, count.SplittingOf(10), "first")
	if err != nil {
		t.Fatal(err)
	}
	cmd := command("count", "10", "--checkpoint", path)
	out, err := cmd.CombinedOutput()
	if want := "queens: " + path + " is in use by another process\n"; string(out) != want || cmd.ProcessState.ExitCode() != exitBadInput {
		t.Errorf("it prints %q and ends with %v, want %q", out, err, want)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	prints(t, "724\n", exitDone, nil, "count", "10", "--checkpoint", path)
}

// TestCheckpointDamage flips bytes of a whole count's file: the total is right
// or refused in one line.
func TestCheckpointDamage(t *testing.T) {
	flips := 400
	if testing.Short() {
		flips = 60
	}
	sound, err := os.ReadFile(writeCheckpoint(t, 12, 1<<20, unaltered))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "flipped")
	random := rand.New(rand.NewPCG(12, 0))
	refused := 0
	for range flips {
		flipped := bytes.Clone(sound)
		at, bits := random.IntN(len(sound)), byte(1+random.IntN(255))
		if random.IntN(2) == 0 { // where there is something to damage
			for flipped[at] == 0 {
				at = random.IntN(len(sound))
			}
		}
		flipped[at] ^= bits
		if err := os.WriteFile(path, flipped, 0o666); err != nil {
			t.Fatal(err)
		}
		stdout, stderr, status := here(t, "count", "12", "--checkpoint", path)
		switch {
		case status == exitDone && stdout == "14200\n":
		case status == exitBadInput && stdout == "" && strings.Count(stderr, "\n") == 1:
			refused++
		default:
			t.Errorf("byte %d changed by %#x: status %d, %q, %q", at, bits, status, stdout, stderr)
		}
	}
	if refused == 0 {
		t.Error("no damage was found")
	}
}

// TestOrigins says what counted the units that come from a checkpoint.
func TestOrigins(t *testing.T) {
	path := writeCheckpoint(t, 10, 30, unaltered) // its origin is "test"
	units := filepath.Join(t.TempDir(), "units")
	stdout, stderr, _ := here(t, "count", "10", "--checkpoint", path, "--format", "json", "--units", units)
	var report exactReport
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || len(report.Origins) != 1 || report.Origins[0] != "test" {
		t.Errorf("%v: %s", err, stdout)
	}
	if !strings.Contains(stderr, "\nunits from the checkpoint were counted by: test\n") {
		t.Errorf("standard error %q", stderr)
	}
	if text, err := os.ReadFile(units); err != nil || !bytes.Contains(text, []byte("\n# checkpoint test\n")) {
		t.Errorf("the units do not say so: %v\n%s", err, text)
	}
	if _, stderr, _ = here(t, "count", "10", "--checkpoint", filepath.Join(t.TempDir(), "new")); strings.Contains(stderr, "counted by") {
		t.Errorf("a count of its own says %q", stderr)
	}
}

// TestUnitsOverCheckpoint must not lose a checkpoint.
func TestUnitsOverCheckpoint(t *testing.T) {
	path := writeCheckpoint(t, 10, 30, unaltered)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{path, filepath.Join(filepath.Dir(path), ".", "..", filepath.Base(filepath.Dir(path)), "checkpoint")}
	link := filepath.Join(t.TempDir(), "link")
	if os.Symlink(path, link) == nil {
		names = append(names, link)
	}
	for _, name := range names {
		prints(t, "", exitBadInput, []string{"--units and --checkpoint both name "}, "count", "10", "--checkpoint", path, "--units", name)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the checkpoint has changed: %v", err)
	}
	anew := filepath.Join(t.TempDir(), "new")
	prints(t, "", exitBadInput, []string{"both name " + anew}, "count", "10", "--checkpoint", anew, "--units", anew)
}
