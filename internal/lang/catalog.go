package lang

import "encoding/json"

// Catalog returns the messages of a language of [Languages] by key, for a page
// that words sentences itself: a string, or for a sentence that depends on a
// number an object with the plural forms. A name in double braces with a dot,
// as in {{.Size}}, stands for a value.
func Catalog(tag string) map[string]any {
	text, err := catalogs.ReadFile(tag + ".json")
	if err != nil {
		panic(err) // the catalogs are compiled in
	}
	var messages map[string]any
	if err := json.Unmarshal(text, &messages); err != nil {
		panic(err)
	}
	return messages
}
