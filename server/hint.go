package server

import (
	"context"

	"example.org/queens"
	"example.org/queens/hint"
	"example.org/queens/internal/lang"
)

type hintInput struct {
	PlayInput
	Strength int `query:"strength" minimum:"1" maximum:"3" default:"1" doc:"1: can it be completed; 2: which row or column to look at; 3: which square"`
	Base     int `query:"base" minimum:"0" maximum:"1" doc:"What rows and columns of the sentence count from"`
}

type hintBody struct {
	State    string       `json:"state" enum:"solvable,solved,hopeless,unknown"`
	Reason   string       `json:"reason" enum:"only,refuted,found,empty,conflict,bound,done" doc:"How that is known"`
	Must     bool         `json:"must" doc:"It is true of every completion: of strength 3 the square, of strength 2 that the line has only one square that leads to one"`
	Line     string       `json:"line,omitempty" enum:"row,column" doc:"Where to look, from strength 2; if hopeless, the line that has no square left or whose squares were all refuted"`
	Index    int          `json:"index" doc:"Which row or column, from 0, if there is a line"`
	Free     int          `json:"free" doc:"How many free squares the line has"`
	Square   *point       `json:"square,omitempty" doc:"At strength 3"`
	Conflict *conflictRow `json:"conflict,omitempty" doc:"Two queens that attack each other"`
	Nodes    uint64       `json:"nodes" doc:"Nodes that the search for this hint visited"`
	Text     string       `json:"text" doc:"All that in a sentence, in the language asked for"`
}

func (s *Server) getHint(ctx context.Context, in *hintInput) (*reply[hintBody], error) {
	place, block, err := in.read(in.N)
	if err != nil {
		return nil, err
	}
	h, err := hint.Give(ctx, queens.Problem{Size: in.N, Given: place, Blocked: block}, hint.DefaultNodes)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, input(in.N, in.Base, err)
	}
	return with(hintOf(s.printer(in.Lang, in.Accept), h, in.Strength, in.Base)), nil
}

// hintOf leaves out of a hint what is beyond the strength asked for.
func hintOf(p *lang.Printer, h hint.Hint, strength, base int) hintBody {
	body := hintBody{State: string(h.State), Reason: string(h.Reason), Nodes: h.Nodes, Text: hintText(p, h, strength, base)}
	if h.Reason == hint.Conflict {
		body.Conflict = &conflictRow{pointOf(h.Conflict.A), pointOf(h.Conflict.B), h.Conflict.Line.String()}
	}
	if h.State == hint.Solvable && strength == 1 {
		body.Reason = string(hint.Found) // the completion that shows it
		return body
	}
	if h.Line != queens.NoLine {
		body.Line, body.Index, body.Free, body.Must = h.Line.String(), h.Index, h.Free, h.Must
	}
	if h.State == hint.Solvable && strength == 3 {
		square := pointOf(h.Square)
		body.Square = &square
	}
	return body
}

// A hintCase is what the sentence of a hint depends on.
type hintCase struct {
	strength int // 0 where it does not matter
	reason   hint.Reason
	line     queens.Line
}

// hintKeys are the keys of the sentences about a line; they speak of Free
// squares, so they have plural forms.
var hintKeys = map[hintCase]string{
	{2, hint.Only, queens.Row}:       "hint.solvable.line.only.row",
	{2, hint.Only, queens.Column}:    "hint.solvable.line.only.column",
	{2, hint.Refuted, queens.Row}:    "hint.solvable.line.refuted.row",
	{2, hint.Refuted, queens.Column}: "hint.solvable.line.refuted.column",
	{2, hint.Found, queens.Row}:      "hint.solvable.line.found.row",
	{2, hint.Found, queens.Column}:   "hint.solvable.line.found.column",
	{3, hint.Only, queens.Row}:       "hint.solvable.square.only.row",
	{3, hint.Only, queens.Column}:    "hint.solvable.square.only.column",
	{3, hint.Refuted, queens.Row}:    "hint.solvable.square.refuted.row",
	{3, hint.Refuted, queens.Column}: "hint.solvable.square.refuted.column",
	{3, hint.Found, queens.Row}:      "hint.solvable.square.found.row",
	{3, hint.Found, queens.Column}:   "hint.solvable.square.found.column",
	{0, hint.Empty, queens.Row}:      "hint.hopeless.empty.row",
	{0, hint.Empty, queens.Column}:   "hint.hopeless.empty.column",
	{0, hint.Refuted, queens.Row}:    "hint.hopeless.refuted.row",
	{0, hint.Refuted, queens.Column}: "hint.hopeless.refuted.column",
}

// hintText says a hint in a sentence.
func hintText(p *lang.Printer, h hint.Hint, strength, base int) string {
	switch {
	case h.State == hint.Solved:
		return p.T("hint.solved.done")
	case h.State == hint.Unknown:
		return p.T("hint.unknown", "Nodes", h.Nodes)
	case h.State == hint.Solvable && strength == 1:
		return p.T("hint.solvable")
	case h.Reason == hint.Conflict:
		return p.T("hint.hopeless.conflict",
			"RowA", h.Conflict.A.Row+base, "ColA", h.Conflict.A.Col+base,
			"RowB", h.Conflict.B.Row+base, "ColB", h.Conflict.B.Col+base)
	case h.State == hint.Hopeless:
		strength = 0
	}
	return p.N(hintKeys[hintCase{strength, h.Reason, h.Line}], uint64(h.Free),
		"Index", h.Index+base, "Row", h.Square.Row+base, "Col", h.Square.Col+base, "Nodes", h.Nodes)
}
