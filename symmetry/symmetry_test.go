package symmetry_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.org/queens"
	"example.org/queens/internal/golden"
	"example.org/queens/symmetry"
)

func largest(short, full int) int {
	if testing.Short() {
		return short
	}
	return full
}

// compose returns the symmetry that acts as first and then second, found by its
// action on every square: no formula, so nothing to share with the package.
func compose(t rapid.TB, first, second symmetry.Symmetry) symmetry.Symmetry {
	const n = 5
	var found []symmetry.Symmetry
	for _, s := range symmetry.All() {
		same := true
		for i := range n * n {
			q := queens.Square{Row: i / n, Col: i % n}
			same = same && s.Square(n, q) == second.Square(n, first.Square(n, q))
		}
		if same {
			found = append(found, s)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%v and then %v act as %v", first, second, found)
	}
	return found[0]
}

func TestGroupAxioms(t *testing.T) {
	all := symmetry.All()
	if len(all) != 8 || all[0] != symmetry.Identity {
		t.Fatalf("symmetries %v", all)
	}
	for _, s := range all {
		if compose(t, symmetry.Identity, s) != s || compose(t, s, symmetry.Identity) != s {
			t.Errorf("the identity changes %v", s)
		}
		products := make(map[symmetry.Symmetry]bool)
		for _, u := range all {
			products[compose(t, s, u)] = true // fails unless it is one of the eight
		}
		if len(products) != 8 || !products[symmetry.Identity] {
			t.Errorf("%v has no inverse", s)
		}
	}
}

func TestNamesMeanWhatTheySay(t *testing.T) {
	corner, beside := queens.Square{Row: 0, Col: 0}, queens.Square{Row: 0, Col: 1}
	tests := []struct {
		s              symmetry.Symmetry
		name           string
		corner, beside string // where 0.0 and 0.1 go on the board of size 4
		order          int
	}{
		{symmetry.Identity, "identity", "0.0", "0.1", 1},
		{symmetry.QuarterTurn, "quarter turn", "0.3", "1.3", 4},
		{symmetry.HalfTurn, "half turn", "3.3", "3.2", 2},
		{symmetry.ThreeQuarterTurn, "three-quarter turn", "3.0", "2.0", 4},
		{symmetry.FlipColumns, "column flip", "0.3", "0.2", 2},
		{symmetry.FlipRows, "row flip", "3.0", "3.1", 2},
		{symmetry.FlipDiagonal, "diagonal flip", "0.0", "1.0", 2},
		{symmetry.FlipAntiDiagonal, "anti-diagonal flip", "3.3", "2.3", 2},
	}
	for i, test := range tests {
		if symmetry.All()[i] != test.s || test.s.String() != test.name {
			t.Errorf("%d is %v, want %s", i, test.s, test.name)
		}
		if a, b := test.s.Square(4, corner).String(), test.s.Square(4, beside).String(); a != test.corner || b != test.beside {
			t.Errorf("%v: corner to %s, its neighbour to %s", test.s, a, b)
		}
		order, power := 1, test.s
		for ; power != symmetry.Identity; order++ {
			power = compose(t, power, test.s)
		}
		if order != test.order {
			t.Errorf("%v has order %d, want %d", test.s, order, test.order)
		}
	}
	if name := symmetry.Symmetry(8).String(); name != "no symmetry" {
		t.Errorf("unknown symmetry is called %q", name)
	}
	for class, want := range []string{"asymmetric", "half-turn", "quarter-turn", "single", "no class"} {
		if name := symmetry.Class(class).String(); name != want {
			t.Errorf("class %d is called %q, want %q", class, name, want)
		}
	}
}

// TestImagesActOnSquares compares the image of a placement with the images of
// its squares, and images of images with the image under the composition.
func TestImagesActOnSquares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 8).Draw(t, "size")
		p := queens.Placement(rapid.Permutation(identity(n)).Draw(t, "placement"))
		before := p.Clone()
		images := symmetry.Images(p)
		for i, s := range symmetry.All() {
			image := s.Image(p)
			if !slices.Equal(image, images[i]) {
				t.Errorf("%v: image %v, in Images %v", s, image, images[i])
			}
			var want []queens.Square
			for _, q := range p.Squares() {
				want = append(want, s.Square(n, q))
			}
			slices.SortFunc(want, queens.Square.Compare)
			if !slices.Equal(image.Squares(), want) {
				t.Errorf("%v: image %v on %v, want %v", s, image, image.Squares(), want)
			}
		}
		s, u := drawSymmetry(t), drawSymmetry(t)
		if twice, once := u.Image(s.Image(p)), compose(t, s, u).Image(p); !slices.Equal(twice, once) {
			t.Errorf("%v and then %v: %v, composed %v", s, u, twice, once)
		}
		if !slices.Equal(p, before) {
			t.Errorf("placement changed to %v", p)
		}
	})
}

func drawSymmetry(t *rapid.T) symmetry.Symmetry {
	return rapid.SampledFrom(symmetry.All()).Draw(t, "symmetry")
}

func identity(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

// TestOrbitStabilizerCanonical holds for any permutation, also for those that a
// mirror leaves unchanged.
func TestOrbitStabilizerCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "size")
		checkOrbit(t, queens.Placement(rapid.Permutation(identity(n)).Draw(t, "placement")))
	})
}

