package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/queens/internal/lang"
	"example.org/queens/trace"
)

// TestTraceSentences checks that each sentence of a trace is in every catalog, in
// a form that a page can fill too: text and names in braces, nothing else.
func TestTraceSentences(t *testing.T) {
	name := regexp.MustCompile(`\{\{\.[A-Z][A-Za-z]*\}\}`)
	var inEnglish map[string][]string
	for _, tag := range lang.Languages() {
		text, err := os.ReadFile(filepath.Join("..", "..", "internal", "lang", tag+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var messages map[string]any
		if err := json.Unmarshal(text, &messages); err != nil {
			t.Fatal(err)
		}
		names := map[string][]string{}
		for _, key := range trace.Keys() {
			sentence, ok := messages[key].(string)
			if !ok || sentence == "" || strings.ContainsAny(name.ReplaceAllString(sentence, ""), "{}") {
				t.Errorf("%s: %s is %q", tag, key, sentence)
			}
			names[key] = append(names[key], name.FindAllString(sentence, -1)...)
		}
		if inEnglish == nil {
			inEnglish = names
		}
		for key := range names {
			for _, field := range names[key] {
				if !strings.Contains(strings.Join(inEnglish[key], " "), field) {
					t.Errorf("%s: only %s speaks of %s", tag, key, field)
				}
			}
		}
	}
}
