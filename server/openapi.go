package server

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// openAPI answers with the description of the API.
func (s *Server) openAPI() http.Handler {
	for _, schema := range s.api.OpenAPI().Components.Schemas.Map() {
		denyNull(schema)
	}
	for _, item := range s.api.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Delete} {
			denyNullIn(op)
		}
	}
	document, err := json.Marshal(s.api.OpenAPI())
	if err != nil {
		panic(err) // it is made of constants
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		w.Write(document)
	})
}

// denyNull says that arrays are never null, which the framework cannot know of
// slices.
func denyNull(schema *huma.Schema) {
	if schema == nil {
		return
	}
	if schema.Type == huma.TypeArray {
		schema.Nullable = false
	}
	denyNull(schema.Items)
	for _, property := range schema.Properties {
		denyNull(property)
	}
}

// denyNullIn says it of the answers of an operation.
func denyNullIn(op *huma.Operation) {
	if op == nil {
		return
	}
	for _, response := range op.Responses {
		for _, content := range response.Content {
			denyNull(content.Schema)
		}
	}
}
