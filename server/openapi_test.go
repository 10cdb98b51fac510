package server

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// document is what the tests read of the description.
type document struct {
	OpenAPI    string
	Paths      map[string]map[string]documented
	Components struct{ Schemas map[string]any }
}

type documented struct {
	OperationID string
	Summary     string
	Parameters  []struct {
		Name, In string
		Required bool
		Schema   map[string]any
	}
	RequestBody struct {
		Content map[string]struct{ Schema map[string]any }
	}
	Responses map[string]struct {
		Description string
		Content     map[string]struct{ Schema map[string]any }
	}
}

func described(t testing.TB, s *Server) document {
	t.Helper()
	w := do(s, request("GET", "/openapi.json", ""))
	var d document
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || w.Code != 200 {
		t.Fatal(w.Code, err)
	}
	return d
}

// TestOpenAPI checks that the description names every operation with all that
// belongs to one, and that every reference in it leads somewhere.
func TestOpenAPI(t *testing.T) {
	s := newTest(t, nil)
	d := described(t, s)
	if !strings.HasPrefix(d.OpenAPI, "3.1") {
		t.Errorf("version %q", d.OpenAPI)
	}
	var found, ids []string
	for path, operations := range d.Paths {
		for method, op := range operations {
			found = append(found, strings.ToUpper(method)+" "+path)
			ids = append(ids, op.OperationID)
			if op.OperationID == "" || op.Summary == "" {
				t.Errorf("%s %s has no name or summary", method, path)
			}
			for _, p := range op.Parameters {
				if p.Schema["type"] == nil {
					t.Errorf("%s: parameter %s has no type", path, p.Name)
				}
				if p.Schema["type"] == "integer" && (p.Schema["minimum"] == nil || p.Schema["maximum"] == nil) {
					t.Errorf("%s: parameter %s has no bounds", path, p.Name)
				}
				if p.Schema["type"] == "string" && p.Schema["maxLength"] == nil && p.Schema["enum"] == nil {
					t.Errorf("%s: parameter %s may be of any length", path, p.Name)
				}
			}
			problem, ok := op.Responses["default"].Content["application/problem+json"]
			if !ok || problem.Schema["$ref"] != "#/components/schemas/Problem" {
				t.Errorf("%s %s does not say how it fails: %v", method, path, op.Responses["default"])
			}
			good := 0
			for status, response := range op.Responses {
				if status[0] == '2' {
					good++
					if status != "204" && len(response.Content) == 0 {
						t.Errorf("%s %s: %s has no content", method, path, status)
					}
				}
			}
			if good == 0 {
				t.Errorf("%s %s never succeeds", method, path)
			}
		}
	}
	slices.Sort(found)
	want := []string{
		"DELETE /api/counts/{id}", "GET /api/catalog/{language}", "GET /api/check", "GET /api/cluster", "GET /api/counts/plan", "GET /api/counts/{id}",
		"GET /api/counts/{id}/events", "GET /api/fits", "GET /api/growth", "GET /api/heatmap", "GET /api/hint", "GET /api/images",
		"GET /api/methods", "GET /api/orbits", "GET /api/solutions", "GET /api/trace", "GET /api/write", "POST /api/counts", "POST /api/read",
	}
	if !slices.Equal(found, want) {
		t.Errorf("described are\n%q", found)
	}
	slices.Sort(ids)
	if len(slices.Compact(ids)) != len(want) {
		t.Error("two operations have the same name")
	}
	text := do(s, request("GET", "/openapi.json", "")).Body.String()
	for _, part := range strings.Split(text, `"$ref":"#/components/schemas/`)[1:] {
		name, _, _ := strings.Cut(part, `"`)
		if d.Components.Schemas[name] == nil {
			t.Errorf("there is no schema %s", name)
		}
	}
	if strings.Contains(text, `"null"`) {
		t.Error("something may be null")
	}
}

// TestNoOtherDocument checks that the framework serves no page of its own.
func TestNoOtherDocument(t *testing.T) {
	s := newTest(t, nil)
	for _, target := range []string{"/docs", "/openapi.yaml", "/openapi-3.0.json", "/schemas/Problem.json"} {
		if w := do(s, request(http.MethodGet, target, "")); w.Code != 404 {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
}
