package server

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/queens"
	"example.org/queens/internal/lang"
	"example.org/queens/methods"
	"example.org/queens/symmetry"
)

func TestMethods(t *testing.T) {
	rows := getJSON[[]methodRow](t, newTest(t, nil), "/api/methods")
	for i, m := range methods.Table() {
		row := rows[i]
		if row.Name != m.Name || row.MaxSize != m.MaxSize || row.TraceMaxSize > m.MaxSize || row.English == "" || row.Chinese == "" {
			t.Errorf("row %d: %+v", i, row)
		}
		if row.TraceMaxSize == 0 {
			t.Errorf("%s cannot be watched", m.Name)
		}
	}
}

func TestCatalog(t *testing.T) {
	s := newTest(t, nil)
	var keys [][]string
	for _, tag := range lang.Languages() {
		w := do(s, request("GET", "/api/catalog/"+tag, ""))
		etag := w.Header().Get("ETag")
		messages := decode[map[string]any](t, w, http.StatusOK)
		for _, key := range []string{"method.backtrack", "form.fen", "hint.solvable", "line.diagonal"} {
			if messages[key] == nil {
				t.Errorf("%s: no %s", tag, key)
			}
		}
		keys = append(keys, slices.Sorted(maps.Keys(messages)))
		if again := do(s, request("GET", "/api/catalog/"+tag, "", "If-None-Match", `"x", W/`+etag)); again.Code != 304 || again.Body.Len() > 0 || again.Header().Get("ETag") != etag {
			t.Errorf("%s again: %d", tag, again.Code)
		}
	}
	if !slices.Equal(keys[0], keys[1]) {
		t.Error("the languages have different keys")
	}
	if w := do(s, request("GET", "/api/catalog/de", "")); w.Code != 422 {
		t.Errorf("a language that is not there: %d", w.Code)
	}
}

// traceBody is what the test reads of a trace.
type traceBody struct {
	Method   string `json:"method"`
	N        int    `json:"n"`
	Complete bool   `json:"complete"`
	Cut      string `json:"cut"`
	Count    int    `json:"count"`
	Stats    struct {
		Solutions int `json:"solutions"`
		Nodes     int `json:"nodes"`
	} `json:"stats"`
}

func TestTrace(t *testing.T) {
	s := newTest(t, nil)
	for _, test := range []struct {
		query            string
		solutions, nodes int
		complete         bool
		cut              string
	}{
		{"method=backtrack&n=8", 92, 2056, true, ""},
		{"method=backtrack&n=2", 0, 2, true, ""},
		{"method=backtrack&n=3", 0, 5, true, ""},
		{"method=marks2d&n=6&place=0.1", 1, -1, true, ""},
		{"method=backtrack&n=8&limit=1", 1, -1, false, "solutions"},
		{"method=backtrack&n=8&events=100", -1, -1, false, "events"},
		{"method=shuffle&n=8&seed=7", 1, -1, false, "solutions"},
		{"method=shuffle&n=8&seed=18446744073709551615&limit=3", 3, -1, false, "solutions"},
		{"method=odometer&n=4", 2, 0, true, ""},
	} {
		var body traceBody
		if err := json.Unmarshal(do(s, request("GET", "/api/trace?"+test.query, "")).Body.Bytes(), &body); err != nil {
			t.Fatal(err)
		}
		if test.solutions >= 0 && body.Stats.Solutions != test.solutions || test.nodes >= 0 && body.Stats.Nodes != test.nodes ||
			body.Complete != test.complete || body.Cut != test.cut || body.Count == 0 {
			t.Errorf("%s: %+v", test.query, body)
		}
	}
	for query, code := range map[string]string{
		"n=8":                                "server.param",
		"method=backtrack":                   "server.param",
		"method=backtrack&n=0":               "server.param.value",
		"method=backtrack&n=33":              "server.param.value",
		"method=backtrak&n=8":                "server.method.near",
		"method=zzzzzzzz&n=8":                "server.method",
		"method=odometer&n=9":                "server.trace.size",
		"method=backtrack&n=8&seed=x":        "server.seed",
		"method=backtrack&n=8&events=0":      "server.param.value",
		"method=backtrack&n=8&place=0.0,1.1": "input",
		"method=backtrack&n=8&place=9.9":     "input",
		"method=construct&n=8&place=0.1":     "input",
	} {
		if p := decode[Problem](t, do(s, request("GET", "/api/trace?"+query, "")), 422); p.Code != code || p.Detail == "" {
			t.Errorf("%s: %+v", query, p)
		}
	}
}

