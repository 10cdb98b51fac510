package count

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"example.org/queens/internal/kernel"
)

// cells returns the placement of a quarter as cells of the board, and its word by the definition of board.
func wordOf(b board, cells [][2]int) (w uint64) {
	for _, c := range cells {
		r, dx := c[0], c[1]
		if line := r - dx - 1; line >= 0 {
			w |= anti(line)
		}
		w |= diag(r + dx + b.odd)
	}
	return w
}

// TestQuarters compares the quarters of each row set with all placements, found cell by cell.
func TestQuarters(t *testing.T) {
	for n := 2; n <= 13; n++ {
		b := newBoard(n)
		want := map[[2]uint32]map[uint64]int{}
		total := 0
		var place func(r int, cells [][2]int)
		place = func(r int, cells [][2]int) {
			if r == b.m {
				var key [2]uint32
				for _, c := range cells {
					key[0] |= 1 << c[0]
					key[1] |= 1 << c[1]
				}
				if want[key] == nil {
					want[key] = map[uint64]int{}
				}
				want[key][wordOf(b, cells)]++
				total++
				return
			}
			place(r+1, cells)
			for dx := range b.m {
				free := true
				for _, c := range cells {
					d := c[1] - dx
					free = free && d != 0 && d != r-c[0] && d != c[0]-r
				}
				if free {
					place(r+1, append(cells[:len(cells):len(cells)], [2]int{r, dx}))
				}
			}
		}
		place(0, nil)
		if total != int(placements[b.m]) {
			t.Errorf("m=%d: %d placements, the table says %v", b.m, total, placements[b.m])
		}
		q := newQuarters(b, false)
		for rows := range uint32(1) << b.m {
			got := q.get(rows)
			for cols := range uint32(1) << b.m {
				list := listOf(got.north, cols)
				south := listOf(got.south, cols)
				seen := map[uint64]int{}
				for i, w := range list {
					seen[w]++
					if south[i] != b.flip(w) || b.flip(b.flip(w)) != w {
						t.Fatalf("n=%d: flip of %#x", n, w)
					}
				}
				if !sameCounts(seen, want[[2]uint32{rows, cols}]) {
					t.Fatalf("n=%d rows %b cols %b: %v, want %v", n, rows, cols, seen, want[[2]uint32{rows, cols}])
				}
			}
		}
	}
}

func listOf(s kernel.Slice, c uint32) []uint64 { return s.Words[s.Start[c]:s.Start[c+1]] }

func sameCounts(a, b map[uint64]int) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}

func TestReverse(t *testing.T) {
	if got := reverse(0b0011010, 7); got != 0b0101100 {
		t.Errorf("%b", got)
	}
}

func TestSubsets(t *testing.T) {
	for n := range 12 {
		for k := range n + 1 {
			last, count := -1, 0
			forSubsets(n, k, func(x uint32) {
				if bits.OnesCount32(x) != k || int(x) <= last || x >= 1<<n {
					t.Errorf("%d of %d: %b after %b", k, n, x, last)
				}
				last = int(x)
				count++
			})
			if want := binomial(n, k); count != want {
				t.Errorf("%d of %d: %d subsets, want %d", k, n, count, want)
			}
		}
	}
}

func binomial(n, k int) int {
	if k == 0 {
		return 1
	}
	return binomial(n-1, k-1) * n / k
}

// TestCuts checks that packing loses nothing: two words share a relevant bit if and only if they share a bit of their
// ordered keys or of what is packed.
func TestCuts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		relevant := r.Uint64() & r.Uint64N(1<<50)
		for bits.OnesCount64(relevant) > 40 {
			relevant &= relevant - 1
		}
		var west, east [wordBits]uint32
		for i := range west {
			west[i], east[i] = r.Uint32N(64), r.Uint32N(64)
		}
		c := cuts{pack: 32}
		c.choose(relevant, r.IntN(10), &west, &east)
		if c.mask|c.rest != relevant || c.mask&c.rest != 0 || c.restBits+c.spare > 32 || len(c.order) != 1<<c.n {
			t.Fatalf("%+v of %#x", c, relevant)
		}
		seen := map[uint32]bool{}
		for _, k := range c.order {
			seen[k] = true
		}
		if len(seen) != len(c.order) {
			t.Fatalf("order repeats: %v", c.order)
		}
	}
}

// TestPacking counts with fewer packed bits than there are, so that more cuts than wanted are forced, as in large boards.
func TestPacking(t *testing.T) {
	q := published(t)
	sizes := []int{12, 13}
	if raceEnabled { // a minute, of one goroutine
		sizes = []int{9, 10}
	}
	for _, n := range sizes {
		for _, pack := range []int{1, 7, 10, 20} {
			c := counter(t, n, Options{Threads: 1})
			w := c.Worker()
			w.cuts.pack = pack
			if 2*n-2 > pack+maxCuts {
				continue
			}
			var sum uint64
			for i := range c.Units() {
				v, err := w.Count(t.Context(), c.Unit(i))
				if err != nil {
					t.Fatal(err)
				}
				sum += v
			}
			if sum != q[n] {
				t.Errorf("n=%d with %d bits: %d, want %d", n, pack, sum, q[n])
			}
		}
	}
}
