package trace

import (
	"bytes"
	"encoding/json"
	"html/template"
	"strings"
	"testing"
)

// hostile are texts that would end an element or a script, or mean something
// else in one.
var hostile = []string{
	"</script><script>alert(1)</script>", "</SCRIPT >", "<!--<script>", "]]>", "&lt;/script&gt;", "\u2028\u2029", `"';\n`, "<\x00/script",
}

// TestEscape checks that no text gets out of the data, and that the data mean the
// same.
func TestEscape(t *testing.T) {
	data, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	var raw bytes.Buffer
	encoder := json.NewEncoder(&raw)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(hostile); err != nil {
		t.Fatal(err)
	}
	for _, form := range [][]byte{data, raw.Bytes()} {
		escaped := Escape(form)
		if bytes.ContainsAny(escaped, "<>&\u2028\u2029") {
			t.Errorf("%s", escaped)
		}
		var got []string
		if err := json.Unmarshal(escaped, &got); err != nil || strings.Join(got, "|") != strings.Join(hostile, "|") {
			t.Errorf("%q, error %v", got, err)
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		data, err := json.Marshal(map[string]string{text: text})
		if err != nil {
			t.Fatal(err)
		}
		var page bytes.Buffer
		h := HTML{Lang: "en", Title: text, Script: "go()", Body: "<p>", Data: json.RawMessage(data)}
		if err := h.Write(&page); err != nil {
			t.Fatal(err)
		}
		if lower := strings.ToLower(page.String()); strings.Count(lower, "<script") != 2 || strings.Count(lower, "</script") != 2 || strings.Contains(lower, "<!--") {
			t.Fatalf("%s", page.String())
		}
	})
}

func TestHTML(t *testing.T) {
	for _, text := range hostile {
		var page bytes.Buffer
		h := HTML{Lang: "zh", Title: text, Style: "p{color:red}", Script: "go(a<b)", Body: template.HTML("<p>1</p>"), Data: map[string]string{"text": text}}
		if err := h.Write(&page); err != nil {
			t.Fatal(err)
		}
		got := page.String()
		for _, want := range []string{
			`<html lang="zh">`, "<style>p{color:red}</style>", "<script>go(a<b)</script>", "\n<p>1</p>\n",
			`content="default-src &#39;none&#39;; style-src &#39;sha256-`, `<script type="application/json" id="data">{"text":`,
		} {
			if !strings.Contains(got, want) {
				t.Errorf("no %s in\n%s", want, got)
			}
		}
		if strings.Count(got, "</script>") != 2 || strings.Count(strings.ToLower(got), "<script") != 2 {
			t.Errorf("%s", got)
		}
	}
}

func TestHTMLRefuses(t *testing.T) {
	for _, h := range []HTML{{Script: "'</ScRipt>'"}, {Script: "<!--"}, {Style: "</style>"}, {Data: func() {}}} {
		if err := h.Write(&bytes.Buffer{}); err == nil {
			t.Errorf("%+v is written", h)
		}
	}
}
