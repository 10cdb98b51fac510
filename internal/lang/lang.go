// Package lang holds every sentence that people read, in English and Chinese:
// one catalog for the command and the page. en.json and zh.json have the same
// keys; a test compares them and looks for keys that the program uses.
package lang

import (
	"embed"
	"encoding/json"
	"fmt"
	"math"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed en.json zh.json
var catalogs embed.FS

// The languages of the catalog.
const (
	English = "en"
	Chinese = "zh"
)

// Languages returns the tags of the languages, English first.
func Languages() []string { return []string{English, Chinese} }

// A Printer writes the sentences of one language. It is safe for concurrent use.
type Printer struct {
	tag       string
	localizer *i18n.Localizer
}

// New returns the printer of a language of [Languages].
func New(tag string) *Printer {
	bundle := i18n.NewBundle(language.Make(tag))
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	if _, err := bundle.LoadMessageFileFS(catalogs, tag+".json"); err != nil {
		panic(err) // the catalogs are compiled in
	}
	return &Printer{tag: tag, localizer: i18n.NewLocalizer(bundle, tag)}
}

// Tag returns the language of the printer.
func (p *Printer) Tag() string { return p.tag }

// T returns the sentence with the given key; pairs are the names and values
// that it speaks of, in turn: T("error.size", "Size", 65).
func (p *Printer) T(key string, pairs ...any) string {
	return p.localize(&i18n.LocalizeConfig{MessageID: key, TemplateData: data(pairs)})
}

// N is [Printer.T] for a sentence that depends on a number, which it calls Count.
func (p *Printer) N(key string, count uint64, pairs ...any) string {
	values := data(pairs)
	values["Count"] = count
	return p.localize(&i18n.LocalizeConfig{
		MessageID:    key,
		TemplateData: values,
		PluralCount:  int64(min(count, math.MaxInt64)), // beyond it is not one either
	})
}

func (p *Printer) localize(config *i18n.LocalizeConfig) string {
	text, err := p.localizer.Localize(config)
	if err != nil {
		panic(fmt.Sprintf("lang: %s: %v", p.tag, err)) // a test finds keys that are not there
	}
	return text
}

func data(pairs []any) map[string]any {
	values := make(map[string]any, len(pairs)/2+1)
	for i := 0; i < len(pairs); i += 2 {
		values[pairs[i].(string)] = pairs[i+1]
	}
	return values
}
