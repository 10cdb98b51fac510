package web

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"strings"

	"example.org/queens/internal/lang"
	"example.org/queens/trace"
)

// SelfContained writes a page that holds one trace and watches it as the page of
// the server does, with no network and no server: the modules as one script, the
// style, the trace and the sentences in both languages. language is the one it
// begins with, one of those of package lang; rows and columns of its sentences
// count from base, 0 or 1. traceJSON is the JSON form of a trace; a title is
// text, whatever it holds.
func SelfContained(w io.Writer, traceJSON []byte, language string, base int, title string) error {
	script, err := Bundle(files, "js", "standalone.js")
	if err != nil {
		return err
	}
	style, err := files.ReadFile("css/page.css")
	if err != nil {
		return err
	}
	front, err := files.ReadFile("index.html")
	if err != nil {
		return err
	}
	body, err := aloneBody(string(front))
	if err != nil {
		return err
	}
	catalogs := map[string]map[string]any{}
	for _, tag := range lang.Languages() {
		catalogs[tag] = sentences(tag)
	}
	return trace.HTML{
		Lang:   language,
		Title:  title,
		Style:  string(style),
		Script: script,
		Body:   template.HTML(body),
		Data: map[string]any{
			"trace": json.RawMessage(traceJSON), "language": language, "base": base, "catalogs": catalogs,
		},
	}.Write(w)
}

// What the page of the server alone has stands between these comments, and the
// body between two others.
var (
	served    = regexp.MustCompile(`(?s)<!--served-->.*?<!--/served-->\n?`)
	wholeBody = regexp.MustCompile(`(?s)<!--body-->\n(.*)<!--/body-->`)
)

// aloneBody returns what of the body of the front needs no server.
func aloneBody(front string) (string, error) {
	found := wholeBody.FindStringSubmatch(served.ReplaceAllString(front, ""))
	if found == nil || strings.Contains(found[1], "served-->") {
		return "", fmt.Errorf("web: index.html has no body to take out")
	}
	return found[1], nil
}

// sentences returns the sentences of a language that the page needs without a
// server.
func sentences(tag string) map[string]any {
	chosen := map[string]any{}
	for key, text := range lang.Catalog(tag) {
		for _, wanted := range []string{"page.", "trace.", "list.", "watch.key", "watch.none.", "watch.typing"} {
			if strings.HasPrefix(key, wanted) {
				chosen[key] = text
			}
		}
	}
	return chosen
}