func TestSolutions(t *testing.T) {
	s := newTest(t, nil)
	for n := 1; n <= 9; n++ {
		all := getJSON[solutionsBody](t, s, fmt.Sprintf("/api/solutions?n=%d&count=2000", n))
		orbits := getJSON[[]orbitRow](t, s, fmt.Sprintf("/api/orbits?n=%d", n))
		heat := getJSON[heatmapBody](t, s, fmt.Sprintf("/api/heatmap?n=%d", n))
		want := slices.Collect(queens.Solutions(n))
		if all.Total != strconv.Itoa(len(want)) || !slices.EqualFunc(all.Solutions, want, slices.Equal) || len(all.Orbits) != len(want) {
			t.Fatalf("size %d: %s solutions", n, all.Total)
		}
		members := 0
		for i, o := range orbits {
			members += len(o.Members)
			for _, m := range o.Members {
				if all.Orbits[m] != i || !slices.Equal(symmetry.Canonical(want[m]), o.Canonical) {
					t.Errorf("size %d: solution %d is not in orbit %d", n, m, i)
				}
			}
			if o.Size != len(symmetry.Orbit(o.Canonical)) || o.Size != len(o.Members) || !slices.IsSorted(o.Members) {
				t.Errorf("size %d: orbit %+v", n, o)
			}
		}
		if members != len(want) {
			t.Errorf("size %d: the orbits have %d members", n, members)
		}
		uses := make([][]int, n)
		for row := range uses {
			uses[row] = make([]int, n)
			for _, p := range want {
				uses[row][p[row]]++
			}
			for col, count := range uses[row] {
				if heat.Uses[row][col] != strconv.Itoa(count) {
					t.Errorf("size %d: square %d.%d is used %s times, want %d", n, row, col, heat.Uses[row][col], count)
				}
			}
		}
	}
	if orbits := getJSON[[]orbitRow](t, s, "/api/orbits?n=8"); len(orbits) != 12 {
		t.Errorf("size 8 has %d orbits", len(orbits))
	}
	part := getJSON[solutionsBody](t, s, "/api/solutions?n=8&offset=90&count=5")
	if part.Offset != 90 || len(part.Solutions) != 2 || !queens.Check(8, part.Solutions[1].Squares()).Valid() {
		t.Errorf("the last two: %+v", part)
	}
	if none := getJSON[solutionsBody](t, s, "/api/solutions?n=8&offset=1000"); none.Solutions == nil || len(none.Solutions) != 0 {
		t.Errorf("beyond the end: %+v", none)
	}
}

func TestImages(t *testing.T) {
	s := newTest(t, nil)
	for columns, want := range map[string][]string{
		"0,4,7,5,2,6,1,3": {"identity"},
		"2,4,1,7,0,6,3,5": {"identity", "half-turn"},
		"1,3,0,2":         {"identity", "quarter-turn", "half-turn", "three-quarter-turn"},
		"0":               {"identity", "quarter-turn", "half-turn", "three-quarter-turn", "column-flip", "row-flip", "diagonal-flip", "anti-diagonal-flip"},
	} {
		body := getJSON[imagesBody](t, s, "/api/images?placement="+columns)
		if !slices.Equal(body.Stabiliser, want) || body.Orbit*len(want) != 8 || len(body.Images) != 8 || body.Reason == "" {
			t.Errorf("%s: %+v", columns, body)
		}
		for i, image := range body.Images {
			if len(image.Same) != len(want)-1 || image.Fixes != slices.Contains(want, image.Symmetry) || image.Name == "" ||
				!slices.Equal(image.Placement, symmetry.Symmetry(i).Image(body.Placement)) {
				t.Errorf("%s: %+v", columns, image)
			}
		}
	}
	for _, columns := range []string{"", "0,0", "1,2", "a", "0,-1", strings.Repeat("0,", 40) + "0"} {
		if w := do(s, request("GET", "/api/images?placement="+columns, "")); w.Code != 422 {
			t.Errorf("%q: %d", columns, w.Code)
		}
	}
}

func TestCheck(t *testing.T) {
	s := newTest(t, nil)
	body := getJSON[checkBody](t, s, "/api/check?n=4&place=0.0,1.1,0.3,0.0&block=1.1")
	want := checkBody{
		N: 4, Queens: []point{{0, 0}, {0, 3}, {1, 1}}, Forbidden: []point{{1, 1}},
		Conflicts: []conflictRow{{point{0, 0}, point{0, 3}, "row"}, {point{0, 0}, point{1, 1}, "diagonal"}},
		Attackers: [][]int{{2, 3, 3, 1}, {2, 1, 2, 2}, {2, 2, 2, 1}, {2, 1, 0, 3}},
	}
	if !reflect.DeepEqual(body, want) {
		t.Errorf("got %+v", body)
	}
	if body := getJSON[checkBody](t, s, "/api/check?n=4&place=b4,d3,a2,c1"); !body.Valid {
		t.Errorf("a solution: %+v", body)
	}
	if body := getJSON[checkBody](t, s, "/api/check?n=4"); body.Valid || body.Queens == nil || body.Conflicts == nil || body.Forbidden == nil {
		t.Errorf("no queens: %+v", body)
	}
	if p := decode[Problem](t, do(s, request("GET", "/api/check?n=4&place=0.0,x", "")), 422); p.Param != "place" || p.Column != 5 {
		t.Errorf("a bad square: %+v", p)
	}
}

