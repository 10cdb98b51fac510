package server

import (
	"context"
	"errors"
	"slices"

	"example.org/queens"
	"example.org/queens/bitboard"
	"example.org/queens/symmetry"
)

// galleryMax is the largest size whose solutions are kept: 14,200.
const galleryMax = 12

// A gallery is what is known of all solutions of a size. It does not change.
type gallery struct {
	solutions []queens.Placement // in lexicographic order
	orbitOf   []int              // the orbit of each
	orbits    []orbit            // in the order of their least members
	uses      [][]int            // solutions that use each square
}

// An orbit is a set of solutions that are images of each other.
type orbit struct {
	canonical queens.Placement
	members   []int // indices of solutions, increasing
}

// galleries keeps a gallery for each size, once it was asked for: 4 MB if all
// are.
type galleries struct {
	rooms [galleryMax + 1]room
}

// A room is where the gallery of a size is made, by one request at a time.
type room struct {
	busy chan struct{} // holds an element while the gallery is being made or looked for
	made *gallery
}

func newGalleries() (g galleries) {
	for n := range g.rooms {
		g.rooms[n].busy = make(chan struct{}, 1)
	}
	return g
}

// of returns the gallery of size n. If the request that makes it goes away, the
// next one that waits makes it anew.
func (g *galleries) of(ctx context.Context, n int) (*gallery, error) {
	r := &g.rooms[n]
	select {
	case r.busy <- struct{}{}:
		defer func() { <-r.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if r.made == nil {
		made, err := newGallery(ctx, n)
		if err != nil {
			return nil, err
		}
		r.made = made
	}
	return r.made, nil
}

func newGallery(ctx context.Context, n int) (*gallery, error) {
	g := &gallery{uses: make([][]int, n)}
	for row := range g.uses {
		g.uses[row] = make([]int, n)
	}
	for p, err := range queens.All(ctx, bitboard.Engine{}, queens.Problem{Size: n}) {
		if err != nil {
			return nil, errors.Join(ctx.Err(), err)
		}
		g.hang(p)
	}
	return g, nil
}

// hang adds the next solution. The least member of an orbit comes first, and
// orbits are sorted by it.
func (g *gallery) hang(p queens.Placement) {
	for row, col := range p {
		g.uses[row][col]++
	}
	least := symmetry.Canonical(p)
	at, found := slices.BinarySearchFunc(g.orbits, least, func(o orbit, p queens.Placement) int {
		return slices.Compare(o.canonical, p)
	})
	if !found {
		g.orbits = append(g.orbits, orbit{canonical: least})
	}
	g.orbits[at].members = append(g.orbits[at].members, len(g.solutions))
	g.orbitOf = append(g.orbitOf, at)
	g.solutions = append(g.solutions, p)
}
