package cluster

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// bbolt trusts the pages of its file: a page that is cut off or damaged makes it panic, on opening for writing in a goroutine of
// its own, where nothing can be done about it, and a cycle of pages ends the process. So all pages that are in use are read and
// checked before.

// damage says what is wrong with the contents of a ledger.
type damage string

func (d damage) Error() string { return string(d) }

// Of the format of bbolt's files; numbers are in the order of the machine.
const (
	pageHeader   = 16 // id 8, flags 2, count 2, overflow 4
	pageElement  = 16 // of a branch: position 4, key 4, page 8; of a leaf: flags 4, position 4, key 4, value 4
	bucketHeader = 16 // root page 8, sequence 8
	metaLength   = 64 // magic 4, version 4, page size 4, flags 4, root bucket 16, freelist 8, pages 8, transaction 8, sum 8
	metaMagic    = 0xED0CDAED
	metaVersion  = 2

	branchPage = 1
	leafPage   = 2
	bucketLeaf = 1

	leastPage, mostPage = 1 << 10, 16 << 20
)

var order = binary.NativeEndian

// pages are those of a file that is being checked.
type pages struct {
	file  io.ReaderAt
	size  uint64 // of a page
	count uint64
	seen  []uint64 // a bit a page
}

// checkPages checks that every page of a bbolt file that is in use is there, is used once, and holds what it should in the right order.
func checkPages(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	p := &pages{file: file}
	root, err := p.readMeta(info.Size())
	if err != nil {
		return err
	}
	if have := uint64(info.Size()) / p.size; have < p.count {
		return damage(fmt.Sprintf("it is cut off: %d of %d pages are there", have, p.count))
	}
	p.seen = make([]uint64, p.count/64+1)
	p.seen[0] = 3
	return p.check(root, nil, nil)
}

// readMeta finds the newest of the two descriptions of the file, and the first page of the tree.
func (p *pages) readMeta(fileSize int64) (root uint64, err error) {
	newest := uint64(0)
	found := false
	take := func(at int64) error {
		b := make([]byte, pageHeader+metaLength)
		if _, err := p.file.ReadAt(b, at); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		m := b[pageHeader:]
		hash := fnv.New64a()
		hash.Write(m[:metaLength-8])
		size := uint64(order.Uint32(m[8:]))
		if order.Uint32(m) != metaMagic || order.Uint32(m[4:]) != metaVersion || order.Uint64(m[56:]) != hash.Sum64() ||
			size < leastPage || size > mostPage || at > 0 && uint64(at) != size {
			return nil
		}
		if transaction := order.Uint64(m[48:]); !found || transaction > newest {
			found, newest = true, transaction
			p.size, root, p.count = size, order.Uint64(m[16:]), order.Uint64(m[40:])
		}
		return nil
	}
	if err := take(0); err != nil {
		return 0, err
	}
	for at := int64(leastPage); at <= mostPage && at < fileSize; at *= 2 {
		if err := take(at); err != nil {
			return 0, err
		}
	}
	if !found {
		return 0, damage("it is no ledger, or its first pages are lost")
	}
	return root, nil
}

// check checks a page and all below it: its keys must be from least to below most, if those are not nil.
func (p *pages) check(id uint64, least, most []byte) error {
	b, err := p.read(id)
	if err != nil {
		return err
	}
	if err := p.checkContents(b, least, most); err != nil {
		if _, ok := errors.AsType[damage](err); ok {
			return err
		}
		return fmt.Errorf("page %d: %w", id, err)
	}
	return nil
}

// read reads a page with its overflow.
func (p *pages) read(id uint64) ([]byte, error) {
	if id < 2 || id >= p.count {
		return nil, damage(fmt.Sprintf("there is no page %d", id))
	}
	b := make([]byte, p.size)
	if err := p.readAt(b, id); err != nil {
		return nil, err
	}
	more := uint64(order.Uint32(b[12:]))
	if order.Uint64(b) != id || more >= p.count-id {
		return nil, damage(fmt.Sprintf("page %d is another", id))
	}
	for i := id; i <= id+more; i++ {
		if p.seen[i/64]>>(i%64)&1 == 1 {
			return nil, damage(fmt.Sprintf("page %d is used twice", i))
		}
		p.seen[i/64] |= 1 << (i % 64)
	}
	if more > 0 {
		b = append(b, make([]byte, more*p.size)...)
		return b, p.readAt(b[p.size:], id+1)
	}
	return b, nil
}

func (p *pages) readAt(b []byte, id uint64) error {
	_, err := p.file.ReadAt(b, int64(id*p.size))
	if errors.Is(err, io.EOF) {
		return damage(fmt.Sprintf("it is cut off in page %d", id))
	}
	return err
}

func (p *pages) checkContents(b []byte, least, most []byte) error {
	if len(b) < pageHeader {
		return damage("a bucket is cut off")
	}
	flags, count := order.Uint16(b[8:]), int(order.Uint16(b[10:]))
	if flags != branchPage && flags != leafPage || flags == branchPage && count == 0 || pageHeader+count*pageElement > len(b) {
		return damage(fmt.Sprintf("page %d is none of a tree", order.Uint64(b)))
	}
	keys := make([][]byte, count)
	for i := range keys {
		at := pageHeader + i*pageElement
		e := b[at:]
		var position, key, value uint64
		if flags == branchPage {
			position, key = uint64(order.Uint32(e)), uint64(order.Uint32(e[4:]))
		} else {
			position, key, value = uint64(order.Uint32(e[4:])), uint64(order.Uint32(e[8:])), uint64(order.Uint32(e[12:]))
		}
		position += uint64(at)
		if position < uint64(pageHeader+count*pageElement) || position+key+value > uint64(len(b)) {
			return damage(fmt.Sprintf("page %d: entry %d is outside of it", order.Uint64(b), i))
		}
		keys[i] = b[position : position+key]
		if key == 0 || least != nil && bytes.Compare(keys[i], least) < 0 || most != nil && bytes.Compare(keys[i], most) >= 0 ||
			i > 0 && bytes.Compare(keys[i], keys[i-1]) <= 0 {
			return damage(fmt.Sprintf("page %d: entry %d is out of order", order.Uint64(b), i))
		}
		if flags == leafPage {
			if err := p.checkValue(order.Uint32(e), b[position+key:position+key+value]); err != nil {
				return err
			}
		}
	}
	if flags == leafPage {
		return nil
	}
	for i, key := range keys {
		next := most
		if i+1 < count {
			next = keys[i+1]
		}
		if err := p.check(order.Uint64(b[pageHeader+i*pageElement+8:]), key, next); err != nil {
			return err
		}
	}
	return nil
}

// checkValue checks the value of an entry, which may be a bucket: a page somewhere, or one within the value.
func (p *pages) checkValue(flags uint32, value []byte) error {
	switch {
	case flags == 0:
		return nil
	case flags != bucketLeaf || len(value) < bucketHeader:
		return damage("an entry is neither a value nor a bucket")
	}
	if root := order.Uint64(value); root != 0 {
		return p.check(root, nil, nil)
	}
	inline := value[bucketHeader:]
	if len(inline) < pageHeader || order.Uint16(inline[8:]) != leafPage {
		return damage("a bucket is damaged")
	}
	return p.checkContents(inline, nil, nil)
}
