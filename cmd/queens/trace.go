package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"example.org/queens"
	"example.org/queens/methods"
	"example.org/queens/trace"
	"example.org/queens/web"
)

// maxEvents bounds --events: a trace of that many takes 80 MB.
const maxEvents = 10_000_000

// traceFlags are the flags of queens trace, as they were written.
type traceFlags struct {
	searchFlags
	events, output string
}

func (a *app) traceCommand() *cobra.Command {
	f := &traceFlags{}
	names := []string{"text", "json", "html"}
	cmd := a.sized(&cobra.Command{
		Use:     "trace N " + a.T("use.flags"),
		Short:   a.T("trace.short"),
		Long:    a.T("trace.long"),
		Example: "  queens trace 4\n  queens trace 8 --method shuffle --seed 7\n  queens trace 8 --format json -o trace.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			write := a.traceForm(f.format)
			if write == nil {
				return unknownName("format", f.format, names)
			}
			r, limits, err := f.request(args)
			if err != nil {
				return err
			}
			return a.trace(cmd.Context(), r, limits, f.output, write)
		},
	})
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(word{&f.method, "METHOD"}, "method", "m", a.T("trace.flag.method"))
	flags.VarP(word{&f.format, "FORM"}, "format", "f", a.T("flag.format.names", "Names", a.join(names)))
	flags.VarP(words{&f.place}, "place", "p", a.T("flag.place"))
	flags.VarP(words{&f.block}, "block", "b", a.T("flag.block"))
	flags.Var(word{&f.base, "0|1"}, "base", a.T("flag.base"))
	flags.Var(word{&f.seed, "SEED"}, "seed", a.T("flag.seed"))
	flags.Var(word{&f.tries, "K"}, "tries", a.T("flag.tries"))
	flags.VarP(word{&f.limit, "K"}, "limit", "l", a.T("trace.flag.limit"))
	flags.VarP(word{&f.events, "K"}, "events", "e", a.T("trace.flag.events", "Max", trace.DefaultEvents))
	flags.VarP(word{&f.output, "FILE"}, "output", "o", a.T("trace.flag.output"))
	a.complete(cmd, names)
	return cmd
}

// request makes sense of the flags.
func (f *traceFlags) request(args []string) (*request, trace.Limits, error) {
	r, err := f.searchFlags.request(args, func(*request) string { return "backtrack" })
	if err != nil {
		return nil, trace.Limits{}, err
	}
	events, err := positive("--events", f.events)
	if err != nil {
		return nil, trace.Limits{}, err
	}
	if events > maxEvents {
		return nil, trace.Limits{}, badInput("error.trace.events", "Value", f.events, "Max", maxEvents)
	}
	if r.limit == 0 && r.method.Delivers == methods.Stream && r.options.Tries == 0 {
		r.limit = 1
	}
	return r, trace.Limits{Events: int(events), Bytes: 8 * maxEvents, Solutions: r.limit}, nil
}

// A traceForm writes a trace; rows and columns count from base.
type traceForm func(w io.Writer, t *trace.Trace, base int) error

// traceForm returns how a form is written, nil if there is none of that name.
func (a *app) traceForm(name string) traceForm {
	switch name {
	case "", "text":
		return a.writeTraceText
	case "json":
		return a.writeTraceJSON
	case "html":
		return a.writeTraceHTML
	}
	return nil
}

// trace records what r asks for and writes it to a file, or to the standard
// output.
func (a *app) trace(ctx context.Context, r *request, limits trace.Limits, output string, write traceForm) error {
	recorded, err := trace.Record(ctx, r.method, r.problem, r.options, limits)
	if size, ok := errors.AsType[*queens.SizeError](err); ok && size.Max == trace.MaxSize && r.method.MaxSize > size.Max {
		return badInput("error.trace.size", "Size", size.Size, "Max", size.Max)
	}
	if err != nil {
		return err
	}
	if output == "" || output == "-" {
		return write(a.stdout, recorded, r.base)
	}
	var text bytes.Buffer
	if err := write(&text, recorded, r.base); err != nil {
		return err
	}
	if err := writeFile(ctx, output, text.Bytes()); err != nil {
		return err
	}
	a.note(a.say(recorded.End()))
	return nil
}

func (a *app) say(m trace.Message) string { return a.T(m.Key, m.Values...) }

// writeTraceText writes a sentence a line: the beginning, the events, the end.
func (a *app) writeTraceText(w io.Writer, t *trace.Trace, base int) error {
	player := trace.NewPlayer(t)
	for more := true; more; more = player.Forward() {
		if _, err := fmt.Fprintln(w, a.say(player.Message(base))); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, a.say(t.End()))
	return err
}

func (a *app) writeTraceJSON(w io.Writer, t *trace.Trace, _ int) error {
	return json.NewEncoder(w).Encode(t)
}

// writeTraceHTML writes the page that watches the trace.
func (a *app) writeTraceHTML(w io.Writer, t *trace.Trace, base int) error {
	data, err := json.Marshal(t)
	if err != nil {
		return err
	}
	title := a.T("trace.title", "Method", t.Method, "Size", t.Problem.Size)
	return web.SelfContained(w, data, a.Tag(), base, title)
}
