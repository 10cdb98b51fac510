package trace

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/queens"
	"example.org/queens/methods"
)

func encode(t testing.TB, recorded *Trace) []byte {
	t.Helper()
	data, err := json.Marshal(recorded)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRoundTrip(t *testing.T) {
	for _, m := range methods.Table() {
		for name, p := range problems {
			if p.Constraints()&^m.Honours != 0 {
				continue
			}
			recorded := record(t, m.Name, p, Limits{Events: 2000})
			got, err := Decode(encode(t, recorded))
			if err != nil {
				t.Errorf("%s, %s: %v", m.Name, name, err)
				continue
			}
			if fmt.Sprint(got) != fmt.Sprint(recorded) {
				t.Errorf("%s, %s: %+v becomes %+v", m.Name, name, recorded, got)
			}
		}
	}
}

// TestForm pins the JSON form.
func TestForm(t *testing.T) {
	recorded := record(t, "backtrack", queens.Problem{Size: 2, Blocked: squares(1, 1)}, Limits{Events: 3})
	var fields map[string]any
	if err := json.Unmarshal(encode(t, recorded), &fields); err != nil {
		t.Fatal(err)
	}
	code := fields["code"].(map[string]any)
	delete(fields, "code")
	got, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"blocked":[[1,1]],"complete":false,"count":3,"cut":"events","events":"AgAAAAAAEAAFAAAAAAAwAAIBAAAAABAA","given":[],` +
		`"method":"backtrack","n":2,"seed":"0","stats":{"backtracks":0,"levels":[1,0],"marks":3,"nodes":1,"permutations":0,"solutions":0,"tests":2,"tries":0},"version":1}`
	if string(got) != want {
		t.Errorf("%s", got)
	}
	if code["file"] != "internal/search/search.go" || len(code["lines"].([]any)) < 40 || code["marks"].(map[string]any)["try"] == nil {
		t.Errorf("code %v", code)
	}
}

// edited returns a trace for two queens with one field changed.
func edited(t testing.TB, method string, edit func(map[string]any)) []byte {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal(encode(t, record(t, method, queens.Problem{Size: 4}, Limits{Events: 60})), &fields); err != nil {
		t.Fatal(err)
	}
	edit(fields)
	data, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestHostile gives Decode what no engine left.
func TestHostile(t *testing.T) {
	set := func(name string, value any) func(map[string]any) {
		return func(fields map[string]any) { fields[name] = value }
	}
	pair := func(row, col int) []any { return []any{[]int{row, col}} }
	tests := map[string]func(map[string]any){
		"version":            set("version", 2),
		"no version":         func(fields map[string]any) { delete(fields, "version") },
		"unknown method":     set("method", "magic"),
		"other method":       set("method", "construct"),
		"size 0":             set("n", 0),
		"size below":         set("n", -4),
		"other size":         set("n", 5),
		"smaller":            set("n", 3),
		"huge":               set("n", 1<<40),
		"given off":          set("given", pair(4, 0)),
		"given not standing": set("given", pair(0, 0)),
		"no given":           set("given", nil),
		"given twice":        set("given", []any{[]int{0, 1}, []int{0, 1}}),
		"blocked off":        set("blocked", pair(-1, 0)),
		"blocked used":       set("blocked", pair(0, 0)),
		"seed":               set("seed", "1"),
		"seed with sign":     set("seed", "+0"),
		"seed a number":      set("seed", 0),
		"events not base64":  set("events", "!"),
		"events no string":   set("events", []int{1}),
		"no events":          set("events", ""),
		"count":              set("count", 59),
		"count below":        set("count", -1),
		"complete":           set("complete", true),
		"whole":              set("cut", ""),
		"unknown cut":        set("cut", "knife"),
		"cut by tries":       set("cut", "tries"),
		"statistics":         set("stats", map[string]any{}),
		"no statistics":      set("stats", nil),
		"expected":           set("expected", 438.26),
		"unknown field":      set("more", 1),
	}
	for name, edit := range tests {
		t.Run(name, func(t *testing.T) {
			if got, err := Decode(edited(t, "backtrack", edit)); err == nil {
				t.Errorf("taken: %+v", got)
			} else if !strings.HasPrefix(err.Error(), "queens: ") {
				t.Errorf("error %v", err)
			}
		})
	}
	if _, err := Decode(edited(t, "backtrack", func(map[string]any) {})); err != nil {
		t.Errorf("without an edit: %v", err)
	}
	for _, text := range []string{"", "null", "[]", "{}", "{", `{"version":1}`, string(edited(t, "backtrack", func(map[string]any) {})) + "{}"} {
		if _, err := Decode([]byte(text)); err == nil {
			t.Errorf("%.20q taken", text)
		}
	}
}

// TestHostileEvents changes one event: none of the changes may pass, unless it
// leaves the meaning alone or makes another search that is possible.
func TestHostileEvents(t *testing.T) {
	square := func(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }
	event := func(k queens.EventKind, s, other queens.Square, line queens.Line, amount int) uint64 {
		e := queens.Event{Kind: k, Square: s, Other: other, Line: line, Marks: amount}
		if k == queens.EventConflict || k == queens.EventTry {
			e.Marks, e.Tests = 0, amount
		}
		return pack(e)
	}
	at := func(k queens.EventKind, row, col int) uint64 {
		return event(k, square(row, col), queens.Square{}, 0, 3)
	}
	try := func(row, col int) uint64 {
		return event(queens.EventTry, square(row, col), queens.Square{}, 0, 1)
	}
	tests := map[string][]uint64{
		"no kind":            {0},
		"kind it has not":    {at(queens.EventSet, 0, 0)},
		"off the board":      {try(4, 0)},
		"far off":            {try(1023, 1023)},
		"spare bits":         {try(0, 0) | 1<<28},
		"flag":               {try(0, 0) | 1<<flagAt},
		"line":               {try(0, 0) | 1<<lineAt},
		"other square":       {try(0, 0) | 1<<otherRowAt},
		"two tests":          {event(queens.EventTry, square(0, 0), queens.Square{}, 0, 2)},
		"place without try":  {at(queens.EventPlace, 0, 0)},
		"place elsewhere":    {try(0, 0), at(queens.EventPlace, 0, 1)},
		"place attacked":     {try(0, 0), at(queens.EventPlace, 0, 0), try(1, 1), at(queens.EventPlace, 1, 1)},
		"place twice":        {try(0, 0), at(queens.EventPlace, 0, 0), try(0, 2)},
		"remove nothing":     {at(queens.EventRemove, 0, 0)},
		"remove another":     {try(0, 0), at(queens.EventPlace, 0, 0), at(queens.EventRemove, 0, 1)},
		"remove out of turn": {try(0, 0), at(queens.EventPlace, 0, 0), try(1, 2), at(queens.EventPlace, 1, 2), at(queens.EventRemove, 0, 0)},
		"solution":           {at(queens.EventSolution, 0, 0) &^ (maxAmount << amountAt)},
		"given":              {at(queens.EventGiven, 0, 0)},
		"blocked":            {try(0, 0), at(queens.EventBlocked, 0, 0) &^ (maxAmount << amountAt)},
		"conflict untried":   {event(queens.EventConflict, square(1, 1), square(0, 0), queens.Diagonal, 0)},
		"conflict with none": {try(1, 1), event(queens.EventConflict, square(1, 1), square(0, 0), queens.Diagonal, 0)},
		"conflict other line": {
			try(0, 0), at(queens.EventPlace, 0, 0), try(1, 1),
			event(queens.EventConflict, square(1, 1), square(0, 0), queens.AntiDiagonal, 0),
		},
		"conflict no line": {
			try(0, 0), at(queens.EventPlace, 0, 0), try(1, 1),
			event(queens.EventConflict, square(1, 1), square(0, 0), queens.NoLine, 0),
		},
	}
	for name, words := range tests {
		t.Run(name, func(t *testing.T) {
			hostile := &Trace{Method: "backtrack", Problem: queens.Problem{Size: 4}, Cut: ByEvents, words: words}
			hostile.Stats = newState(4).stats
			if err := hostile.check(); err == nil || !strings.Contains(err.Error(), "event") {
				t.Errorf("error %v", err)
			}
		})
	}
}

// TestEveryBit flips each bit of each event of short traces: what is still taken
// must be told apart by nothing that a player shows wrongly, so it must survive
// its own round trip.
func TestEveryBit(t *testing.T) {
	for _, m := range methods.Table() {
		recorded := record(t, m.Name, queens.Problem{Size: 4}, Limits{Events: 40})
		for i := range recorded.words {
			for bit := range 64 {
				changed := *recorded
				changed.words = slices.Clone(recorded.words)
				changed.words[i] ^= 1 << bit
				if changed.check() == nil {
					if _, err := Decode(encode(t, &changed)); err != nil {
						t.Fatalf("%s: bit %d of event %d passes and then does not: %v", m.Name, bit, i, err)
					}
				}
			}
		}
	}
}

// FuzzDecode checks that what is taken plays to both ends without a panic and is
// written as it was read.
func FuzzDecode(f *testing.F) {
	for _, m := range methods.Table() {
		f.Add(encode(f, record(f, m.Name, queens.Problem{Size: 4}, Limits{Events: 60})))
	}
	f.Add([]byte(`{"version":1,"method":"backtrack","n":1,"given":[],"blocked":[],"seed":"0","events":"","count":0,"complete":false,"cut":"events","stats":{"levels":[0]}}`))
	f.Fuzz(func(t *testing.T, data []byte) { playBoth(t, data) })
}

// FuzzEvents gives Decode any stream in an honest document.
func FuzzEvents(f *testing.F) {
	table := methods.Table()
	for i, m := range table {
		recorded := record(f, m.Name, queens.Problem{Size: 4}, Limits{Events: 40})
		var stream []byte
		for _, word := range recorded.words {
			stream = binary.LittleEndian.AppendUint64(stream, word)
		}
		f.Add(uint8(i), uint8(4), stream)
	}
	f.Fuzz(func(t *testing.T, method, size uint8, stream []byte) {
		stream = stream[:len(stream)/eventBytes*eventBytes]
		d := (&Trace{Method: table[int(method)%len(table)].Name, Problem: queens.Problem{Size: int(size)%10 + 1}, Cut: ByEvents}).document()
		d.Events, d.Count = base64.StdEncoding.EncodeToString(stream), len(stream)/eventBytes
		read, err := d.trace()
		if err != nil {
			t.Fatal(err)
		}
		c := newChecker(read)
		for _, word := range read.words {
			if c.next(unpack(word)) != nil {
				return
			}
		}
		read.Stats = c.stats
		playBoth(t, encode(t, read))
	})
}

// playBoth plays a trace, if it is one, forward and backward.
func playBoth(t *testing.T, data []byte) {
	read, err := Decode(data)
	if err != nil {
		return
	}
	player := NewPlayer(read)
	begin := snapshot(player)
	for player.Forward() {
		player.Message(0)
	}
	if !reflect.DeepEqual(player.Stats(), read.Stats) {
		t.Fatalf("%+v at the end, %+v in the trace", player.Stats(), read.Stats)
	}
	for player.Back() {
		player.Message(1)
	}
	if end := snapshot(player); end != begin {
		t.Fatalf("%s at the beginning, then %s", begin, end)
	}
	again, err := Decode(encode(t, read))
	if err != nil || fmt.Sprint(again) != fmt.Sprint(read) {
		t.Fatalf("%+v becomes %+v, error %v", read, again, err)
	}
}
