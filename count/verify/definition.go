package verify

// This file says which squares a counted solution may use and what it weighs: definition 1 of docs/counting.md.

// even adds the unit result of rows for n = 2M: solutions whose west half uses a row set of the orbit,
// without a queen on the eastern half of a long diagonal, times two for each long diagonal in use.
func even(s *search, rows uint64) {
	n, m := s.n, s.n/2
	west := uint64(1)<<m - 1
	s.longDiagonalsDouble = true
	for _, w := range orbit(n, rows) {
		for r := range n {
			if w>>r&1 == 1 {
				s.allowed[r] = west
			} else {
				s.allowed[r] = west << m &^ (1<<r | 1<<(n-1-r))
			}
		}
		s.run(1)
	}
}

// odd adds the unit result of rows for n = 2M+1, both kinds of counted solutions.
func odd(s *search, rows uint64) {
	m := s.n / 2
	for _, e := range orbit(s.n, rows) {
		for y := range s.n {
			if e>>y&1 == 0 && y != m {
				s.allowHalves(e, y)
				s.allowed[m] = nearer(m, y)
				s.run(4)
			}
		}
	}
	members := withComplements(s.n, rows)
	for _, other := range members {
		if other < rows {
			return // the centre queen's solutions belong to the unit named other
		}
	}
	for _, e := range members {
		s.allowHalves(e, m) // the queen of row m, the middle column's: in the centre
		s.run(1)
	}
}

// allowHalves lets the rows of e use the columns east of the middle one, row y the middle
// column, and the other rows the columns west of it.
func (s *search) allowHalves(e uint64, y int) {
	m := s.n / 2
	west := uint64(1)<<m - 1
	for r := range s.n {
		switch {
		case r == y:
			s.allowed[r] = 1 << m
		case e>>r&1 == 1:
			s.allowed[r] = west << (m + 1)
		default:
			s.allowed[r] = west
		}
	}
}

// nearer returns the columns x west of the middle m with |x-m| < |y-m|.
func nearer(m, y int) uint64 {
	distance := y - m
	if distance < 0 {
		distance = -distance
	}
	var columns uint64
	for x := m - 1; m-x < distance; x-- {
		columns |= 1 << x
	}
	return columns
}
