package server

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"example.org/queens/internal/lang"
)

// invalid says what is wrong with the parameters of a request, in terms of what
// the description of the API wants: the framework's own sentences are English.
func (s *Server) invalid(p *lang.Printer, op *huma.Operation, e *huma.ErrorModel) *failure {
	switch {
	case e.Status >= 500:
		return &failure{status: http.StatusInternalServerError, key: "server.panic"}
	case len(e.Errors) == 0 || e.Errors[0] == nil:
		return &failure{status: e.Status, key: "server.body"}
	}
	first := e.Errors[0]
	where, name, _ := strings.Cut(first.Location, ".")
	schema := s.schemaOf(op, where, name)
	if schema == nil {
		return &failure{status: e.Status, key: "server.body", param: name}
	}
	f := &failure{status: e.Status, param: name, key: "server.param", pairs: []any{"Name", name, "Want", want(p, schema)}}
	if value := fmt.Sprint(first.Value); first.Value != nil && value != "" && utf8.RuneCountInString(value) <= 40 && where != "body" {
		f.key = "server.param.value"
		f.pairs = append(f.pairs, "Value", value)
	}
	return f
}

// schemaOf returns what the description says of a parameter or a field.
func (s *Server) schemaOf(op *huma.Operation, where, name string) *huma.Schema {
	if where != "body" {
		for _, param := range op.Parameters {
			if param.In == where && param.Name == name {
				return param.Schema
			}
		}
		return nil
	}
	if op.RequestBody == nil || op.RequestBody.Content["application/json"] == nil {
		return nil
	}
	body := op.RequestBody.Content["application/json"].Schema
	if body.Ref != "" {
		body = s.api.OpenAPI().Components.Schemas.SchemaFromRef(body.Ref)
	}
	return body.Properties[name]
}

// want says what a schema allows.
func want(p *lang.Printer, schema *huma.Schema) string {
	switch {
	case len(schema.Enum) > 0:
		return p.T("server.want.one", "Names", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(schema.Enum)), p.T("list.comma")), "[]"))
	case schema.Type == huma.TypeInteger && schema.Minimum != nil && schema.Maximum != nil:
		return p.T("server.want.integer", "Min", *schema.Minimum, "Max", uint64(*schema.Maximum))
	case schema.MaxLength != nil:
		return p.T("server.want.text", "Max", *schema.MaxLength)
	}
	return p.T("server.want.other", "Type", schema.Type)
}
