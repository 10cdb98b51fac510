package classes

import (
	"context"
	"math/bits"
	"sync/atomic"
)

// MaxHalfTurn is the largest N that [HalfTurn] takes; its bit masks end there.
const MaxHalfTurn = 32

// HalfTurn returns R180(N), the number of solutions on the n x n board that a half turn leaves
// unchanged (OEIS A032522), for 1 <= n <= MaxHalfTurn. Below 1, threads means one for each processor.
// When ctx ends it returns the context's error, otherwise the only error is a [*SizeError].
//
// Take the centre of the board as origin and twice the distances as coordinates. A half turn maps
// the queen (x, y) to (-x, -y): together they use the rows ±y, the columns ±x, the
// diagonals ±(x-y) and the anti-diagonals ±(x+y). Let u = |x| and v = |y|. If x and y have the same sign
// the pair of queens uses diagonal ±(u-v) and anti-diagonal ±(u+v), otherwise the other way round. So a solution is a
// permutation u(v) of the distances without fixed points, and for every v one of the two ways,
// such that no diagonal and no anti-diagonal is used twice.
//
// The mirror exchanges the two ways for all v at once; the transposition inverts the permutation and
// keeps the ways. So the search fixes the way of the innermost row, takes only permutations
// whose innermost row holds a lesser distance than their inverse does, and weighs by 2 or 4.
// It places the innermost row and column first and then the rows outwards: near the centre a
// queen attacks most (three times fewer nodes at n = 22 than from the border inwards).
func HalfTurn(ctx context.Context, n, threads int) (uint64, error) {
	if err := checkSize(n, MaxHalfTurn); err != nil {
		return 0, err
	}
	if n == 1 {
		return 1, ctx.Err()
	}
	s := halfTurn{offset: 1 + n%2}
	tasks := s.tasks(n / 2)
	var total atomic.Uint64
	err := each(ctx, threads, len(tasks), func(i int, stop *atomic.Bool) {
		t := tasks[i]
		total.Add(t.weight * s.count(t.rows, t.state, stop))
	})
	if err != nil {
		return 0, err
	}
	return total.Load(), nil
}

// halfTurn is the search for solutions fixed by a half turn. Rows and columns at the same distance
// from the centre share an index: i stands for 2i+1 if n is even and for 2i+2 if n is odd,
// so that half the difference and sum of i and j are i-j and i+j+offset.
type halfTurn struct{ offset int }

// turnState is the occupied part of the board. In diags and antis the diagonals with the half
// numbers k and -k are the bits middle+k and middle-k, both set or both clear.
type turnState struct {
	cols         uint32 // free column indices
	diags, antis uint64 // occupied; bit middle (the long diagonals) is always set
}

const middle = 32

// both returns the diagonals with the half numbers k and -k.
func both(k int) uint64 { return 1<<(middle+k) | 1<<(middle-k) }

// place puts the queens of row index j into column index i, x and y having the same sign or not.
func (s *halfTurn) place(t turnState, i, j int, same bool) turnState {
	difference, sum := both(i-j), both(i+j+s.offset)
	if !same {
		difference, sum = sum, difference
	}
	return turnState{t.cols &^ (1 << i), t.diags | difference, t.antis | sum}
}

// choices returns the column indices open to row index j, with equal and with different signs.
func (s *halfTurn) choices(t turnState, j int) (same, differ uint64) {
	difference, sum := middle-j, middle+j+s.offset // where column index 0 is in the masks
	same = uint64(t.cols) &^ (t.diags >> difference) &^ (t.antis >> sum)
	differ = uint64(t.cols) &^ (t.antis >> difference) &^ (t.diags >> sum)
	return same, differ
}

// A turnTask is a part of the search: the solutions that extend state to the rows left,
// each counted weight times. The lowest row left is next.
type turnTask struct {
	state  turnState
	rows   uint32
	weight uint64
}

// tasks places the innermost row and column of a quarter of m distances in every way the
// symmetries leave, and one row more.
func (s *halfTurn) tasks(m int) []turnTask {
	all := uint32(1)<<m - 1
	empty := turnState{cols: all, diags: both(0), antis: both(0)}
	var tasks []turnTask
	first, _ := s.choices(empty, 0)
	for ; first != 0; first &= first - 1 {
		a := bits.TrailingZeros64(first) // column index of row index 0
		t := s.place(empty, a, 0, true)
		for b := a; b < m; b++ { // row index of column index 0
			weight := uint64(4)
			if a == b {
				weight = 2
			}
			same, differ := s.choices(t, b)
			if same&1 != 0 {
				tasks = s.split(tasks, turnTask{s.place(t, 0, b, true), all &^ 1 &^ (1 << b), weight})
			}
			if differ&1 != 0 {
				tasks = s.split(tasks, turnTask{s.place(t, 0, b, false), all &^ 1 &^ (1 << b), weight})
			}
		}
	}
	return tasks
}

// split appends a task for every choice in the next row of t, or t itself if no row is left.
func (s *halfTurn) split(tasks []turnTask, t turnTask) []turnTask {
	if t.rows == 0 {
		return append(tasks, t)
	}
	j := bits.TrailingZeros32(t.rows)
	same, differ := s.choices(t.state, j)
	for ; same != 0; same &= same - 1 {
		tasks = append(tasks, turnTask{s.place(t.state, bits.TrailingZeros64(same), j, true), t.rows & (t.rows - 1), t.weight})
	}
	for ; differ != 0; differ &= differ - 1 {
		tasks = append(tasks, turnTask{s.place(t.state, bits.TrailingZeros64(differ), j, false), t.rows & (t.rows - 1), t.weight})
	}
	return tasks
}

// pollRows is the number of rows left from which a subtree is too small to ask whether to stop:
// it takes microseconds.
const pollRows = 6

// count returns in how many ways t extends to the rows left, or less once stop is true.
func (s *halfTurn) count(rows uint32, t turnState, stop *atomic.Bool) uint64 {
	if rows == 0 {
		return 1
	}
	if bits.OnesCount32(rows) > pollRows && stop.Load() {
		return 0
	}
	j := bits.TrailingZeros32(rows)
	rows &= rows - 1
	same, differ := s.choices(t, j)
	if rows == 0 {
		return uint64(bits.OnesCount64(same) + bits.OnesCount64(differ))
	}
	var total uint64
	for ; same != 0; same &= same - 1 {
		total += s.count(rows, s.place(t, bits.TrailingZeros64(same), j, true), stop)
	}
	for ; differ != 0; differ &= differ - 1 {
		total += s.count(rows, s.place(t, bits.TrailingZeros64(differ), j, false), stop)
	}
	return total
}