func TestFits(t *testing.T) {
	s := newTest(t, nil)
	for query, want := range map[string]fitsBody{
		"n=8":                        {"92", true},
		"n=8&place=0.0":              {"4", true},
		"n=8&place=0.0,1.1":          {"0", true},
		"n=8&place=0.0&block=0.0":    {"0", true},
		"n=8&block=0.0,0.1,0.2,0.3":  {"46", true},
		"n=12&place=0.1,1.3,2.5,3.7": {fmt.Sprint(countFits(12, 1, 3, 5, 7)), true},
		"n=2":                        {"0", true},
		"n=4&place=0.1,1.3,2.0,3.2":  {"1", true},
	} {
		if got := getJSON[fitsBody](t, s, "/api/fits?"+query); got != want {
			t.Errorf("%s: %+v, want %+v", query, got, want)
		}
	}
	if got := getJSON[fitsBody](t, s, "/api/fits?n=16"); got.Exact || got.Count == "0" {
		t.Errorf("size 16: %+v", got)
	}
}

func countFits(n int, cols ...int) uint64 {
	p := queens.Problem{Size: n}
	for row, col := range cols {
		p.Given = append(p.Given, queens.Square{Row: row, Col: col})
	}
	count, _ := p.Count(context.Background())
	return count
}

func TestHint(t *testing.T) {
	s := newTest(t, nil)
	for _, test := range []struct {
		query string
		want  hintBody // without Nodes and Text
	}{
		{"n=4&place=0.1", hintBody{State: "solvable", Reason: "found"}},
		{"n=4&place=0.1&strength=2", hintBody{State: "solvable", Reason: "only", Must: true, Line: "row", Index: 1, Free: 1}},
		{"n=4&place=0.1&strength=3", hintBody{State: "solvable", Reason: "only", Must: true, Line: "row", Index: 1, Free: 1, Square: &point{1, 3}}},
		{"n=4&place=0.0", hintBody{State: "hopeless", Reason: "refuted", Line: "row", Index: 1, Free: 2}},
		{"n=4&place=0.0,1.2&strength=3", hintBody{State: "hopeless", Reason: "empty", Line: "row", Index: 2}},
		{"n=4&place=0.0,0.1", hintBody{State: "hopeless", Reason: "conflict", Conflict: &conflictRow{point{0, 0}, point{0, 1}, "row"}}},
		{"n=4&place=0.1,1.3,2.0,3.2", hintBody{State: "solved", Reason: "done"}},
		{"n=6&place=0.1&strength=3", hintBody{State: "solvable", Reason: "refuted", Must: true, Line: "row", Index: 1, Free: 3, Square: &point{1, 3}}},
	} {
		for _, tag := range lang.Languages() {
			got := getJSON[hintBody](t, s, "/api/hint?"+test.query+"&lang="+tag)
			if got.Text == "" || strings.Contains(got.Text, "<no value>") {
				t.Errorf("%s: %q", test.query, got.Text)
			}
			got.Nodes, got.Text = 0, ""
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("%s: %+v", test.query, got)
			}
		}
	}
	if got := getJSON[hintBody](t, s, "/api/hint?n=4&place=0.1&strength=3&base=1"); !strings.HasPrefix(got.Text, "Row 2, column 4: it must stand there") {
		t.Errorf("counted from 1: %s", got.Text)
	}
}

