package main

import (
	"slices"

	"example.org/queens/internal/nearest"
	"example.org/queens/methods"
	"example.org/queens/notation"
)

func anyMethod(methods.Method) bool    { return true }
func isSeeded(m methods.Method) bool   { return m.Seeded }
func isBounded(m methods.Method) bool  { return m.Bounded }
func isParallel(m methods.Method) bool { return m.Parallel }
func isComplete(m methods.Method) bool { return m.Delivers == methods.All }

// methodNames returns the names of the methods that satisfy a condition.
func methodNames(condition func(methods.Method) bool) []string {
	var names []string
	for _, m := range methods.Table() {
		if condition(m) {
			names = append(names, m.Name)
		}
	}
	return names
}

// formNames returns the names of the text forms.
func formNames() []string {
	var names []string
	for _, info := range notation.Forms() {
		names = append(names, info.Name)
	}
	return names
}

// findMethod returns the method of a name.
func findMethod(name string) (methods.Method, error) {
	method, found := methods.Find(name)
	if !found {
		return method, unknownName("method", name, methodNames(anyMethod))
	}
	return method, nil
}

// findForm returns the text form of a name, fallback for none.
func findForm(name string, fallback notation.Form) (notation.Form, error) {
	if name == "" {
		return fallback, nil
	}
	form, found := notation.Lookup(name)
	if !found {
		return form, unknownName("format", name, formNames())
	}
	return form, nil
}

// unknownName names the one that may have been meant, or all. A program that is
// there is not seen as one behind --.
func unknownName(kind, name string, names []string) error {
	if slices.Contains(names, name) {
		return badInput("error.dashes", "Name", name)
	}
	if close := nearest.Of(name, names); close != "" {
		return badInput("error."+kind+".near", "Name", name, "Nearest", close)
	}
	return badInput("error."+kind, "Name", name, "Names", names)
}
