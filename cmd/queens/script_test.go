package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"

	"example.org/queens/count"
)

var update = flag.Bool("update", false, "write what the program prints into the transcripts")

func TestMain(m *testing.M) {
	os.Setenv(goRace, noSleep)
	cobra.EnableCommandSorting = false // as in main
	testscript.Main(m, map[string]func(){"queens": main, "queensliar": liar})
}

// A program under the race detector sleeps for a second before it ends, which
// is long for hundreds of programs.
const (
	goRace  = "GORACE"
	noSleep = "atexit_sleep_ms=0"
)

// TestScripts runs testdata/script. Beside the commands of testscript there are
//
//	exits STATUS PROGRAM ARGUMENT...   runs a program that must exit so
//	transcript FILE                    runs what FILE shows
//
// A transcript shows commands behind "$ ", each with what it prints: the
// standard error stream behind "! ", and a status that is not 0 in brackets;
// KERNEL, K, VERSION and TIME stand for what differs from machine to machine.
// go test -run Scripts -update writes transcripts anew; read the difference.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setup,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":      exits,
			"transcript": transcript,
		},
	})
}

// setup says where the golden files are and writes files that an archive of
// text cannot hold.
func setup(env *testscript.Env) error {
	golden, err := filepath.Abs("testdata")
	if err != nil {
		return err
	}
	env.Setenv("GOLDEN", golden)
	env.Setenv(goRace, noSleep)
	for name, text := range map[string]string{
		"utf16.txt":  "\xff\xfe1\x003\x000\x002\x00",
		"nul.txt":    "13\x0002\n",
		"latin1.txt": "13\xa702\n",
	} {
		if err := os.WriteFile(filepath.Join(env.WorkDir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM ARGUMENT...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := runProgram(ts, args[1:]); got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// runProgram runs a program and returns its exit status; whatever queens
// prints must be as everything it prints is.
func runProgram(ts *testscript.TestScript, args []string) int {
	status := 0
	if err := ts.Exec(args[0], args[1:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		status = exit.ExitCode()
	}
	if problem := problemWith(args, status, isChinese(ts.Getenv("LC_ALL"), args), ts.ReadFile("stdout"), ts.ReadFile("stderr")); problem != "" {
		ts.Fatalf("%v: %s", args, problem)
	}
	return status
}

// isChinese reports whether the program was to speak Chinese.
func isChinese(locale string, args []string) bool {
	line, _, _ := strings.Cut(strings.ReplaceAll(strings.Join(args, " "), "=", " "), " -- ")
	zh, en := strings.LastIndex(line, "--lang zh"), strings.LastIndex(line, "--lang en")
	return zh > en || zh == en && strings.HasPrefix(locale, "zh")
}

var (
	// threeWords finds an English sentence: nothing else has three words in a row.
	threeWords = regexp.MustCompile(`\b[a-z]{2,}(?: [a-z]{2,}){2,}\b`)

	// typed are words that a user types, or a shell.
	typed = regexp.MustCompile(`queens [a-z]+( [a-z]+)*`)
)

// problemWith says what is wrong with an output whatever it says: a hole in a
// sentence, a refusal that is not one line, help too wide for a terminal,
// English in Chinese.
func problemWith(args []string, status int, chinese bool, stdout, stderr string) string {
	both := stdout + stderr
	switch {
	case strings.Contains(both, "<no value>") || strings.Contains(both, "%!"):
		return "a sentence lacks a value"
	case (status == exitBadInput || status == exitIO) && strings.Count(stderr, "\n") != 1:
		return "a refusal is one line"
	case status == exitBadInput && !strings.HasPrefix(stderr, "queens: "):
		return "a refusal says who refuses"
	}
	for _, arg := range args {
		switch arg {
		case "classic", "completion", "version", "json":
			chinese = chinese && status != 0
		case "help", "--help", "-h":
			for line := range strings.Lines(stdout) {
				if runewidth.StringWidth(strings.TrimRight(line, "\n")) > 80 {
					return "help is wider than 80 columns: " + line
				}
			}
		}
	}
	if english := threeWords.FindString(typed.ReplaceAllString(both, "")); chinese && english != "" {
		return "English in Chinese: " + english
	}
	return ""
}

func transcript(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: transcript FILE")
	}
	want := ts.ReadFile(args[0])
	var got strings.Builder
	for line := range strings.Lines(want) {
		command, found := strings.CutPrefix(line, "$ ")
		if !found {
			continue
		}
		got.WriteString(line)
		args := splitCommand(strings.TrimRight(command, "\n"))
		stdout, stderr, status := runQuickly(ts, args)
		if problem := problemWith(args, status, isChinese(ts.Getenv("LC_ALL"), args), stdout, stderr); problem != "" {
			ts.Fatalf("%v: %s", args, problem)
		}
		got.WriteString(stable(stdout))
		for line := range strings.Lines(stable(stderr)) {
			got.WriteString("! " + line)
		}
		if status != 0 {
			fmt.Fprintf(&got, "[%d]\n", status)
		}
	}
	if *update {
		ts.Check(rewrite(filepath.Join("testdata", "script", ts.Name()+".txtar"), args[0], got.String()))
		return
	}
	ts.Check(os.WriteFile(ts.MkAbs("got"), []byte(got.String()), 0o666))
	if got.String() != want {
		ts.Fatalf("%s", firstDifference(want, got.String()))
	}
}

// runQuickly runs queens in this process, which is ten times as fast as a
// process of its own; one that meets files runs in the folder of the script.
func runQuickly(ts *testscript.TestScript, args []string) (stdout, stderr string, status int) {
	if args[0] != "queens" || meetsFiles(ts, args[1:]) || ts.Getenv(count.KernelVariable) != "" {
		status = runProgram(ts, args)
		return ts.ReadFile("stdout"), ts.ReadFile("stderr"), status
	}
	var out, said strings.Builder
	status = run(context.Background(), args[1:], strings.NewReader(""), &out, &said, ts.Getenv)
	return out.String(), said.String(), status
}

// fileFlags are the flags that name a file, and the command that writes some.
var fileFlags = regexp.MustCompile(`^(@.*|.*,@.*|--checkpoint.*|--units.*|man)$`)

// meetsFiles reports whether a command line names a file, or what is one here.
func meetsFiles(ts *testscript.TestScript, args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		_, err := os.Stat(ts.MkAbs(arg))
		return fileFlags.MatchString(arg) || !errors.Is(err, fs.ErrNotExist)
	})
}

// unstable are the parts of what a count prints that depend on the machine and
// the hour, with what stands for them in a transcript.
var unstable = []struct {
	pattern *regexp.Regexp
	stable  string
}{
	{regexp.MustCompile(`kernel \w+, threads \d+, version \S+, [0-9.]+(µs|ms|s)`), "kernel KERNEL, threads K, version VERSION, TIME"},
	{regexp.MustCompile(`内核 \w+，线程数 \d+，版本 \S+，用时 [0-9.]+(µs|ms|s)`), "内核 KERNEL，线程数 K，版本 VERSION，用时 TIME"},
	{regexp.MustCompile(`"kernel":"\w+","version":"[^"]*","go":"[^"]*","threads":\d+`), `"kernel":KERNEL,"version":VERSION,"go":GO,"threads":K`},
	{regexp.MustCompile(`"seconds":[0-9.e-]+`), `"seconds":SECONDS`},
	{regexp.MustCompile(`("(?:lnQ|error)":[0-9]+\.[0-9]{8})[0-9]+`), `$1..`},
}

// stable replaces what differs from run to run.
func stable(text string) string {
	for _, u := range unstable {
		text = u.pattern.ReplaceAllString(text, u.stable)
	}
	return text
}

// splitCommand splits a command line at blanks that are not in single quotes.
func splitCommand(line string) []string {
	var args []string
	arg, quoted, begun := "", false, false
	for _, char := range line {
		switch {
		case char == '\'':
			quoted, begun = !quoted, true
		case char == ' ' && !quoted:
			if begun {
				args = append(args, arg)
			}
			arg, begun = "", false
		default:
			arg += string(char)
			begun = true
		}
	}
	if begun {
		args = append(args, arg)
	}
	return args
}

// firstDifference shows the command whose output differs.
func firstDifference(want, got string) string {
	wanted, printed := strings.Split(want, "\n$ "), strings.Split(got, "\n$ ")
	for i := range min(len(wanted), len(printed)) {
		if wanted[i] != printed[i] {
			return fmt.Sprintf("it prints\n$ %s\n\nand should print\n$ %s", printed[i], wanted[i])
		}
	}
	return "the transcripts differ in length"
}

// rewrite puts text into the file of that name in an archive.
func rewrite(path, name, text string) error {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return err
	}
	for i, file := range archive.Files {
		if file.Name == name {
			archive.Files[i].Data = []byte(text)
		}
	}
	return os.WriteFile(path, txtar.Format(archive), 0o666)
}
