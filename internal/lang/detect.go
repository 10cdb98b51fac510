package lang

import (
	"strings"

	"golang.org/x/text/language"
)

// Detect returns the language that the user's environment asks for: the first
// of LC_ALL, LC_MESSAGES and LANG that is set, else what the system prefers.
// Every Chinese locale gets [Chinese], everything else [English].
func Detect(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			return match(value)
		}
	}
	return match(systemLocale())
}

// match returns the language of the catalog nearest to a locale such as
// zh_TW.UTF-8, de_DE@euro or C.
func match(locale string) string {
	locale, _, _ = strings.Cut(locale, ".")
	locale, _, _ = strings.Cut(locale, "@")
	tag, err := language.Parse(locale)
	if err != nil {
		return English
	}
	if base, _ := tag.Base(); base.String() == "zh" {
		return Chinese
	}
	return English
}
