package main

import (
	"io"
	"strings"

	"example.org/queens"
	"example.org/queens/notation"
)

// demands are the lists of given and of blocked squares.
type demands struct{ place, block []squareList }

// A squareList is a list of squares as it was written.
type squareList struct {
	flag   string
	source string // the flag, or the file that the list stands in
	text   string
}

// readDemands reads the lists; whatever the size of a board turns out to be,
// what they stand in is read once, because it may be a pipe.
func readDemands(place, block []string) (d demands, err error) {
	if d.place, err = readLists("--place", place); err != nil {
		return d, err
	}
	d.block, err = readLists("--block", block)
	return d, err
}

// problem returns the problem on a board of size n.
func (d demands) problem(n, base int) (queens.Problem, error) {
	given, err := parseSquares(d.place, n, base)
	if err != nil {
		return queens.Problem{}, err
	}
	blocked, err := parseSquares(d.block, n, base)
	if err != nil {
		return queens.Problem{}, err
	}
	p := queens.Problem{Size: n, Given: given, Blocked: blocked}
	if err := p.Validate(); err != nil {
		return p, &boardError{frame{n, base}, err}
	}
	return p, nil
}

// readLists reads the lists of squares given to a flag; @FILE stands for the
// list in a file.
func readLists(flag string, args []string) ([]squareList, error) {
	var lists []squareList
	for _, arg := range args {
		list := squareList{flag, flag, arg}
		if name, isFile := strings.CutPrefix(arg, "@"); isFile {
			text, err := readFile(flag, name)
			if err != nil {
				return nil, err
			}
			list.source, list.text = name, text
		}
		lists = append(lists, list)
	}
	return lists, nil
}

// parseSquares returns the squares of all the lists.
func parseSquares(lists []squareList, n, base int) ([]queens.Square, error) {
	var squares []queens.Square
	for _, list := range lists {
		found, err := notation.ParseSquares(list.text, n, base)
		if err != nil {
			return nil, &sourceError{list.source, err}
		}
		if len(found) == 0 && list.source == list.flag {
			return nil, badInput("error.flag.value", "Flag", list.flag)
		}
		squares = append(squares, found...)
	}
	return squares, nil
}

// maxSquareFile bounds a file of squares: every square of a board of 1000 takes
// under 9 bytes.
const maxSquareFile = 16 << 20

// readFile returns the text of a small file.
func readFile(flag, name string) (string, error) {
	if name == "" {
		return "", badInput("error.file.name", "Flag", flag)
	}
	file, err := openFile(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxSquareFile+1))
	if err != nil {
		return "", &readError{name, err}
	}
	if len(text) > maxSquareFile {
		return "", badInput("error.file.large", "Name", name, "Max", maxSquareFile)
	}
	return string(text), nil
}
