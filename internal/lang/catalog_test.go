package lang_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"example.org/queens/internal/lang"
	"example.org/queens/methods"
	"example.org/queens/notation"
)

// sources are the folders whose programs use the catalog.
var sources = []string{"../../cmd/queens", "../../trace", "../../server", "../../watch"}

// catalog reads a catalog: the forms of each sentence, by plural category.
func catalog(t *testing.T, tag string) map[string]map[string]string {
	t.Helper()
	data, err := os.ReadFile(tag + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]any
	if err := json.Unmarshal(data, &raw); err != nil {
		t.Fatal(err)
	}
	sentences := map[string]map[string]string{}
	for key, value := range raw {
		sentences[key] = map[string]string{}
		switch value := value.(type) {
		case string:
			sentences[key]["other"] = value
		case map[string]any:
			for category, text := range value {
				sentences[key][category] = text.(string)
			}
		}
	}
	return sentences
}

var variable = regexp.MustCompile(`{{\.(\w+)}}`)

// variables returns the names that a sentence speaks of, sorted.
func variables(text string) []string {
	var names []string
	for _, match := range variable.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// calls are the uses of the catalog in the sources.
type calls struct {
	keys     map[string]bool     // every literal that may be a key
	must     map[string]string   // keys that are asked for, and where
	given    map[string][]string // the names given with a key that is asked for
	families []string            // kinds of names that may be unknown
}

// read collects the uses of the catalog in one file.
func (c *calls) read(t *testing.T, path string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.BasicLit:
			if text, ok := literal(node); ok {
				c.keys[text] = true
			}
		case *ast.CallExpr:
			c.call(node, files.Position(node.Pos()).String())
		}
		return true
	})
}

// call looks at one call.
func (c *calls) call(call *ast.CallExpr, place string) {
	if len(call.Args) == 0 {
		return
	}
	first, ok := literal(call.Args[0])
	if !ok {
		return
	}
	pairs := call.Args[1:]
	switch name(call.Fun) {
	case "N":
		pairs = call.Args[2:]
		c.given[first] = append(c.given[first], "Count")
	case "T", "badInput":
	case "unknownName":
		c.families = append(c.families, first)
		return
	default:
		return
	}
	c.must[first] = place
	for i := 0; i < len(pairs); i += 2 {
		if given, ok := literal(pairs[i]); ok {
			c.given[first] = append(c.given[first], given)
		}
	}
}

// name returns the name of the function that is called.
func name(function ast.Expr) string {
	switch function := function.(type) {
	case *ast.Ident:
		return function.Name
	case *ast.SelectorExpr:
		return function.Sel.Name
	}
	return ""
}

func literal(expr ast.Expr) (string, bool) {
	lit, ok := expr.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// uses reads the sources, and adds the keys that are put together.
func uses(t *testing.T) *calls {
	t.Helper()
	c := &calls{keys: map[string]bool{}, must: map[string]string{}, given: map[string][]string{}}
	for _, dir := range sources {
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no sources in %s: %v", dir, err)
		}
		for _, path := range paths {
			if !strings.HasSuffix(path, "_test.go") {
				c.read(t, path)
			}
		}
	}
	for _, kind := range c.families {
		c.must["error."+kind], c.given["error."+kind] = "unknownName", []string{"Name", "Names"}
		c.must["error."+kind+".near"], c.given["error."+kind+".near"] = "unknownName", []string{"Name", "Nearest"}
	}
	for _, code := range notation.Codes() {
		key := "text." + string(code.Code)
		c.must[key], c.given[key] = "notation.Codes", code.Args
	}
	for _, m := range methods.Table() {
		c.must["delivers."+string(m.Delivers)] = "methods.Table"
		c.must["order."+string(m.Order)] = "methods.Table"
	}
	for beginning, ends := range map[string]string{
		"watch.key.":   "left right up down space",
		"watch.count.": "nodes backtracks depth tests marks tries permutations solutions",
		"watch.hint.":  "play step speed placement backtrack solution help quit",
	} {
		for _, end := range strings.Fields(ends) {
			c.keys[beginning+end] = true
		}
	}
	for _, program := range []string{"backtrack", "shuffle", "octal"} {
		c.must["classic."+program+".short"] = "classicProgram"
	}
	return c
}

func TestCatalogsAgree(t *testing.T) {
	english, chinese := catalog(t, lang.English), catalog(t, lang.Chinese)
	for key, sentence := range english {
		other, found := chinese[key]
		if !found {
			t.Errorf("%s is not in Chinese", key)
			continue
		}
		want := variables(sentence["other"])
		for category, text := range sentence {
			if got := variables(text); !slices.Equal(got, want) {
				t.Errorf("%s speaks of %v in English, of %v for %s", key, want, got, category)
			}
		}
		if got := variables(other["other"]); !slices.Equal(got, want) {
			t.Errorf("%s speaks of %v in English, of %v in Chinese", key, want, got)
		}
		if _, isPlural := sentence["one"]; isPlural != (len(sentence) == 2) || len(other) != 1 {
			t.Errorf("%s has the categories %v in English, %v in Chinese", key,
				slices.Collect(maps.Keys(sentence)), slices.Collect(maps.Keys(other)))
		}
	}
	for key := range chinese {
		if english[key] == nil {
			t.Errorf("%s is not in English", key)
		}
	}
}

