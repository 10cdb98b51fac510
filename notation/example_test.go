package notation_test

import (
	"fmt"
	"os"
	"strings"

	"example.org/queens"
	"example.org/queens/notation"
)

func ExampleWriter() {
	w := notation.NewWriter(os.Stdout, notation.Algebraic, notation.Options{})
	for p := range queens.Solutions(4) {
		if err := w.Write(p); err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := w.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// b4 d3 a2 c1
	// c4 a3 d2 b1
}

func ExampleReader() {
	text := "2 4 1 3\n2 1 4 3\n" // counted from 1, as the first line shows
	for entry, err := range notation.NewReader(strings.NewReader(text), notation.ReadOptions{}).All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		verdict := queens.Check(entry.Size, entry.Squares)
		fmt.Println(entry.Line, verdict.Valid(), len(verdict.Conflicts))
	}
	// Output:
	// 1 true 0
	// 2 false 4
}

func ExampleReader_ambiguous() {
	_, err := notation.NewReader(strings.NewReader("1 2 2 1\n"), notation.ReadOptions{}).Read()
	fmt.Println(err)
	// Output: queens: line 1: this reads as columns counted from 0 and as columns counted from 1: name the base
}

func ExampleParseSquares() {
	squares, err := notation.ParseSquares("a8, e7 2.7", 8, 0)
	fmt.Println(squares, err)
	_, err = notation.ParseSquares("a8, e", 8, 0)
	fmt.Println(err)
	// Output:
	// [0.0 1.4 2.7] <nil>
	// queens: line 1, column 5: want a square like a1, or row.column like 0.4, not "e"
}

func ExampleLookup() {
	form, ok := notation.Lookup("fen")
	fmt.Println(form, ok, form.Info().English)
	// Output: fen true the piece placement of chess programs, ranks from the top
}
