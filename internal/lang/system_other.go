//go:build !windows && !darwin

package lang

// systemLocale is empty: these systems say it in the environment alone.
func systemLocale() string { return "" }
