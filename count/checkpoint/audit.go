package checkpoint

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
)

// This file reads a bbolt file without bbolt: it walks the pages in memory and trusts none of them. The layout is that of
// bbolt's file format version 2, in the byte order of the machine.

const (
	metaMagic    = 0xED0CDAED
	metaVersion  = 2
	noFreelist   = ^uint64(0)
	pageHeader   = 16 // id 8, flags 2, count 2, overflow 4
	elementSize  = 16 // branch: position 4, key size 4, page 8; leaf: flags 4, position 4, key size 4, value size 4
	bucketHeader = 16 // root page 8, sequence 8
	metaSize     = 64 // magic 4, version 4, page size 4, flags 4, root 8, sequence 8, freelist 8, pages 8, transaction 8, checksum 8

	branchPage = 1
	leafPage   = 2
	freePage   = 16
	subBucket  = 1 // flag of a leaf element

	maxDepth = 32 // of the tree; bbolt's own stays below 10
)

var order = binary.NativeEndian

// A pair is a key with its value.
type pair struct{ key, value []byte }

// audit returns the pairs of the bucket in the file's bytes. The bucket is missing in a database that nothing was ever written
// to: then fresh is true.
func audit(data []byte) (pairs []pair, fresh bool, err *DamageError) {
	m, err := newestMeta(data)
	if err != nil {
		return nil, false, err
	}
	w := &walk{data: data, pageSize: m.pageSize, pages: m.pages, seen: make([]bool, min(m.pages, uint64(len(data))/m.pageSize))}
	if m.freelist != noFreelist { // only before the first commit
		if m.transaction > 1 {
			return nil, false, damaged(NotACheckpoint, "a database with a stored list of free pages")
		}
		if m.freelist != 2 || !w.emptyFreelist() {
			return nil, false, damaged(BadPage, "list of free pages")
		}
	}
	root, err := w.tree(m.root)
	if err != nil {
		return nil, false, err
	}
	if len(root) == 0 && m.transaction <= 1 {
		return nil, true, nil
	}
	if len(root) != 1 || !bytes.Equal(root[0].key, bucketName) || root[0].flags != subBucket {
		return nil, false, damaged(NotACheckpoint, "a database of something else")
	}
	elements, err := w.bucket(root[0].value)
	if err != nil {
		return nil, false, err
	}
	for _, e := range elements {
		if e.flags != 0 {
			return nil, false, damaged(BadPage, "element with flags %d", e.flags)
		}
		pairs = append(pairs, pair{e.key, e.value})
	}
	return pairs, false, nil
}

// meta is what is needed of a meta page.
type meta struct{ pageSize, root, freelist, pages, transaction uint64 }

// newestMeta returns the valid meta page with the highest transaction, like bbolt.
func newestMeta(data []byte) (meta, *DamageError) {
	pageSize := uint64(0)
	if m, ok := metaAt(data, 0); ok {
		pageSize = m.pageSize
	}
	for size := uint64(1024); pageSize == 0 && size <= 1024<<14; size *= 2 {
		if m, ok := metaAt(data, size); ok {
			pageSize = m.pageSize
		}
	}
	if pageSize < 1024 || pageSize > 1024<<14 || pageSize&(pageSize-1) != 0 {
		return meta{}, damaged(NotACheckpoint, "no valid meta page")
	}
	var newest meta
	found := false
	for _, offset := range []uint64{0, pageSize} {
		if m, ok := metaAt(data, offset); ok && m.pageSize == pageSize && (!found || m.transaction > newest.transaction) {
			newest, found = m, true
		}
	}
	if !found || newest.pages < 4 || newest.pages > 1<<40 {
		return meta{}, damaged(NotACheckpoint, "no valid meta page")
	}
	return newest, nil
}

// metaAt reads the meta page at offset, if there is one with the right checksum.
func metaAt(data []byte, offset uint64) (meta, bool) {
	if uint64(len(data)) < offset+pageHeader+metaSize {
		return meta{}, false
	}
	b := data[offset+pageHeader:][:metaSize]
	h := fnv.New64a()
	h.Write(b[:metaSize-8])
	if order.Uint32(b) != metaMagic || order.Uint32(b[4:]) != metaVersion || order.Uint64(b[metaSize-8:]) != h.Sum64() {
		return meta{}, false
	}
	return meta{
		pageSize: uint64(order.Uint32(b[8:])), root: order.Uint64(b[16:]), freelist: order.Uint64(b[32:]),
		pages: order.Uint64(b[40:]), transaction: order.Uint64(b[48:]),
	}, true
}

// An element of a leaf page.
type element struct {
	flags      uint32
	key, value []byte
}

// A walk visits pages, each at most once.
type walk struct {
	data            []byte
	pageSize, pages uint64
	seen            []bool // shorter than pages if the file is
}

// tree returns the elements of the tree below page id in the order of their keys, which it checks.
func (w *walk) tree(id uint64) ([]element, *DamageError) {
	elements, err := w.subtree(id, 0)
	if err != nil {
		return nil, err
	}
	return elements, inOrder(elements)
}

func inOrder(elements []element) *DamageError {
	for i, e := range elements {
		if len(e.key) == 0 || i > 0 && bytes.Compare(elements[i-1].key, e.key) >= 0 {
			return damaged(BadPage, "key %d out of order", i)
		}
	}
	return nil
}

