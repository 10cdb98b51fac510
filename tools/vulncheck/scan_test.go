package main

import (
	"slices"
	"strings"
	"testing"
)

func TestReached(t *testing.T) {
	messages := `
{"config":{"protocol_version":"v1.0.0"}}
{"osv":{"id":"GO-2026-0001"}}
{"finding":{"osv":"GO-2026-0001","fixed_version":"v1.2.0","trace":[{"module":"example.org/a","version":"v1.0.0"}]}}
{"finding":{"osv":"GO-2026-0002","fixed_version":"v1.26.9","trace":[{"module":"stdlib","package":"net/http","function":"Do","receiver":"*Client"}]}}
{"finding":{"osv":"GO-2026-0002","fixed_version":"v1.26.9","trace":[{"module":"stdlib","package":"net/http","function":"Get"}]}}
{"finding":{"osv":"GO-2026-0003","trace":[{"module":"stdlib","package":"os","function":"Open"}]}}
{"finding":{"osv":"GO-2026-0000","fixed_version":"v2.0.1","trace":[{"module":"example.org/b","package":"example.org/b/c","function":"F"}]}}
`
	want := []vulnerability{
		{"GO-2026-0000", "example.org/b", "v2.0.1", "example.org/b/c.F"},
		{"GO-2026-0002", "stdlib", "v1.26.9", "net/http.Client.Do"},
		{"GO-2026-0003", "stdlib", "", "os.Open"},
	}
	got, err := reached(strings.NewReader(messages))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if _, err := reached(strings.NewReader(`{"finding":`)); err == nil {
		t.Error("messages cut short were taken for whole ones")
	}
}

func TestMendedByToolchain(t *testing.T) {
	for name, test := range map[string]struct {
		v    vulnerability
		want bool
	}{
		"standard library, mended": {vulnerability{Module: "stdlib", Fixed: "v1.26.9"}, true},
		"standard library, open":   {vulnerability{Module: "stdlib"}, false},
		"module, mended":           {vulnerability{Module: "example.org/a", Fixed: "v1.2.0"}, false},
		"module, open":             {vulnerability{Module: "example.org/a"}, false},
	} {
		if got := test.v.MendedByToolchain(); got != test.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
