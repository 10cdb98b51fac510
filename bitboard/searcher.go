package bitboard

import "math/bits"

// The search does not go from node to node but from block to block. A processor
// guesses at every branch, and whether a queen has any free square below it
// cannot be guessed: a wrong guess costs more than a node. So a block of nodes
// of one row is extended at once, by a loop ([expand]) without such a branch,
// into the nodes of the next row, then a block of those, and so on down; when a
// row is exhausted the search returns to the row above. Each step keeps the
// order, so solutions come in lexicographic order as they do from recursion,
// and the work done ahead of a solution is a few blocks at most.
//
// The clear version, which recurses, is the one that can be observed
// ([clearSearch]); it takes about 1.7 times as long.

// A node is a partial placement as the row below its last queen sees it.
type node struct {
	cols, diags, antis uint64
	next               uint64 // free squares of that row
}

// blockSize is the number of nodes that a row can hold, and one more: small
// enough that the rows at work stay in the nearest caches.
const blockSize = 512

// A level holds nodes that wait for a queen in one row; [pos, end) still do.
// What lies before pos are their ancestors.
type level struct {
	nodes    [blockSize]node
	parent   [blockSize]uint16 // index of the node in the level above that it extends
	pos, end int
}

// expand puts a queen on every free square below the nodes [pos, end) of in and
// stores in out, in order, the nodes that have a free square in their next row:
// free are its squares, gap rows down. It returns how many queens it placed and
// how many nodes it stored, for which out must have room.
//
// A node is always stored and then kept or overwritten, and the loop passes on
// to the next node of in by a conditional move, so that its only branch is its
// end: a node without free squares, put at end meanwhile.
func expand(in, out *level, pos, end int, free uint64, gap uint8) (placed, stored int) {
	saved := in.nodes[end].next
	in.nodes[end].next = 0
	from := &in.nodes[pos]
	rest := from.next
	for rest != 0 {
		bit := rest & -rest
		rest &= rest - 1
		cols := from.cols | bit
		diags := (from.diags | bit) << (gap & 63)
		antis := (from.antis | bit) >> (gap & 63)
		next := free &^ (cols | diags | antis)
		to := &out.nodes[stored]
		to.cols, to.diags, to.antis, to.next = cols, diags, antis, next
		out.parent[stored] = uint16(pos)
		keep, step := 0, 0
		if next != 0 {
			keep = 1
		}
		stored += keep
		if rest == 0 {
			step = 1
		}
		pos += step
		from = &in.nodes[pos]
		following := from.next
		if rest == 0 {
			rest = following
		}
		placed++
	}
	in.nodes[end].next = saved
	return placed, stored
}

// A searcher searches below one node at a time; its memory does not grow.
type searcher struct {
	*board
	levels []level
	base   int // row of the node it was started with
	row    int // levels below this one are exhausted

	path   [MaxSize]uint8  // column of the queen in each row of the solution found last
	shared [MaxSize]int    // shared[i] is the node of level i that path goes through, -1 if it is gone
	placed [MaxSize]uint64 // queens placed in each row
}

// An item is a node that can be searched by any searcher of the board.
type item struct {
	node
	row  int            // row of its next queen
	path [MaxSize]uint8 // columns of its queens
}

// root returns the item that is the whole board, which has a row to fill.
func (b *board) root() item { return item{node: node{next: b.free[0]}} }

func newSearcher(b *board) *searcher {
	return &searcher{board: b, levels: make([]level, b.height)}
}

// start makes the searcher search below it.
func (s *searcher) start(it *item) {
	s.base, s.row = it.row, it.row
	s.path = it.path
	l := &s.levels[it.row]
	l.nodes[0] = it.node
	l.pos, l.end = 0, 1
	if it.next == 0 {
		l.end = 0
	}
}

// run searches until about steps queens have been placed, and reports whether
// anything is left to search. It calls found for every solution, which is then
// in path and differs from the one before from the given row on; when found
// returns false it ends at once.
func (s *searcher) run(steps int, found func(from int) bool) (more bool) {
	for steps > 0 {
		l := &s.levels[s.row]
		switch {
		case l.pos == l.end && s.row == s.base:
			return false
		case l.pos == l.end:
			s.row--
		case s.row == s.height-1:
			steps -= l.end - l.pos
			if !s.deliver(l, found) {
				return true
			}
		default:
			steps -= s.descend(l)
		}
	}
	return true
}

// descend expands a block of the current row, so small that its nodes have room
// below: a node in row i has at most height-i free squares.
func (s *searcher) descend(l *level) int {
	end := min(l.pos+(blockSize-1)/(s.height-s.row), l.end)
	below := &s.levels[s.row+1]
	placed, stored := expand(l, below, l.pos, end, s.free[s.row+1], s.gap[s.row])
	l.pos = end
	s.placed[s.row] += uint64(placed)
	s.row++
	below.pos, below.end = 0, stored
	s.shared[s.row] = -1
	return placed
}

// deliver passes on the solutions of the last row, where every node has one
// free square: as many columns are left as rows.
func (s *searcher) deliver(l *level, found func(from int) bool) bool {
	last := s.height - 1
	for l.pos < l.end {
		s.path[last] = uint8(bits.TrailingZeros64(l.nodes[l.pos].next))
		from := s.trace(last, l.pos)
		l.pos++
		s.placed[last]++
		if !found(from) {
			return false
		}
	}
	return true
}

// trace brings path up to date with the ancestors of a node, as far up as they
// have changed, and returns the first row that has.
func (s *searcher) trace(row, index int) int {
	for row > s.base && s.shared[row] != index {
		s.shared[row] = index
		index = s.up(row, index, &s.path)
		row--
	}
	return row
}

// up enters into path the queen that a node added to its parent, and returns
// the index of the parent.
func (s *searcher) up(row, index int, path *[MaxSize]uint8) int {
	l := &s.levels[row]
	parent := int(l.parent[index])
	added := l.nodes[index].cols ^ s.levels[row-1].nodes[parent].cols
	path[row-1] = uint8(bits.TrailingZeros64(added))
	return parent
}

// give takes the nodes that wait in a row out of the search, in order.
func (s *searcher) give(row int, take func(item)) {
	l := &s.levels[row]
	for ; l.pos < l.end; l.pos++ {
		it := item{node: l.nodes[l.pos], row: row, path: s.path}
		for r, index := row, l.pos; r > s.base; r-- {
			index = s.up(r, index, &it.path)
		}
		take(it)
	}
}

// giveAll takes everything that is left out of the search, in order.
func (s *searcher) giveAll(take func(item)) {
	for row := s.row; row >= s.base; row-- {
		s.give(row, take)
	}
}

// forgetAhead takes the queens out of placed that were placed after those of
// the solution found last: the search below the root then has counted what a
// search from node to node would have.
func (s *searcher) forgetAhead() {
	index := s.levels[s.height-1].pos - 1
	for row := s.height - 1; row > 0; row-- {
		index = int(s.levels[row].parent[index])
		above := &s.levels[row-1]
		ahead := bits.OnesCount64(above.nodes[index].next & (^uint64(1) << s.path[row-1]))
		for i := index + 1; i < above.pos; i++ {
			ahead += bits.OnesCount64(above.nodes[i].next)
		}
		s.placed[row-1] -= uint64(ahead)
	}
}
