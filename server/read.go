package server

import (
	"context"
	"errors"
	"io"
	"strings"

	"example.org/queens/notation"
)

type readInput struct {
	Spoken
	Body struct {
		Text   string `json:"text" maxLength:"32768" doc:"A placement in any text form"`
		Format string `json:"format,omitempty" maxLength:"20" doc:"The form, if it is known"`
		Base   *int   `json:"base,omitempty" minimum:"0" maximum:"1" doc:"What its numbers count from, if it is known"`
		N      int    `json:"n,omitempty" minimum:"0" maximum:"32" doc:"The size, for forms that do not show it"`
	}
}

type readBody struct {
	N       int     `json:"n"`
	Squares []point `json:"squares" doc:"In the order of the text; they may attack each other"`
	Format  string  `json:"format" doc:"The form that it was read in"`
	Base    int     `json:"base" doc:"What its numbers counted from"`
	More    bool    `json:"more" doc:"The text has more placements; this is the first"`
}

func (s *Server) postRead(_ context.Context, in *readInput) (*reply[readBody], error) {
	options := notation.ReadOptions{Size: in.Body.N}
	var err error
	if options.Form, err = formOf(in.Body.Format, notation.Detect); err != nil {
		return nil, err
	}
	if in.Body.Base != nil {
		options.Base, options.BaseKnown = *in.Body.Base, true
	}
	reader := notation.NewReader(strings.NewReader(in.Body.Text), options)
	entry, err := reader.Read()
	if err != nil {
		return nil, unreadable(in.Body.N, options.Base, err)
	}
	if entry.Size > MaxBoard {
		return nil, bad("server.read.size", "Size", entry.Size, "Max", MaxBoard)
	}
	if err := onBoard(entry.Size, entry.Squares); err != nil {
		return nil, err
	}
	body := readBody{N: entry.Size, Squares: pointsOf(entry.Squares), Format: reader.Form().String(), Base: reader.Base()}
	_, err = reader.Read()
	body.More = err == nil
	return with(body), nil
}

// formOf returns the text form of a name.
func formOf(name string, none notation.Form) (notation.Form, error) {
	if name == "" {
		return none, nil
	}
	form, found := notation.Lookup(name)
	if !found {
		f := bad("server.form")
		f.param = "format"
		return form, f
	}
	return form, nil
}

// unreadable says why a text is no placement.
func unreadable(n, base int, err error) *failure {
	f := input(n, base, err)
	if err == io.EOF {
		f = bad("server.read.empty")
	}
	if ambiguous, ok := errors.AsType[*notation.AmbiguousError](err); ok {
		f = bad("server.read.form", "Line", ambiguous.Line)
		if ambiguous.Base() {
			f.key = "server.read.base"
		}
		f.line = ambiguous.Line
	}
	f.param = "text"
	return f
}

type writeInput struct {
	Squares
	N      int    `query:"n" required:"true" minimum:"1" maximum:"32"`
	Format string `query:"format" maxLength:"20" default:"columns" doc:"A name of the table of forms"`
	Base   int    `query:"base" minimum:"0" maximum:"1" doc:"What its numbers count from"`
}

type writeBody struct {
	Text string `json:"text"`
}

func (s *Server) getWrite(_ context.Context, in *writeInput) (*reply[writeBody], error) {
	form, err := formOf(in.Format, notation.Columns)
	if err != nil {
		return nil, err
	}
	place, _, err := in.read(in.N)
	if err != nil {
		return nil, err
	}
	if err := onBoard(in.N, place); err != nil {
		return nil, err
	}
	p, ok := notation.Entry{Size: in.N, Squares: place}.Placement(nil)
	if !ok {
		return nil, bad("server.write.row")
	}
	var text strings.Builder
	w := notation.NewWriter(&text, form, notation.Options{Base: in.Base})
	w.Write(p)
	if err := w.Flush(); err != nil {
		return nil, input(in.N, in.Base, err)
	}
	return with(writeBody{text.String()}), nil
}
