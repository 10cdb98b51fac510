package kernel

// compressor moves the bits of a mask together (the instruction PEXT) in six steps, after Hacker's Delight,
// section 7-4: step i moves by 2^i those bits that have an odd number of 2^i gaps below them.
type compressor struct {
	mask  uint64
	moves [6]uint64
}

func newCompressor(mask uint64) compressor {
	c := compressor{mask: mask}
	gaps := ^mask << 1
	for i := range c.moves {
		odd := gaps
		for shift := 1; shift < 64; shift *= 2 {
			odd ^= odd << shift
		}
		c.moves[i] = odd & mask
		mask = mask ^ c.moves[i] | c.moves[i]>>(1<<i)
		gaps &^= odd
	}
	return c
}

func (c *compressor) do(x uint64) uint64 {
	x &= c.mask
	for i, move := range c.moves {
		t := x & move
		x = x ^ t | t>>(1<<i)
	}
	return x
}