// subtree returns the elements below page id.
func (w *walk) subtree(id uint64, depth int) ([]element, *DamageError) {
	page, flags, err := w.page(id)
	if err != nil {
		return nil, err
	}
	if flags == leafPage {
		elements, used, err := leaf(page)
		if err == nil && !w.fits(used, len(page)) {
			err = damaged(BadPage, "page %d: %d of %d bytes used", id, used, len(page))
		}
		return elements, err
	}
	if depth == maxDepth {
		return nil, damaged(BadPage, "page %d: the tree is too deep", id)
	}
	children, used, err := branch(page)
	if err != nil {
		return nil, err
	}
	if !w.fits(used, len(page)) || len(children) == 0 {
		return nil, damaged(BadPage, "page %d: %d of %d bytes used", id, used, len(page))
	}
	var all []element
	for i, c := range children {
		elements, err := w.subtree(c.page, depth+1)
		if err != nil {
			return nil, err
		}
		if len(elements) == 0 || bytes.Compare(c.key, elements[0].key) > 0 {
			return nil, damaged(BadPage, "page %d: key of child %d", id, i)
		}
		if last := elements[len(elements)-1]; i+1 < len(children) && bytes.Compare(last.key, children[i+1].key) >= 0 {
			return nil, damaged(BadPage, "page %d: key of child %d", id, i+1)
		}
		all = append(all, elements...)
	}
	return all, nil
}

// fits says whether bbolt would give so many bytes used the given size in whole pages.
func (w *walk) fits(used, size int) bool {
	pageSize := int(w.pageSize)
	return size == max(1, (used+pageSize-1)/pageSize)*pageSize
}

// page returns the bytes of page id with those it overflows into, and its flags: branch or leaf. It marks them as seen.
func (w *walk) page(id uint64) ([]byte, uint16, *DamageError) {
	if id < 2 || id >= uint64(len(w.seen)) {
		return nil, 0, damaged(BadPage, "page %d of %d", id, w.pages)
	}
	header := w.data[id*w.pageSize:]
	flags, overflow := order.Uint16(header[8:]), uint64(order.Uint32(header[12:]))
	if order.Uint64(header) != id || flags != branchPage && flags != leafPage {
		return nil, 0, damaged(BadPage, "page %d: bad header", id)
	}
	if overflow >= uint64(len(w.seen))-id {
		return nil, 0, damaged(BadPage, "page %d: %d pages long", id, overflow+1)
	}
	for i := id; i <= id+overflow; i++ {
		if w.seen[i] {
			return nil, 0, damaged(BadPage, "page %d is used twice", i)
		}
		w.seen[i] = true
	}
	return w.data[id*w.pageSize : (id+overflow+1)*w.pageSize], flags, nil
}

// emptyFreelist says whether page 2 is an empty list of free pages, and marks it as seen.
func (w *walk) emptyFreelist() bool {
	if len(w.seen) <= 2 {
		return false
	}
	header := w.data[2*w.pageSize:]
	w.seen[2] = true
	return order.Uint64(header) == 2 && order.Uint16(header[8:]) == freePage && order.Uint16(header[10:]) == 0 && order.Uint32(header[12:]) == 0
}

// bucket returns the elements of the bucket with the given header, in the page it names or inline.
func (w *walk) bucket(value []byte) ([]element, *DamageError) {
	if len(value) < bucketHeader {
		return nil, damaged(BadPage, "bucket of %d bytes", len(value))
	}
	if root := order.Uint64(value); root != 0 {
		if len(value) != bucketHeader {
			return nil, damaged(BadPage, "bucket of %d bytes", len(value))
		}
		return w.tree(root)
	}
	page := value[bucketHeader:]
	if len(page) < pageHeader || order.Uint64(page) != 0 || order.Uint16(page[8:]) != leafPage || order.Uint32(page[12:]) != 0 {
		return nil, damaged(BadPage, "bad inline bucket")
	}
	elements, used, err := leaf(page)
	if err == nil && used != len(page) {
		err = damaged(BadPage, "inline bucket: %d of %d bytes used", used, len(page))
	}
	if err == nil {
		err = inOrder(elements)
	}
	return elements, err
}

// leaf returns the elements of a leaf page, and how many bytes they and the header take. Keys and values follow the
// elements without gaps.
func leaf(page []byte) (elements []element, used int, err *DamageError) {
	count := int(order.Uint16(page[10:]))
	next := pageHeader + count*elementSize
	if next > len(page) {
		return nil, 0, damaged(BadPage, "%d elements in %d bytes", count, len(page))
	}
	for i := range count {
		at := pageHeader + i*elementSize
		e := page[at:]
		position, keySize, valueSize := uint64(order.Uint32(e[4:])), uint64(order.Uint32(e[8:])), uint64(order.Uint32(e[12:]))
		if uint64(at)+position != uint64(next) || uint64(next)+keySize+valueSize > uint64(len(page)) {
			return nil, 0, damaged(BadPage, "element %d is out of place", i)
		}
		key := page[next:][:keySize:keySize]
		value := page[next+int(keySize):][:valueSize:valueSize]
		elements = append(elements, element{order.Uint32(e), key, value})
		next += int(keySize + valueSize)
	}
	return elements, next, nil
}

// A child of a branch page: key is not above the least key below page.
type child struct {
	key  []byte
	page uint64
}

// branch returns the children of a branch page, and how many bytes they and the header take.
func branch(page []byte) (children []child, used int, err *DamageError) {
	count := int(order.Uint16(page[10:]))
	next := pageHeader + count*elementSize
	if next > len(page) {
		return nil, 0, damaged(BadPage, "%d children in %d bytes", count, len(page))
	}
	for i := range count {
		at := pageHeader + i*elementSize
		e := page[at:]
		position, keySize := uint64(order.Uint32(e)), uint64(order.Uint32(e[4:]))
		if uint64(at)+position != uint64(next) || uint64(next)+keySize > uint64(len(page)) {
			return nil, 0, damaged(BadPage, "child %d is out of place", i)
		}
		children = append(children, child{page[next:][:keySize:keySize], order.Uint64(e[8:])})
		next += int(keySize)
	}
	return children, next, nil
}