func TestRead(t *testing.T) {
	s := newTest(t, nil)
	for body, want := range map[string]readBody{
		`{"text":"1302"}`:                          {N: 4, Squares: []point{{0, 1}, {1, 3}, {2, 0}, {3, 2}}, Format: "digits"},
		`{"text":"2 4 1 3","base":1}`:              {N: 4, Squares: []point{{0, 1}, {1, 3}, {2, 0}, {3, 2}}, Format: "columns", Base: 1},
		`{"text":"b4","n":4}`:                      {N: 4, Squares: []point{{0, 1}}, Format: "algebraic"},
		`{"text":"(0, 1)\n(0, 1)","n":4,"base":0}`: {N: 4, Squares: []point{{0, 1}}, Format: "pairs", More: true},
		`{"text":"1Q2/3Q/Q3/2Q1","format":"fen"}`:  {N: 4, Squares: []point{{0, 1}, {1, 3}, {2, 0}, {3, 2}}, Format: "fen"},
		`{"text":"(0, 0), (0, 1)","n":2,"base":0}`: {N: 2, Squares: []point{{0, 0}, {0, 1}}, Format: "pairs"},
	} {
		if got := decode[readBody](t, do(s, request("POST", "/api/read", body)), 200); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", body, got)
		}
	}
	for body, want := range map[string]Problem{
		`{"text":"(0, 1), (1, 2)x"}`:   {Status: 422, Code: "input", Param: "text", Line: 1, Column: 15},
		`{"text":"1 2 1 2"}`:           {Status: 422, Code: "server.read.base", Param: "text", Line: 1},
		`{"text":"0 1\n1 0\n1 0"}`:     {Status: 422, Code: "server.read.form", Param: "text", Line: 1},
		`{"text":""}`:                  {Status: 422, Code: "server.read.empty", Param: "text"},
		`{"text":"1302","format":"x"}`: {Status: 422, Code: "server.form", Param: "format"},
		`{"text":"1302","n":99}`:       {Status: 422, Code: "server.param", Param: "n"},
		`{"text":1}`:                   {Status: 422, Code: "server.param", Param: "text"},
		`{"text":"8/8/8/8/8/8/8/7QQ"}`: {Status: 422, Code: "input", Param: "text", Line: 1, Column: 1},
		`{`:                            {Status: 400, Code: "server.body"},
		`{"x":1}`:                      {Status: 422, Code: "server.body"},
		`{"text":"` + strings.Repeat("0 ", 40) + `","base":0}`: {Status: 422, Code: "server.read.size"},
	} {
		w := do(s, request("POST", "/api/read", body))
		if kind := w.Header().Get("Content-Type"); kind != "application/problem+json" {
			t.Errorf("%s: %s", body, kind)
		}
		got := decode[Problem](t, w, want.Status)
		if got.Detail == "" || got.Title == "" {
			t.Errorf("%s: %+v", body, got)
		}
		got.Detail, got.Title, got.Type = "", "", ""
		if got != want && body != `{"text":"8/8/8/8/8/8/8/7QQ"}` {
			t.Errorf("%s: %+v, want %+v", body, got, want)
		}
	}
}

func TestWrite(t *testing.T) {
	s := newTest(t, nil)
	for query, want := range map[string]string{
		"n=4&place=0.1,1.3,2.0,3.2":                      "1 3 0 2\n",
		"n=4&place=0.1,1.3,2.0,3.2&base=1&format=csv":    "2,4,1,3\n",
		"n=4&place=0.1&format=fen":                       "1Q2/4/4/4\n",
		"n=4&place=0.1,1.3,2.0,3.2&format=digits&base=0": "1302\n",
	} {
		if got := getJSON[writeBody](t, s, "/api/write?"+query); got.Text != want {
			t.Errorf("%s: %q", query, got.Text)
		}
	}
	for _, query := range []string{"n=4&place=0.1,0.2", "n=4&place=4.0", "n=4&format=nothing", "n=4&base=2"} {
		if w := do(s, request("GET", "/api/write?"+query, "")); w.Code != 422 {
			t.Errorf("%s: %d", query, w.Code)
		}
	}
}

// TestLanguage asks for an error in every way that a language can be asked for.
func TestLanguage(t *testing.T) {
	s := newTest(t, nil)
	for _, test := range []struct {
		query, accept string
		chinese       bool
	}{
		{"", "", false},
		{"", "zh-CN,zh;q=0.9,en;q=0.8", true},
		{"", "zh-TW", true},
		{"", "en-GB,zh;q=0.5", false},
		{"", "de,zh;q=0.5", true},
		{"", "de", false},
		{"", ";;;", false},
		{"&lang=zh", "en", true},
		{"&lang=en", "zh", false},
	} {
		p := decode[Problem](t, do(s, request("GET", "/api/hint?n=99"+test.query, "", "Accept-Language", test.accept)), 422)
		if strings.Contains(p.Detail, "整数") != test.chinese {
			t.Errorf("%+v: %s", test, p.Detail)
		}
	}
}

func TestGrowthAndPlan(t *testing.T) {
	s := newTest(t, func(c *Config) { c.Growth = []Known{{N: 8, Count: "92", Year: 1850}} })
	if got := getJSON[[]Known](t, s, "/api/growth"); len(got) != 1 || got[0].Count != "92" {
		t.Errorf("got %+v", got)
	}
	if got := getJSON[planBody](t, s, "/api/counts/plan?n=12&threads=1"); got != (planBody{12, 1, 12, "1048576"}) {
		t.Errorf("got %+v", got)
	}
	for query, code := range map[string]string{"n=20": "server.count.memory", "n=21": "server.count.size"} {
		if p := decode[Problem](t, do(s, request("GET", "/api/counts/plan?"+query, "")), 422); p.Code != code {
			t.Errorf("%s: %+v", query, p)
		}
	}
}
