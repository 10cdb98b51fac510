package main

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"example.org/queens"
	"example.org/queens/render"
)

// sheetFlags are the flags of queens all that ask for a sheet to print, as they
// were written.
type sheetFlags struct{ output, grid string }

// sheetFormat is the --format that asks for a sheet.
const sheetFormat = "pdf"

func (a *app) addSheetFlags(cmd *cobra.Command) *sheetFlags {
	f := &sheetFlags{}
	cmd.Flags().VarP(word{&f.output, "FILE"}, "output", "o", a.T("draw.all.output"))
	cmd.Flags().Var(word{&f.grid, "RxC"}, "grid", a.T("draw.all.grid"))
	return f
}

// wanted reports whether a sheet is asked for, and refuses flags that do not go
// with what is.
func (f *sheetFlags) wanted(format string, countOnly, orbit bool) (bool, error) {
	if !strings.EqualFold(format, sheetFormat) {
		for _, given := range []struct{ flag, value string }{{"--output", f.output}, {"--grid", f.grid}} {
			if given.value != "" {
				return false, badInput("error.draw.sheetonly", "Flag", given.flag)
			}
		}
		return false, nil
	}
	for _, given := range []struct {
		flag string
		is   bool
	}{{"--count-only", countOnly}, {"--orbit", orbit}} {
		if given.is {
			return false, badInput("error.draw.notsheet", "Flag", given.flag)
		}
	}
	return true, nil
}

// writeSheet writes the solutions of r as a sheet, or nothing at all.
func (a *app) writeSheet(ctx context.Context, r *request, f *sheetFlags) error {
	format, err := pictureFormat(sheetFormat, f.output)
	if err != nil {
		return err
	}
	if err := a.refuseTerminal(format, f.output); err != nil {
		return err
	}
	rows, columns, err := parseGrid(f.grid)
	if err != nil {
		return err
	}
	if r.problem.Size > render.MaxSheetSize {
		return explainDrawing(&render.SizeError{Size: r.problem.Size, Max: render.MaxSheetSize}, r.problem.Size)
	}
	sheet := render.NewSheet(rows, columns, a.Tag())
	res := a.search(ctx, r, r.limit, func(p queens.Placement) error {
		return sheet.Add(render.Board{
			Size: r.problem.Size, Queens: p.Squares(), Given: r.problem.Given, Blocked: r.problem.Blocked,
			Caption: a.T("draw.caption", "Number", sheet.Boards()+1, "Columns", columnsText(p, r.base)),
		})
	})
	if err := a.endSheet(r, res); err != nil {
		return err
	}
	var document bytes.Buffer
	err = sheet.Write(&document, a.heading(r, res), func(page, pages int) string {
		return a.T("draw.page", "Page", page, "Pages", pages)
	})
	if err != nil {
		return err
	}
	if err := a.writePicture(ctx, f.output, &document); err != nil {
		return err
	}
	_, reason := a.endOf(res)
	a.note(a.solutions(r, res, reason))
	return nil
}

// endSheet says why there is no sheet, if the search did not end well.
func (a *app) endSheet(r *request, res result) error {
	if r.stats {
		a.printStats(r, res)
	}
	status, reason := a.endOf(res)
	if status != exitDone {
		return &statusError{status, a.T("draw.unwritten", "Solutions", a.solutions(r, res, ""), "Reason", reason)}
	}
	if res.err != nil && !errors.Is(res.err, queens.ErrStopped) {
		return explainDrawing(res.err, r.problem.Size)
	}
	return nil
}

// heading is what stands above every page.
func (a *app) heading(r *request, res result) string {
	key := "draw.heading"
	if r.fundamental {
		key = "draw.heading.fundamental"
	}
	text := a.N(key, res.delivered, "Size", r.problem.Size)
	if res.limited {
		text = a.T("draw.heading.cut", "Heading", text)
	}
	return text
}

// parseGrid reads --grid, the rows and columns of boards on a page.
func parseGrid(text string) (rows, columns int, err error) {
	if text == "" {
		return 4, 3, nil
	}
	first, second, _ := strings.Cut(strings.ToLower(text), "x")
	rows, failed := strconv.Atoi(first)
	columns, bad := strconv.Atoi(second)
	if errors.Join(failed, bad) != nil || min(rows, columns) < 1 || max(rows, columns) > render.MaxGrid {
		return 0, 0, badInput("error.draw.grid", "Value", text, "Max", render.MaxGrid)
	}
	return rows, columns, nil
}
