package main

import (
	"io"
	"strings"

	"example.org/queens"
	"example.org/queens/notation"
)

// problemOf reads the lists of given and of blocked squares.
func problemOf(n, base int, place, block []string) (queens.Problem, error) {
	given, err := readSquares("--place", place, n, base)
	if err != nil {
		return queens.Problem{}, err
	}
	blocked, err := readSquares("--block", block, n, base)
	if err != nil {
		return queens.Problem{}, err
	}
	p := queens.Problem{Size: n, Given: given, Blocked: blocked}
	if err := p.Validate(); err != nil {
		return p, &boardError{frame{n, base}, err}
	}
	return p, nil
}

// readSquares reads the lists of squares given to a flag; @FILE stands for the
// list in a file.
func readSquares(flag string, lists []string, n, base int) ([]queens.Square, error) {
	var squares []queens.Square
	for _, list := range lists {
		source := flag
		if name, isFile := strings.CutPrefix(list, "@"); isFile {
			text, err := readFile(flag, name)
			if err != nil {
				return nil, err
			}
			list, source = text, name
		}
		found, err := notation.ParseSquares(list, n, base)
		if err != nil {
			return nil, &sourceError{source, err}
		}
		if len(found) == 0 && source == flag {
			return nil, badInput("error.flag.value", "Flag", flag)
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
