package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"example.org/queens"
	"example.org/queens/bitboard"
	"example.org/queens/notation"
)

// maxGraded is the largest size whose complete list is graded: a placement of
// 16 columns fits a word of 64 bits, and 14,772,512 of them fit the memory of a
// small machine.
const maxGraded = 16

// maxListed bounds how many missing, duplicated or wrong placements are written
// out each.
const maxListed = 20

// listed is a solution of the list that is graded: its columns, four bits each,
// row 0 highest, so that keys sort as placements do, and its line.
type listed struct {
	key  uint64
	line int
}

// grade collects what is found in a list that should hold every solution once.
type grade struct {
	problem queens.Problem
	base    int // what rows and columns of the list count from
	seen    []listed
	wrong   int
}

// gradeList says whether the list in the one file of args holds every solution
// for the size of --complete exactly once.
func (a *app) gradeList(ctx context.Context, f *checkFlags, args []string) error {
	if len(args) != 1 {
		return badInput("error.complete.files", "Args", quoted(args))
	}
	n, err := sizeOf(f.complete)
	if err != nil {
		return err
	}
	if n > maxGraded {
		return badInput("error.complete.size", "Size", n, "Max", maxGraded)
	}
	options, err := f.readOptions()
	if err != nil {
		return err
	}
	options.Size = n
	g := &grade{}
	d, err := readDemands(f.place, f.block)
	if err != nil {
		return err
	}
	if g.problem, err = d.problem(n, options.Base); err != nil {
		return err
	}
	err = a.eachEntry(ctx, args[0], options, func(e notation.Entry, base int) error { return a.collect(g, e, base) })
	if err != nil {
		return err
	}
	var compared atomic.Uint64
	defer a.progress("progress.found", &compared)()
	return a.writeGrade(ctx, g, &compared)
}

// collect takes one placement of the list.
func (a *app) collect(g *grade, e notation.Entry, base int) error {
	g.base = base
	v := judge(g.problem, e.Squares)
	if e.Size == g.problem.Size && v.Valid() {
		g.seen = append(g.seen, listed{keyOf(v.Queens), e.Line})
		return nil
	}
	g.wrong++
	if g.wrong > maxListed {
		return nil
	}
	if e.Size != g.problem.Size {
		_, err := fmt.Fprintln(a.stdout, a.T("grade.size", "Line", e.Line, "Have", e.Size, "Want", g.problem.Size))
		return err
	}
	fmt.Fprintln(a.stdout, a.T("grade.wrong", "Line", e.Line, "Placement", nameOf(v, base)))
	return a.writeFaults(v, base)
}

// keyOf packs a valid placement into a word.
func keyOf(queens []queens.Square) uint64 {
	var key uint64
	for _, s := range queens {
		key = key<<4 | uint64(s.Col)
	}
	return key
}

// placementOf unpacks a word of n columns.
func placementOf(key uint64, n int) queens.Placement {
	p := make(queens.Placement, n)
	for row := n - 1; row >= 0; row-- {
		p[row] = int(key & 15)
		key >>= 4
	}
	return p
}

// writeGrade compares the collected solutions with all there are.
func (a *app) writeGrade(ctx context.Context, g *grade, compared *atomic.Uint64) error {
	slices.SortFunc(g.seen, func(x, y listed) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.line, y.line))
	})
	duplicated := a.writeDuplicates(g)
	right := slices.CompactFunc(g.seen, func(x, y listed) bool { return x.key == y.key })
	wanted, missing, err := a.writeMissing(ctx, g, right, compared)
	if err != nil {
		return err
	}
	if max(missing, duplicated, g.wrong) > maxListed {
		fmt.Fprintln(a.stdout, a.T("grade.more", "Max", maxListed))
	}
	_, err = fmt.Fprintln(a.stdout, a.T("grade.summary", "Wanted", wanted, "Right", len(right),
		"Missing", missing, "Duplicated", duplicated, "Wrong", g.wrong))
	if err == nil && missing+duplicated+g.wrong > 0 {
		return &statusError{status: exitNo}
	}
	return err
}

// writeDuplicates names the solutions that stand in the list more than once.
func (a *app) writeDuplicates(g *grade) (duplicated int) {
	var first listed
	for i, this := range g.seen {
		if i == 0 || this.key != first.key {
			first = this
			continue
		}
		duplicated++
		if duplicated <= maxListed {
			fmt.Fprintln(a.stdout, a.T("grade.duplicated", "Line", this.line, "First", first.line,
				"Placement", columnsText(placementOf(this.key, g.problem.Size), g.base)))
		}
	}
	return duplicated
}

// writeMissing walks all solutions beside the sorted list and names those that
// are not in it.
func (a *app) writeMissing(ctx context.Context, g *grade, sorted []listed, compared *atomic.Uint64) (wanted, missing int, err error) {
	next := 0
	for solution, err := range queens.All(ctx, bitboard.Engine{}, g.problem) {
		if err != nil {
			return wanted, missing, err
		}
		wanted++
		compared.Store(uint64(wanted))
		if next < len(sorted) && sorted[next].key == keyOf(solution.Squares()) {
			next++
			continue
		}
		missing++
		if missing <= maxListed {
			fmt.Fprintln(a.stdout, a.T("grade.missing", "Placement", columnsText(solution, g.base)))
		}
	}
	return wanted, missing, nil
}
