package server

import (
	"net/http"

	"golang.org/x/text/language"

	"example.org/queens/internal/lang"
)

// Spoken is the parameter that every operation takes.
type Spoken struct {
	Lang   string `query:"lang" enum:"en,zh" doc:"Language of sentences; without it that of Accept-Language"`
	Accept string `header:"Accept-Language" maxLength:"1024"`
}

// languageOf returns the language of sentences: the one asked for by name if there
// is such a one, else the first Chinese or English one that the browser accepts.
func languageOf(name, accepted string) string {
	if name == lang.English || name == lang.Chinese {
		return name
	}
	tags, _, err := language.ParseAcceptLanguage(accepted)
	if err != nil {
		return lang.English
	}
	for _, tag := range tags {
		switch base, _ := tag.Base(); base.String() {
		case "zh":
			return lang.Chinese
		case "en":
			return lang.English
		}
	}
	return lang.English
}

func (s *Server) printer(name, accepted string) *lang.Printer {
	return s.printers[languageOf(name, accepted)]
}

// speaker returns the printer for a request.
func (s *Server) speaker(r *http.Request) *lang.Printer {
	return s.printer(r.URL.Query().Get("lang"), r.Header.Get("Accept-Language"))
}
