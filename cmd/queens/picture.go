package main

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"

	"example.org/queens/internal/nearest"
	"example.org/queens/render"
)

// pictureNames returns the names of the kinds of pictures.
func pictureNames() []string {
	var names []string
	for _, f := range render.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// pictureOf returns the kind of picture of a name.
func pictureOf(name string) (render.Format, bool) {
	for _, f := range render.Formats() {
		if strings.EqualFold(f.Name, name) {
			return f, true
		}
	}
	return render.Format{}, false
}

// pictureFormat finds the kind of picture to write: what --format says, else
// the ending of the name.
func pictureFormat(format, output string) (render.Format, error) {
	ending := strings.TrimPrefix(filepath.Ext(output), ".")
	switch {
	case format != "":
		f, found := pictureOf(format)
		if close := nearest.Of(format, pictureNames()); !found && close != "" {
			return f, badInput("error.draw.kind.near", "Name", format, "Nearest", close)
		}
		if !found {
			return f, badInput("error.draw.kind", "Name", format, "Names", pictureNames())
		}
		return f, nil
	case output == "":
		return render.Format{}, badInput("error.draw.output")
	case output == "-":
		return render.Format{}, badInput("error.draw.stdout", "Names", strings.Join(pictureNames(), "|"))
	}
	f, found := pictureOf(ending)
	if !found {
		return f, badInput("error.draw.ending", "Name", output, "Names", strings.Join(pictureNames(), "|"))
	}
	return f, nil
}

// refuseTerminal refuses to write what is no text to a terminal.
func (a *app) refuseTerminal(f render.Format, output string) error {
	if f.Binary && (output == "-" || output == "") && isTerminal(a.out) {
		return badInput("error.draw.terminal", "Format", f.Name)
	}
	return nil
}

// writePicture writes a picture to the file of that name, or to the standard
// output.
func (a *app) writePicture(ctx context.Context, output string, picture *bytes.Buffer) error {
	if output == "" || output == "-" {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err := a.stdout.Write(picture.Bytes())
		return err
	}
	return writeFile(ctx, output, picture.Bytes())
}

// explainDrawing puts what render refuses into a sentence about the flags.
func explainDrawing(err error, size int) error {
	if large, ok := errors.AsType[*render.SizeError](err); ok {
		if large.Max == render.MaxSheetSize {
			return badInput("error.draw.sheet", "Size", large.Size, "Max", large.Max)
		}
		return badInput("error.draw.board", "Size", large.Size, "Max", large.Max)
	}
	if side, ok := errors.AsType[*render.SideError](err); ok {
		return badInput("error.draw.small", "Value", side.Side, "Size", size, "Min", side.Min)
	}
	if glyph, ok := errors.AsType[*render.GlyphError](err); ok {
		return badInput("error.draw.glyph", "Rune", string(glyph.Rune))
	}
	if text, ok := errors.AsType[*render.TextError](err); ok {
		return badInput("error.draw.title", "Max", text.Max)
	}
	if many, ok := errors.AsType[*render.TooManyError](err); ok {
		return badInput("error.draw.boards", "Max", many.Max)
	}
	return err
}