// checkOrbit compares all that the package says about the orbit of p.
func checkOrbit(t rapid.TB, p queens.Placement) {
	orbit, stabilizer, canonical := symmetry.Orbit(p), symmetry.Stabilizer(p), symmetry.Canonical(p)
	if len(orbit)*len(stabilizer) != 8 || symmetry.Whole().OrbitSize(p) != len(orbit) {
		t.Fatalf("%v: orbit of %d (%d), stabiliser %v", p, len(orbit), symmetry.Whole().OrbitSize(p), stabilizer)
	}
	for i, image := range orbit {
		if i > 0 && slices.Compare(orbit[i-1], image) >= 0 {
			t.Fatalf("%v: orbit %v is not ascending", p, orbit)
		}
		if !slices.Equal(symmetry.Canonical(image), orbit[0]) {
			t.Fatalf("%v: canonical member of the image %v is %v", p, image, symmetry.Canonical(image))
		}
		if symmetry.IsFundamental(image) != (i == 0) {
			t.Fatalf("%v: image %d of the orbit is fundamental: %v", p, i, i != 0)
		}
	}
	if !slices.Equal(canonical, orbit[0]) || !slices.ContainsFunc(orbit, func(image queens.Placement) bool { return slices.Equal(image, p) }) {
		t.Fatalf("%v: canonical %v, orbit %v", p, canonical, orbit)
	}
	for _, s := range stabilizer {
		if !slices.Equal(s.Image(p), p) {
			t.Fatalf("%v: changed by %v", p, s)
		}
	}
}

// TestSolutionsBySymmetry counts fundamental solutions and those with each
// symmetry, and each orbit once.
func TestSolutionsBySymmetry(t *testing.T) {
	total, fundamental := golden.Sequence(t, "A000170"), golden.Sequence(t, "A002562")
	half, quarter := golden.Sequence(t, "A032522"), golden.Sequence(t, "A033148")
	classes := classTable(t)
	for n := 1; n <= largest(10, 12); n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			var leaders, turned, quartered, members uint64
			var byClass [4]uint64
			for p := range queens.Solutions(n) {
				byClass[symmetry.ClassOf(p)]++
				if slices.Equal(symmetry.HalfTurn.Image(p), p) {
					turned++
				}
				if slices.Equal(symmetry.QuarterTurn.Image(p), p) {
					quartered++
				}
				if symmetry.IsFundamental(p) {
					leaders++
					members += uint64(len(symmetry.Orbit(p)))
					checkSolutions(t, p)
				}
			}
			got := [...]uint64{members, leaders, turned, quartered}
			if want := [...]uint64{total[n], fundamental[n], half[n], quarter[n]}; got != want {
				t.Errorf("all, fundamental, half turn, quarter turn: %v, want %v", got, want)
			}
			if n == 1 { // the table has the one queen among the quarter turns
				byClass[symmetry.QuarterTurned] += byClass[symmetry.Single]
				byClass[symmetry.Single] = 0
			}
			if byClass != classes[n] {
				t.Errorf("classes %v, want %v", byClass, classes[n])
			}
		})
	}
}

// checkSolutions checks the orbit of a solution, all members of which are.
func checkSolutions(t *testing.T, p queens.Placement) {
	t.Helper()
	checkOrbit(t, p)
	for _, image := range symmetry.Orbit(p) {
		if v := queens.Check(len(p), image.Squares()); !v.Valid() {
			t.Fatalf("%v: image %v is no solution: %+v", p, image, v)
		}
	}
}

// classTable returns the solutions of each size by class.
func classTable(t *testing.T) map[int][4]uint64 {
	table := make(map[int][4]uint64)
	for _, row := range golden.Rows(t, "symclasses.tsv") {
		var classes [4]uint64
		classes[symmetry.QuarterTurned] = golden.Number(t, row[1])
		classes[symmetry.HalfTurned] = golden.Number(t, row[2])
		classes[symmetry.Asymmetric] = golden.Number(t, row[3])
		table[int(golden.Number(t, row[0]))] = classes
	}
	return table
}

// TestHeatmap checks how many solutions use each square, and that the number is
// the same on all images of a square.
func TestHeatmap(t *testing.T) {
	want := golden.Table(t, "heatmap.tsv")
	for n := 1; n <= 8; n++ {
		uses := make(map[queens.Square]uint64)
		for p := range queens.Solutions(n) {
			for _, q := range p.Squares() {
				uses[q]++
			}
		}
		for i := range n * n {
			q := queens.Square{Row: i / n, Col: i % n}
			if uses[q] != want[[3]int{n, q.Row, q.Col}] {
				t.Errorf("n=%d: %d solutions use %v, want %d", n, uses[q], q, want[[3]int{n, q.Row, q.Col}])
			}
			for _, s := range symmetry.All() {
				if image := s.Square(n, q); uses[image] != uses[q] {
					t.Errorf("n=%d: %d solutions use %v and %d its %v %v", n, uses[q], q, uses[image], s, image)
				}
			}
		}
	}
}

func BenchmarkOrbit(b *testing.B) {
	p, _ := queens.First(8)
	b.ReportAllocs()
	for b.Loop() {
		if len(symmetry.Orbit(p)) != 8 {
			b.Fatal("orbit")
		}
	}
}

func BenchmarkIsFundamental(b *testing.B) {
	p, _ := queens.First(8)
	b.ReportAllocs()
	for b.Loop() {
		if !symmetry.IsFundamental(p) {
			b.Fatal("not fundamental")
		}
	}
}
