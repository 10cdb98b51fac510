package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"

	"example.org/queens/count"
	"example.org/queens/count/checkpoint"
	"example.org/queens/count/verify"
)

// A unitKeeper is the store of a count: it keeps the result of every unit for
// the export and the verification, and hands them on to the checkpoint, if
// there is one.
type unitKeeper struct {
	counter *count.Counter
	inner   *checkpoint.Store // nil without a checkpoint
	origins []string          // what counted the units that the checkpoint held
	results []verify.Result
	cost    float64 // of the units in results
	work    float64 // cost of all units
}

// open begins to keep units of a count, with those of the checkpoint at path,
// if one is named.
func (k *unitKeeper) open(counter *count.Counter, path string) error {
	k.counter = counter
	for i := range counter.Units() {
		k.work += counter.Unit(i).Cost
	}
	if path == "" {
		return nil
	}
	var err error
	k.inner, err = checkpoint.Open(path, counter.Splitting(), origin(counter.Kernel()))
	if err != nil {
		return err
	}
	k.origins = k.inner.Origins()
	return k.inner.Load(counter.Splitting(), func(unit int, result uint64) error {
		k.add(counter.Unit(unit), result)
		return nil
	})
}

// Load implements [count.Store].
func (k *unitKeeper) Load(s count.Splitting, yield func(unit int, result uint64) error) error {
	if k.inner == nil {
		return nil
	}
	return k.inner.Load(s, yield)
}

// Save implements [count.Store].
func (k *unitKeeper) Save(unit count.Unit, result uint64) error {
	k.add(unit, result)
	if k.inner == nil {
		return nil
	}
	return k.inner.Save(unit, result)
}

func (k *unitKeeper) add(unit count.Unit, result uint64) {
	k.results = append(k.results, verify.Result{Rows: uint64(unit.Rows), Value: result})
	k.cost += unit.Cost
}

// share returns how much of the work is in the results.
func (k *unitKeeper) share() float64 {
	if len(k.results) == k.counter.Units() {
		return 1
	}
	return k.cost / k.work
}

// close makes the checkpoint durable. Further calls do nothing.
func (k *unitKeeper) close() error {
	if k.inner == nil {
		return nil
	}
	return k.inner.Close()
}

// sorted returns the results in the order of the units.
func (k *unitKeeper) sorted() []verify.Result {
	slices.SortFunc(k.results, func(x, y verify.Result) int { return cmp.Compare(x.Rows, y.Rows) })
	return k.results
}

// exportUnits writes the file of --units, if one was asked for: a head that
// says what the units are, a line a unit in increasing order, and a hash over
// all lines before it. The count is made, so nothing interrupts its writing but
// for a pipe that nobody reads.
func (a *app) exportUnits(ctx context.Context, done *exactCount) error {
	name := done.request.units
	if name == "" {
		return nil
	}
	if info, err := os.Stat(name); err != nil || info.Mode().IsRegular() {
		ctx = context.WithoutCancel(ctx)
	}
	err := writeFile(ctx, name, unitsText(done))
	if status, reason := a.endOf(result{err: err}); reason != "" {
		return &statusError{status, a.T("units.stopped", "File", name, "Reason", reason)}
	}
	return err
}

func unitsText(done *exactCount) []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# unit results of an exact n-queens count\n")
	fmt.Fprintf(&text, "# n %d\n# definition %d\n# splitting %s\n", done.request.n, count.Definition, count.SplittingOf(done.request.n))
	fmt.Fprintf(&text, "# kernel %s\n# version %s\n# total %s\n", done.result.Kernel, versionText(), done.total)
	for _, origin := range done.origins {
		fmt.Fprintf(&text, "# checkpoint %s\n", oneLine(origin))
	}
	fmt.Fprintf(&text, "# rows result\n")
	for _, unit := range done.results {
		fmt.Fprintf(&text, "%d %d\n", unit.Rows, unit.Value)
	}
	fmt.Fprintf(&text, "# sha256 %x\n", sha256.Sum256(text.Bytes()))
	return text.Bytes()
}
