package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"example.org/queens/internal/lang"
)

// app is one run of the program: its streams and its language.
type app struct {
	*lang.Printer
	stdin   io.Reader
	out     io.Writer     // the standard output, for asking what it is
	stdout  *bufio.Writer // the standard output, for writing
	stderr  io.Writer
	listing bool // solutions are written to a terminal
	dumb    bool // the terminal cannot take a line away again
	drawing bool // --format is the kind of picture, --form that of the text
}

// run is the whole program but for the process around it; it returns the exit
// status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	tag, err := language(args, getenv)
	a := &app{Printer: lang.New(tag), stdin: stdin, out: stdout, stdout: bufio.NewWriterSize(errorKeeper{stdout}, 1<<16), stderr: stderr}
	a.dumb = getenv("TERM") == "dumb"
	if err == nil {
		err = a.execute(ctx, args)
	}
	if failed := a.stdout.Flush(); failed != nil {
		err = failed
	}
	return a.finish(err)
}

// execute runs the command line.
func (a *app) execute(ctx context.Context, args []string) error {
	root := a.rootCommand()
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// finish reports err, if it is worth a line, and returns the exit status.
func (a *app) finish(err error) int {
	status, text := a.explain(err)
	if text != "" {
		fmt.Fprintln(a.stderr, "queens: "+oneLine(text))
	}
	return status
}

// maxLine is the longest message in characters: what was wrong is shortened,
// if it is absurdly long, and what would be right stays.
const maxLine = 1000

// oneLine makes what a user wrote, and a message repeats, harmless for a
// terminal: line breaks, control characters, marks that turn the direction of
// writing and what is not UTF-8 are shown as escapes.
func oneLine(text string) string {
	var line []rune
	for len(text) > 0 {
		char, size := utf8.DecodeRuneInString(text)
		if strconv.IsGraphic(char) && (char != utf8.RuneError || size > 1) {
			line = append(line, char)
		} else {
			escape := strconv.Quote(text[:size])
			line = append(line, []rune(escape[1:len(escape)-1])...)
		}
		text = text[size:]
	}
	if len(line) > maxLine {
		line = slices.Concat(line[:maxLine/2], []rune(" .. "), line[len(line)-maxLine/2:])
	}
	return string(line)
}

// note writes one line to the standard error stream.
func (a *app) note(text string) { fmt.Fprintln(a.stderr, text) }

// language finds the language before the command line is parsed, because the
// parser's own messages are in it too.
func language(args []string, getenv func(string) string) (string, error) {
	tag := lang.Detect(getenv)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return tag, nil // a command line that is still being typed
	}
	for i, arg := range args {
		value, found := strings.CutPrefix(arg, "--lang=")
		switch {
		case arg == "--":
			return tag, nil
		case arg == "--lang" && i+1 < len(args):
			value = args[i+1]
		case !found:
			continue
		}
		if value == "" {
			return tag, badInput("error.flag.value", "Flag", "--lang")
		}
		if !slices.Contains(lang.Languages(), value) {
			return tag, badInput("error.lang", "Value", value)
		}
		tag = value // the last one counts, as with every flag
	}
	return tag, nil
}

// errorKeeper marks the errors of a stream as errors of writing.
type errorKeeper struct{ io.Writer }

func (k errorKeeper) Write(p []byte) (int, error) {
	n, err := k.Writer.Write(p)
	if err != nil {
		err = &writeError{err}
	}
	return n, err
}
