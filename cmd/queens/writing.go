package main

import (
	"example.org/queens"
	"example.org/queens/notation"
	"example.org/queens/symmetry"
)

// placementWriter writes the solutions of a request in its form.
type placementWriter struct {
	*notation.Writer
	orbit bool // write the symmetry class too
	eager bool // someone is watching: hand over each solution at once
	app   *app
}

// newPlacementWriter returns the writer for a --format, fallback if that was
// not given.
func (a *app) newPlacementWriter(r *request, format string, fallback notation.Form, orbit bool) (*placementWriter, error) {
	form, err := findForm(format, fallback)
	if err != nil {
		return nil, err
	}
	if orbit && form != notation.JSON {
		return nil, badInput("error.orbit", "Name", form)
	}
	if info := form.Info(); r.problem.Size > info.MaxSize {
		return nil, &notation.SizeError{Form: form, Size: r.problem.Size, Max: info.MaxSize}
	}
	a.listing = isTerminal(a.out)
	return &placementWriter{
		Writer: notation.NewWriter(a.stdout, form, notation.Options{Base: r.base}),
		orbit:  orbit, eager: a.listing, app: a,
	}, nil
}

// write writes one solution.
func (w *placementWriter) write(p queens.Placement) error {
	err := w.one(p)
	if err == nil && w.eager {
		err = w.Flush()
	}
	return err
}

func (w *placementWriter) one(p queens.Placement) error {
	if !w.orbit {
		return w.Write(p)
	}
	orbit := symmetry.Orbit(p)
	return w.WriteOrbit(p, notation.Orbit{Size: len(orbit), Canonical: orbit[0]})
}

// Flush hands everything written so far to the stream behind the buffers.
func (w *placementWriter) Flush() error {
	if err := w.Writer.Flush(); err != nil {
		return err
	}
	return w.app.stdout.Flush()
}
