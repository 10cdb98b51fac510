package trace

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
)

// An HTML is a page that holds a trace and needs nothing else: no network and no
// server. Its content security policy lets the style and the script run that are
// given here and nothing more.
type HTML struct {
	Lang   string
	Title  string
	Style  string
	Script string // one script, no module; "" for none
	Body   template.HTML
	Data   any // what the script reads from the element "data", as JSON; for example a [*Trace]
}

// Write writes the page. The error is that of the writer, of the data, or says
// that a style or script would end early.
func (h HTML) Write(w io.Writer) error {
	for _, text := range []string{h.Style, h.Script} {
		lower := strings.ToLower(text)
		if strings.Contains(lower, "</s") || strings.Contains(lower, "<!--") {
			return fmt.Errorf("queens: trace: a style or script holds </s or <!--, which would end it")
		}
	}
	data, err := json.Marshal(h.Data)
	if err != nil {
		return err
	}
	policy := "default-src 'none'; style-src " + hash(h.Style) + "; script-src " + hash(h.Script)
	return page.Execute(w, struct {
		HTML
		Policy string
		CSS    template.CSS
		JSON   template.JS
		JS     template.JS
	}{h, policy, template.CSS(h.Style), template.JS(Escape(data)), template.JS(h.Script)})
}

// page is the only markup: one style, one block of data, one script.
var page = template.Must(template.New("trace").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{.Policy}}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
{{if .Style}}<style>{{.CSS}}</style>
{{end}}</head>
<body>
{{.Body}}
<script type="application/json" id="data">{{.JSON}}</script>
{{if .Script}}<script>{{.JS}}</script>
{{end}}</body>
</html>
`))

// hash returns the source expression of a content security policy that allows a
// text.
func hash(text string) string {
	if text == "" {
		return "'none'"
	}
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Escape returns JSON that means the same and can stand in a script element
// whatever its texts hold: no <, > or & is left, nor the line ends that only
// JavaScript knows.
func Escape(data []byte) []byte {
	var escaped bytes.Buffer
	json.HTMLEscape(&escaped, data)
	return escaped.Bytes()
}
