package server

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"example.org/queens"
	"example.org/queens/internal/lang"
	"example.org/queens/symmetry"
)

type imagesInput struct {
	Spoken
	Placement string `query:"placement" required:"true" maxLength:"200" example:"0,4,7,5,2,6,1,3" doc:"The column of each row, one queen in every column"`
}

type imageRow struct {
	Symmetry  string           `json:"symmetry" doc:"Which of the eight, as a key: server.symmetry.KEY in the catalog"`
	Name      string           `json:"name" doc:"Its name in the language asked for"`
	Placement queens.Placement `json:"placement"`
	Same      []string         `json:"same" doc:"The other symmetries that give the same image"`
	Fixes     bool             `json:"fixes" doc:"It leaves the placement as it is: it is in the stabiliser"`
}

type imagesBody struct {
	Placement  queens.Placement `json:"placement"`
	Canonical  queens.Placement `json:"canonical" doc:"The least image"`
	Images     []imageRow       `json:"images"`
	Orbit      int              `json:"orbit" doc:"How many different images there are"`
	Stabiliser []string         `json:"stabiliser" doc:"The symmetries that leave the placement as it is"`
	Reason     string           `json:"reason" doc:"Why so many coincide, in the language asked for"`
}

func (s *Server) getImages(_ context.Context, in *imagesInput) (*reply[imagesBody], error) {
	p, ok := permutation(in.Placement)
	if !ok {
		f := bad("server.placement", "Max", MaxBoard)
		f.param = "placement"
		return nil, f
	}
	return with(imagesOf(s.printer(in.Lang, in.Accept), p)), nil
}

// permutation reads columns separated by commas; false if they do not have one
// queen in every column.
func permutation(text string) (queens.Placement, bool) {
	fields := strings.Split(text, ",")
	if len(fields) > MaxBoard {
		return nil, false
	}
	p := make(queens.Placement, len(fields))
	used := make([]bool, len(fields))
	for row, field := range fields {
		col, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || col < 0 || col >= len(p) || used[col] {
			return nil, false
		}
		p[row], used[col] = col, true
	}
	return p, true
}

// imagesOf groups the images of p: s and t give the same one if undoing one and
// doing the other leaves p as it is.
func imagesOf(printer *lang.Printer, p queens.Placement) imagesBody {
	body := imagesBody{Placement: p, Canonical: symmetry.Canonical(p), Orbit: len(symmetry.Orbit(p)), Stabiliser: []string{}}
	images := symmetry.Images(p)
	for i, sym := range symmetry.All() {
		row := imageRow{Symmetry: key(sym), Name: printer.T(symmetryKeys[sym]), Placement: images[i], Same: []string{}}
		for j, other := range symmetry.All() {
			if i != j && slices.Equal(images[i], images[j]) {
				row.Same = append(row.Same, key(other))
			}
		}
		row.Fixes = slices.Equal(images[i], p)
		body.Images = append(body.Images, row)
	}
	var names []string
	for _, sym := range symmetry.Stabilizer(p) {
		body.Stabiliser = append(body.Stabiliser, key(sym))
		if sym != symmetry.Identity {
			names = append(names, printer.T(symmetryKeys[sym]))
		}
	}
	body.Reason = printer.T("server.images.all")
	if len(names) > 0 {
		body.Reason = printer.T("server.images.some", "Names", strings.Join(names, printer.T("list.comma")),
			"Same", len(body.Stabiliser), "Orbit", body.Orbit)
	}
	return body
}

// symmetryKeys are the keys of their names, in the order of [symmetry.All].
var symmetryKeys = [...]string{
	"server.symmetry.identity", "server.symmetry.quarter-turn", "server.symmetry.half-turn", "server.symmetry.three-quarter-turn",
	"server.symmetry.column-flip", "server.symmetry.row-flip", "server.symmetry.diagonal-flip", "server.symmetry.anti-diagonal-flip",
}

// key returns the name of a symmetry as one word.
func key(s symmetry.Symmetry) string { return strings.TrimPrefix(symmetryKeys[s], "server.symmetry.") }
