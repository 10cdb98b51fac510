// Package methods lists every engine of this module in one table: what it is,
// up to what size it goes, what it delivers and in what order. To add an
// engine, add a row; the tests of this package then try it on everything that
// the row claims.
package methods

import (
	"slices"

	"example.org/queens"
	"example.org/queens/backtrack"
	"example.org/queens/bitboard"
	"example.org/queens/construct"
	"example.org/queens/internal/nearest"
	"example.org/queens/iterative"
	"example.org/queens/marks2d"
	"example.org/queens/odometer"
	"example.org/queens/restarts"
	"example.org/queens/shuffle"
)

// An Order is the order in which a method delivers solutions.
type Order string

// The orders.
const (
	Lexicographic Order = "lexicographic" // by the columns, row 0 first
	Random        Order = "random"        // drawn anew, so that the same one may come again
	Single        Order = "single"        // one, so there is no order
)

// A Delivery is how many solutions a method delivers.
type Delivery string

// The deliveries.
const (
	All    Delivery = "all"    // every solution once
	Stream Delivery = "stream" // random ones without end
	One    Delivery = "one"    // one, if any exists
)

// everything is what most methods honour.
const everything = queens.GivenQueens | queens.BlockedSquares

// Options are the wishes that some methods take; the others ignore them.
type Options struct {
	Seed    uint64 // for methods that are Seeded
	Tries   uint64 // for methods that are Bounded: tries after which they give up; 0 for no bound
	Threads int    // for methods that are Parallel; below 2 for one
}

// A Method is one row of the table.
type Method struct {
	Name     string
	English  string // one line
	Chinese  string // one line
	MaxSize  int    // largest size it takes; for shuffle that of a board without given queens
	Order    Order
	Delivers Delivery
	Honours  queens.Constraint // the constraints it takes
	Seeded   bool              // it takes Options.Seed
	Bounded  bool              // it takes Options.Tries
	Parallel bool              // it takes Options.Threads

	engine func(Options) queens.Engine
}

// New returns an engine of the method. Unlike one made by its own package it
// names, where it refuses a constraint, the methods that take it.
func (m Method) New(o Options) queens.Engine {
	if m.Honours == everything {
		return m.engine(o)
	}
	return adviser{m.engine(o)}
}

// Observable reports whether the engines of the method can tell what they do,
// see [queens.Observable].
func (m Method) Observable() bool {
	_, ok := m.engine(Options{}).(queens.Observable)
	return ok
}

// Table returns all methods, always in the same order. The slice is fresh.
func Table() []Method {
	return []Method{
		{
			Name:    "backtrack",
			English: "row by row with three arrays of marks, recursively: the reference",
			Chinese: "回溯法（递归）：逐行放置，用三个一维数组标记列和两条对角线；其他方法以它为准",
			MaxSize: backtrack.MaxSize, Order: Lexicographic, Delivers: All, Honours: everything,
			engine: func(Options) queens.Engine { return backtrack.Engine{} },
		},
		{
			Name:    "marks2d",
			English: "the same search with one two-dimensional array of 0, 1 and 2",
			Chinese: "同样的回溯，改用一个二维数组：0 空，1 皇后，2 受攻击",
			MaxSize: marks2d.MaxSize, Order: Lexicographic, Delivers: All, Honours: everything,
			engine: func(Options) queens.Engine { return marks2d.Engine{} },
		},
		{
			Name:    "iterative",
			English: "the same search as a loop, without recursion",
			Chinese: "同样的回溯，用循环代替递归",
			MaxSize: iterative.MaxSize, Order: Lexicographic, Delivers: All, Honours: everything,
			engine: func(Options) queens.Engine { return iterative.Engine{} },
		},
		{
			Name:    "shuffle",
			English: "shuffles the columns until no two queens attack each other",
			Chinese: "洗牌法：随机打乱各列，直到皇后互不攻击",
			MaxSize: shuffle.MaxSize, Order: Random, Delivers: Stream, Honours: everything, Seeded: true, Bounded: true,
			engine: func(o Options) queens.Engine { return shuffle.Engine{Seed: o.Seed, MaxTries: o.Tries} },
		},
		{
			Name:    "odometer",
			English: "counts in base n and checks every number",
			Chinese: "计数法：按 n 进制逐个数下去，每个数都检查",
			MaxSize: odometer.MaxSize, Order: Lexicographic, Delivers: All, Honours: everything,
			engine: func(Options) queens.Engine { return odometer.Engine{} },
		},
		{
			Name:    "bitboard",
			English: "row by row with one machine word a row: the fastest that delivers every solution",
			Chinese: "位运算：每行一个机器字，是给出全部解的方法中最快的",
			MaxSize: bitboard.MaxSize, Order: Lexicographic, Delivers: All, Honours: everything, Parallel: true,
			engine: func(o Options) queens.Engine { return bitboard.Engine{Threads: o.Threads} },
		},
		{
			Name:    "construct",
			English: "writes one solution down by a rule, without searching",
			Chinese: "构造法：按公式直接写出一个解，无需搜索",
			MaxSize: construct.MaxSize, Order: Single, Delivers: One,
			engine: func(Options) queens.Engine { return construct.Engine{} },
		},
		{
			Name:    "restarts",
			English: "one solution of a large board: random choices in the tightest row or column, starting anew when stuck",
			Chinese: "重启法：求大棋盘的一个解；总在余地最小的行或列随机放置，受阻就重新开始",
			MaxSize: restarts.MaxSize, Order: Single, Delivers: One, Honours: everything, Seeded: true,
			engine: func(o Options) queens.Engine { return restarts.Engine{Seed: o.Seed} },
		},
	}
}

// Find returns the method of a name; false if there is none.
func Find(name string) (Method, bool) {
	table := Table()
	i := slices.IndexFunc(table, func(m Method) bool { return m.Name == name })
	if i < 0 {
		return Method{}, false
	}
	return table[i], true
}

// Nearest returns the name of the method that someone who wrote name may have
// meant; "" if none is near enough.
func Nearest(name string) string {
	return nearest.Of(name, names(func(Method) bool { return true }))
}

// Honouring returns the names of the methods that take all the constraints, in
// the order of the table.
func Honouring(c queens.Constraint) []string {
	return names(func(m Method) bool { return c&^m.Honours == 0 })
}

// names returns the names of the methods that are wanted.
func names(want func(Method) bool) []string {
	var list []string
	for _, m := range Table() {
		if want(m) {
			list = append(list, m.Name)
		}
	}
	return list
}
