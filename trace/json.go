package trace

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"

	"example.org/queens"
)

// version is that of the JSON form.
const version = 1

// document is the JSON form.
type document struct {
	Version  int             `json:"version"`
	Method   string          `json:"method"`
	Size     int             `json:"n"`
	Given    [][2]int        `json:"given"`
	Blocked  [][2]int        `json:"blocked"`
	Seed     string          `json:"seed"`
	Events   string          `json:"events"`
	Count    int             `json:"count"`
	Complete bool            `json:"complete"`
	Cut      Cut             `json:"cut"`
	Stats    figures         `json:"stats"`
	Expected float64         `json:"expected,omitempty"`
	Code     json.RawMessage `json:"code"`
}

// figures are statistics, all far below 2^53.
type figures struct {
	Nodes        uint64   `json:"nodes"`
	Backtracks   uint64   `json:"backtracks"`
	Tests        uint64   `json:"tests"`
	Marks        uint64   `json:"marks"`
	Tries        uint64   `json:"tries"`
	Permutations uint64   `json:"permutations"`
	Solutions    uint64   `json:"solutions"`
	Levels       []uint64 `json:"levels"`
}

// MarshalJSON returns the JSON form, see the package.
func (t *Trace) MarshalJSON() ([]byte, error) {
	code, err := json.Marshal(CodeOf(t.Method))
	if err != nil {
		return nil, err
	}
	d := t.document()
	d.Code = code
	return json.Marshal(d)
}

// document returns the JSON form without the code.
func (t *Trace) document() document {
	stream := make([]byte, 0, len(t.words)*eventBytes)
	for _, word := range t.words {
		stream = binary.LittleEndian.AppendUint64(stream, word)
	}
	return document{
		Version:  version,
		Method:   t.Method,
		Size:     t.Problem.Size,
		Given:    pairsOf(t.Problem.Given),
		Blocked:  pairsOf(t.Problem.Blocked),
		Seed:     strconv.FormatUint(t.Seed, 10),
		Events:   base64.StdEncoding.EncodeToString(stream),
		Count:    len(t.words),
		Complete: t.Complete(),
		Cut:      t.Cut,
		Stats:    figures(t.Stats),
		Expected: t.Expected(),
	}
}

func pairsOf(squares []queens.Square) [][2]int {
	pairs := make([][2]int, 0, len(squares))
	for _, s := range squares {
		pairs = append(pairs, [2]int{s.Row, s.Col})
	}
	return pairs
}

func squaresOf(pairs [][2]int) []queens.Square {
	squares := make([]queens.Square, 0, len(pairs))
	for _, pair := range pairs {
		squares = append(squares, queens.Square{Row: pair[0], Col: pair[1]})
	}
	return squares
}

// Decode reads the JSON form. It takes nothing on trust: the problem must be one
// that the method takes; every event one that the method has, on the board and
// possible where it stands: queens are placed on free squares and removed in
// turn, an attacker attacks, a candidate is one, a solution solves the problem;
// and the statistics must be what the events add up to. It does not say that the
// engine would have done the same. The code is not read: it is that of this
// program.
func Decode(data []byte) (*Trace, error) {
	var d document
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return nil, fmt.Errorf("queens: trace: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("queens: trace: something follows it")
	}
	if d.Version != version {
		return nil, fmt.Errorf("queens: trace: version %d, not %d", d.Version, version)
	}
	t, err := d.trace()
	if err != nil {
		return nil, err
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	d.Code = nil
	if !reflect.DeepEqual(d, t.document()) {
		return nil, errors.New("queens: trace: it contradicts itself")
	}
	return t, nil
}

// trace returns what the document says, unchecked.
func (d *document) trace() (*Trace, error) {
	stream, err := base64.StdEncoding.Strict().DecodeString(d.Events)
	if err != nil {
		return nil, fmt.Errorf("queens: trace: events: %w", err)
	}
	if len(stream) != d.Count*eventBytes {
		return nil, fmt.Errorf("queens: trace: %d bytes are not %d events", len(stream), d.Count)
	}
	seed, err := strconv.ParseUint(d.Seed, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("queens: trace: seed: %w", err)
	}
	words := make([]uint64, 0, d.Count)
	for ; len(stream) > 0; stream = stream[eventBytes:] {
		words = append(words, binary.LittleEndian.Uint64(stream))
	}
	if d.Given == nil || d.Blocked == nil {
		return nil, errors.New("queens: trace: given or blocked is missing")
	}
	problem := queens.Problem{Size: d.Size, Given: squaresOf(d.Given), Blocked: squaresOf(d.Blocked)}
	return &Trace{
		Method: d.Method, Problem: tidy(problem), Seed: seed, Cut: d.Cut,
		Stats: queens.Stats(d.Stats), words: words,
	}, nil
}