func TestKeysAreThere(t *testing.T) {
	english := catalog(t, lang.English)
	for key, place := range uses(t).must {
		if english[key] == nil {
			t.Errorf("%s asks for %s, which is not in the catalog", place, key)
		}
	}
}

func TestKeysAreUsed(t *testing.T) {
	c := uses(t)
	for key := range catalog(t, lang.English) {
		if strings.HasPrefix(key, "page.") {
			continue // a test of package web compares these with the page
		}
		if _, asked := c.must[key]; !asked && !c.keys[key] {
			t.Errorf("nothing uses %s", key)
		}
	}
}

// TestValuesAreGiven finds holes: a sentence that speaks of something that its
// caller does not give.
func TestValuesAreGiven(t *testing.T) {
	c := uses(t)
	for key, sentence := range catalog(t, lang.English) {
		place, asked := c.must[key]
		if !asked {
			continue
		}
		for _, want := range variables(sentence["other"]) {
			if !slices.Contains(c.given[key], want) {
				t.Errorf("%s: %s speaks of %s, and is given %v", place, key, want, c.given[key])
			}
		}
	}
}

// loanwords may stand in a Chinese sentence: names, what is typed, what a
// system is called. Methods, forms and flags are added to them.
var loanwords = strings.Fields(`
	queens COMMAND DIR FILE N K PLACEMENT LANG help all solve count check classic completion man methods version
	shell bash zsh fish powershell source Out String Invoke Expression
	octal true false name value en zh Ctrl C FEN JSON json NUL UTF Q a b r row column
	orbit lang trace events html place block base limit tries timeout seed threads stats format method random complete only fundamental
	h m s squares txt x columns text CommandPath hold
	estimate known bench verify by column memory max error SHARE SIZE MB GB MiB GiB KERNEL QUEENS generic avx
	checkpoint units threads thr ns sol speed up scaling
	draw PDF PNG SVG pdf png svg size title ivory navy fffff coordinates numbers sheet grid output
	serve watch port listen host token file tls cert key TLS PEM metrics pprof debug
	English Esc Go Unicode diags antis free
	cluster join keys worker local coordinator TLS tls NATS nats JetStream URL listen share rotate renew resume audit status chmod key out dir result URL KEY ADDRESS replicas disk signer machines RUN
`)

// TestChineseIsChinese looks for English words in the Chinese catalog.
func TestChineseIsChinese(t *testing.T) {
	allowed := map[string]bool{}
	for _, word := range loanwords {
		allowed[word] = true
	}
	for _, m := range methods.Table() {
		allowed[m.Name] = true
	}
	for _, f := range notation.Forms() {
		allowed[f.Name] = true
	}
	word := regexp.MustCompile(`[A-Za-z]+`)
	for key, sentence := range catalog(t, lang.Chinese) {
		text := variable.ReplaceAllString(sentence["other"], "")
		for _, found := range word.FindAllString(text, -1) {
			if !allowed[found] && !allowed[strings.ToLower(found)] && len(found) > 1 {
				t.Errorf("%s has the English word %s: %s", key, found, text)
			}
		}
	}
}

// TestChineseSummaries looks for Han characters where tables hold Chinese.
func TestChineseSummaries(t *testing.T) {
	isHan := func(char rune) bool { return unicode.Is(unicode.Han, char) }
	for _, m := range methods.Table() {
		if !strings.ContainsFunc(m.Chinese, isHan) || strings.ContainsFunc(m.English, isHan) || m.English == "" {
			t.Errorf("method %s: %q, %q", m.Name, m.English, m.Chinese)
		}
	}
	for _, f := range notation.Forms() {
		if !strings.ContainsFunc(f.Chinese, isHan) || strings.ContainsFunc(f.English, isHan) || f.English == "" {
			t.Errorf("form %s: %q, %q", f.Name, f.English, f.Chinese)
		}
	}
}

// TestLongTexts holds the texts of help and manual to lines that fit a page of
// the manual, which indents them.
func TestLongTexts(t *testing.T) {
	const widest = 77
	for _, tag := range lang.Languages() {
		for key, sentence := range catalog(t, tag) {
			if !strings.HasSuffix(key, ".long") {
				continue
			}
			for line := range strings.Lines(sentence["other"]) {
				if w := width(strings.TrimRight(line, "\n")); w > widest {
					t.Errorf("%s in %s: a line of %d columns: %s", key, tag, w, line)
				}
			}
		}
	}
}

// width returns the columns that a line takes in a terminal.
func width(line string) int {
	columns := 0
	for _, char := range line {
		columns++
		if char >= 0x2E80 { // ideographs and their punctuation
			columns++
		}
	}
	return columns
}

// TestSyntaxErrorsInEnglish holds the catalog to the sentences of the library.
func TestSyntaxErrorsInEnglish(t *testing.T) {
	english := catalog(t, lang.English)
	verb := regexp.MustCompile(`%(?:\[(\d)\])?[vd]`)
	for _, code := range notation.Codes() {
		next := 0
		want := verb.ReplaceAllStringFunc(code.English, func(text string) string {
			if position := verb.FindStringSubmatch(text)[1]; position != "" {
				next = int(position[0] - '1')
			}
			next++
			return "{{." + code.Args[next-1] + "}}"
		})
		if got := english["text."+string(code.Code)]["other"]; got != want {
			t.Errorf("text.%s is %q, in the library %q", code.Code, got, want)
		}
	}
}
