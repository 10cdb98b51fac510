package server

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"example.org/queens/internal/lang"
	"example.org/queens/methods"
	"example.org/queens/notation"
)

// A catalog is what the page needs of a language.
type catalog struct {
	messages map[string]any
	tag      string // its entity tag
}

// newCatalog adds to the sentences of a language the lines of the tables:
// method.NAME and form.NAME.
func newCatalog(tag string) catalog {
	messages := lang.Catalog(tag)
	pick := func(english, chinese string) string {
		if tag == lang.Chinese {
			return chinese
		}
		return english
	}
	for _, m := range methods.Table() {
		messages["method."+m.Name] = pick(m.English, m.Chinese)
	}
	for _, f := range notation.Forms() {
		messages["form."+f.Name] = pick(f.English, f.Chinese)
	}
	text, err := json.Marshal(messages)
	if err != nil {
		panic(err) // it was JSON before
	}
	return catalog{messages, entityTag(text)}
}

// entityTag returns the tag of a content.
func entityTag(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// matches reports whether an If-None-Match header names the tag.
func matches(header, tag string) bool {
	for known := range strings.SplitSeq(header, ",") {
		known = strings.TrimSpace(known)
		if known == "*" || strings.TrimPrefix(known, "W/") == tag {
			return true
		}
	}
	return false
}

type catalogInput struct {
	Language string `path:"language" enum:"en,zh"`
	Match    string `header:"If-None-Match" maxLength:"1024"`
}

type catalogOutput struct {
	Status int
	ETag   string         `header:"ETag"`
	Cache  string         `header:"Cache-Control"`
	Body   map[string]any `doc:"Sentences by key; one that depends on a number has its plural forms instead. {{.Name}} stands for a value"`
}

func (s *Server) getCatalog(_ context.Context, in *catalogInput) (*catalogOutput, error) {
	c := s.catalogs[in.Language]
	out := &catalogOutput{Status: http.StatusOK, ETag: c.tag, Cache: "no-cache", Body: c.messages}
	if matches(in.Match, c.tag) {
		out.Status, out.Body = http.StatusNotModified, nil
	}
	return out, nil
}
