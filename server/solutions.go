package server

import (
	"context"
	"strconv"

	"example.org/queens"
	"example.org/queens/symmetry"
)

type GalleryInput struct {
	Spoken
	N int `query:"n" required:"true" minimum:"1" maximum:"12"`
}

type solutionsInput struct {
	GalleryInput
	Offset int `query:"offset" minimum:"0" maximum:"1000000" doc:"The first one wanted, from 0"`
	Count  int `query:"count" minimum:"0" maximum:"2000" default:"100" doc:"How many are wanted"`
}

type solutionsBody struct {
	N         int                `json:"n"`
	Total     string             `json:"total" doc:"How many solutions there are"`
	Offset    int                `json:"offset" doc:"The index of the first one here"`
	Solutions []queens.Placement `json:"solutions" doc:"The columns of each"`
	Orbits    []int              `json:"orbits" doc:"The index of the orbit of each"`
}

func (s *Server) getSolutions(ctx context.Context, in *solutionsInput) (*reply[solutionsBody], error) {
	g, err := s.of(ctx, in.N)
	if err != nil {
		return nil, err
	}
	from := min(in.Offset, len(g.solutions))
	to := min(from+in.Count, len(g.solutions))
	body := solutionsBody{
		N: in.N, Total: strconv.Itoa(len(g.solutions)), Offset: from,
		Solutions: append([]queens.Placement{}, g.solutions[from:to]...),
		Orbits:    append([]int{}, g.orbitOf[from:to]...),
	}
	return with(body), nil
}

type orbitRow struct {
	Canonical queens.Placement `json:"canonical" doc:"The least member"`
	Size      int              `json:"size" doc:"How many members: 8, 4, 2 or 1"`
	Class     string           `json:"class" enum:"asymmetric,half-turn,quarter-turn,single"`
	Members   []int            `json:"members" doc:"Indices of solutions"`
}

func (s *Server) getOrbits(ctx context.Context, in *GalleryInput) (*reply[[]orbitRow], error) {
	g, err := s.of(ctx, in.N)
	if err != nil {
		return nil, err
	}
	rows := make([]orbitRow, len(g.orbits))
	for i, o := range g.orbits {
		rows[i] = orbitRow{o.canonical, len(o.members), symmetry.ClassOf(o.canonical).String(), o.members}
	}
	return with(rows), nil
}

type heatmapBody struct {
	N     int        `json:"n"`
	Total string     `json:"total" doc:"How many solutions there are"`
	Uses  [][]string `json:"uses" doc:"For each row and column, how many of them have a queen there"`
}

func (s *Server) getHeatmap(ctx context.Context, in *GalleryInput) (*reply[heatmapBody], error) {
	g, err := s.of(ctx, in.N)
	if err != nil {
		return nil, err
	}
	body := heatmapBody{N: in.N, Total: strconv.Itoa(len(g.solutions)), Uses: make([][]string, in.N)}
	for row, counts := range g.uses {
		for _, count := range counts {
			body.Uses[row] = append(body.Uses[row], strconv.Itoa(count))
		}
	}
	return with(body), nil
}
