package main

import "errors"

// errEmpty says that the value of a flag is empty; [flagError] words it.
var errEmpty = errors.New("empty")

// A word is the value of a flag, as it was written; it is not empty.
type word struct {
	text *string
	name string // what help calls it
}

func (w word) String() string { return "" }
func (w word) Type() string   { return w.name }

func (w word) Set(text string) error {
	if text == "" {
		return errEmpty
	}
	*w.text = text
	return nil
}

// words are the lists of squares of a flag that may repeat.
type words struct{ list *[]string }

func (w words) String() string { return "" }
func (w words) Type() string   { return "SQUARES" }

func (w words) Set(text string) error {
	if text == "" {
		return errEmpty
	}
	*w.list = append(*w.list, text)
	return nil
}
