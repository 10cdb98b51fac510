package main

import "example.org/queens/count"

// liar is the program as a worker whose results are wrong in one unit of seven.
func liar() {
	spoil = func(unit count.Unit, result uint64) uint64 {
		if unit.Index%7 == 3 {
			return result + 8
		}
		return result
	}
	main()
}
