package main

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"example.org/queens"
	"example.org/queens/notation"
	"example.org/queens/render"
)

// drawFlags are the flags of queens draw, as they were written.
type drawFlags struct {
	checkFlags         // how to read the placement; format is the text form
	output, kind       string
	size, title        string
	coordinates        string
	light, dark, queen string
	attacks, crosses   bool
}

func (a *app) drawCommand() *cobra.Command {
	f := &drawFlags{}
	cmd := &cobra.Command{
		Use:                   "draw " + a.T("draw.use"),
		Short:                 a.T("draw.short"),
		Long:                  a.T("draw.long"),
		Example:               "  queens draw 04752613 -o board.svg\n  queens draw 00112233 --attacks --coordinates --size 800 -o board.png\n  queens solve 12 | queens draw - -o board.pdf",
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.draw(cmd.Context(), f, args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(word{&f.output, "FILE"}, "output", "o", a.T("draw.output"))
	flags.VarP(word{&f.kind, "KIND"}, "format", "f", a.T("draw.format", "Names", a.join(pictureNames())))
	flags.Var(word{&f.format, "FORM"}, "form", a.T("draw.form"))
	flags.Var(word{&f.base, "0|1"}, "base", a.T("draw.base"))
	flags.VarP(words{&f.place}, "place", "p", a.T("draw.place"))
	flags.VarP(words{&f.block}, "block", "b", a.T("draw.block"))
	flags.BoolVar(&f.attacks, "attacks", false, a.T("draw.attacks"))
	flags.BoolVar(&f.crosses, "crosses", false, a.T("draw.crosses"))
	flags.Var(word{&f.coordinates, "KIND"}, "coordinates", a.T("draw.coordinates"))
	flags.Lookup("coordinates").NoOptDefVal = coordinateSquares
	flags.Var(word{&f.size, "WIDTH"}, "size", a.T("draw.size"))
	flags.Var(word{&f.title, "TEXT"}, "title", a.T("draw.title"))
	flags.Var(word{&f.light, "COLOR"}, "light", a.T("draw.light"))
	flags.Var(word{&f.dark, "COLOR"}, "dark", a.T("draw.dark"))
	flags.Var(word{&f.queen, "COLOR"}, "queen", a.T("draw.queen"))
	a.complete(cmd, pictureNames())
	return cmd
}

// The values of --coordinates.
const (
	coordinateSquares = "squares"
	coordinateNumbers = "numbers"
)

// draw draws the one placement that the arguments stand for.
func (a *app) draw(ctx context.Context, f *drawFlags, args []string) error {
	a.drawing = true
	if len(args) > 1 {
		return badInput("error.draw.args", "Args", quoted(args))
	}
	format, err := pictureFormat(f.kind, f.output)
	if err != nil {
		return err
	}
	if err := a.refuseTerminal(format, f.output); err != nil {
		return err
	}
	board, err := f.board()
	if err != nil {
		return err
	}
	if err := a.place(ctx, f, append(args, "-")[0], &board); err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := format.Write(&picture, board); err != nil {
		return explainDrawing(err, board.Size)
	}
	return a.writePicture(ctx, f.output, &picture)
}

// board returns a board without queens that looks as the flags say.
func (f *drawFlags) board() (render.Board, error) {
	b := render.Board{Caption: f.title, Colors: render.DefaultColors()}
	var err error
	if b.Base, err = parseBase(f.base); err != nil {
		return b, err
	}
	if b.Side, err = parseWidth(f.size); err != nil {
		return b, err
	}
	switch f.coordinates {
	case "":
	case coordinateSquares:
		b.Coordinates = render.Squares
	case coordinateNumbers:
		b.Coordinates = render.Numbers
	default:
		return b, badInput("error.draw.coordinates", "Value", f.coordinates)
	}
	for _, color := range []struct {
		flag, value string
		of          *render.Color
	}{
		{"--light", f.light, &b.Colors.Light},
		{"--dark", f.dark, &b.Colors.Dark},
		{"--queen", f.queen, &b.Colors.Queen},
	} {
		if color.value == "" {
			continue
		}
		var known bool
		if *color.of, known = render.ParseColor(color.value); !known {
			return b, badInput("error.draw.colour", "Flag", color.flag, "Value", color.value)
		}
	}
	return b, nil
}

// parseWidth reads --size; it is 0 if the flag was not given.
func parseWidth(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	width, err := strconv.Atoi(text)
	if err != nil || width < render.MinSide || width > render.MaxSide {
		return 0, badInput("error.draw.width", "Value", text, "Min", render.MinSide, "Max", render.MaxSide)
	}
	return width, nil
}

// place reads the placement and puts it on the board, with the marks that the
// flags ask for.
func (a *app) place(ctx context.Context, f *drawFlags, arg string, b *render.Board) error {
	options, err := f.readOptions()
	if err != nil {
		return err
	}
	var entry notation.Entry
	found := 0
	err = a.eachEntry(ctx, arg, options, func(e notation.Entry, _ int) error {
		if found++; found > 1 {
			return badInput("error.draw.one", "Name", a.called(arg))
		}
		entry = e
		entry.Squares = slices.Clone(e.Squares)
		return nil
	})
	if err == nil && found == 0 {
		err = nothingIn(arg)
	}
	if err != nil {
		return err
	}
	if entry.Size > render.MaxSize {
		return explainDrawing(&render.SizeError{Size: entry.Size, Max: render.MaxSize}, entry.Size)
	}
	wanted, err := readDemands(f.place, f.block)
	if err != nil {
		return err
	}
	p, err := wanted.problem(entry.Size, b.Base)
	if err != nil {
		return err
	}
	b.Size, b.Given, b.Blocked = p.Size, p.Given, p.Blocked
	a.occupy(f, entry, b)
	return nil
}

// called says what an argument is called in a message.
func (a *app) called(arg string) string {
	if arg == "-" {
		return a.T("check.stdin")
	}
	return arg
}

// occupy puts the queens on the board, says which are off it, and describes
// the picture for those who do not see it.
func (a *app) occupy(f *drawFlags, e notation.Entry, b *render.Board) {
	named := frame{b.Size, b.Base}
	var names, off []string
	for _, s := range distinct(e.Squares) {
		if !s.On(b.Size) {
			off = append(off, named.square(s))
			continue
		}
		b.Queens = append(b.Queens, s)
		names = append(names, notation.FormatSquare(s, b.Size))
	}
	if len(off) > 0 {
		a.note(a.N("draw.offboard", uint64(len(off)), "Squares", quoted(off)))
	}
	if f.crosses {
		b.Crossed = render.Attacked(b.Size, b.Queens)
	}
	if f.attacks {
		b.Lines = render.AttackLines(b.Queens)
	}
	b.Language = a.Tag()
	b.Title = f.title
	if b.Title == "" {
		b.Title = a.N("draw.name", uint64(len(b.Queens)), "Size", b.Size)
	}
	if len(names) > 0 {
		b.Description = a.T("draw.queens", "Squares", strings.Join(names, " "))
	}
	if conflicts := pairs(b.Queens); conflicts > 0 {
		b.Description += " " + a.N("draw.conflicts", conflicts)
	}
}

// pairs counts the pairs of queens that attack each other, by counting the
// queens on each line: there may be too many to look at each pair.
func pairs(squares []queens.Square) uint64 {
	type key struct {
		line queens.Line
		at   int
	}
	on := map[key]uint64{}
	var count uint64
	for _, s := range squares {
		for _, k := range []key{
			{queens.Row, s.Row}, {queens.Column, s.Col},
			{queens.Diagonal, s.Row - s.Col}, {queens.AntiDiagonal, s.Row + s.Col},
		} {
			count += on[k]
			on[k]++
		}
	}
	return count
}
