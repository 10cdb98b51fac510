package watch

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/teatest/v2"
	"github.com/mattn/go-runewidth"

	"example.org/queens"
	"example.org/queens/internal/lang"
	"example.org/queens/methods"
	"example.org/queens/trace"
)

// record returns the first events of a search.
func record(t *testing.T, method string, p queens.Problem, l trace.Limits) *trace.Trace {
	t.Helper()
	m, _ := methods.Find(method)
	recorded, err := trace.Record(t.Context(), m, p, methods.Options{Seed: 7}, l)
	if err != nil {
		t.Fatal(err)
	}
	return recorded
}

// eight is the whole search for eight queens.
func eight(t *testing.T) *trace.Trace {
	t.Helper()
	return record(t, "backtrack", queens.Problem{Size: 8}, trace.Limits{})
}

// printers are made once: each reads its catalog.
var printers = map[string]*lang.Printer{lang.English: lang.New(lang.English), lang.Chinese: lang.New(lang.Chinese)}

func newModel(t *trace.Trace, tag string, ascii bool) *Model {
	return New(t, Options{Printer: printers[tag], ASCII: ascii})
}

// press presses keys one after the other.
func press(m *Model, keys ...string) {
	for _, key := range keys {
		m.press(key)
	}
}

// screen returns what is to be read, without colours.
func screen(m *Model) string { return ansi.Strip(m.Frame()) }

// demand fails the test unless the screen shows all of the texts.
func demand(t *testing.T, m *Model, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(screen(m), text) {
			t.Errorf("no %q in\n%s", text, screen(m))
		}
	}
}

func TestBeginning(t *testing.T) {
	m := newModel(eight(t), lang.English, false)
	demand(t, m, "queens watch 8 --method backtrack", "▮▮ paused 1x", "step 0 of 33588  0 %",
		"method backtrack, size 8", "nodes 0", "Space play", "? keys", "q quit")
}

// TestConflict looks at a step at which a queen refuses a square.
func TestConflict(t *testing.T) {
	m := newModel(eight(t), lang.English, false)
	press(m, "n", "n", "right", "right", "right", "right") // row 2, column 1
	demand(t, m,
		">2 ", "[✗]", "<♛>",
		"x row 2, column 1: refused, same anti-diagonal / as the queen in row 1", "(row+column = 3)",
		"| column  cols[col]", `\ diagonal  diags[row-col+n-1]`, "/ anti-diagonal  antis[row+col]",
		"row=2  col=1  row-col+n-1=8  row+col=3",
		"nodes 2  backtracks 0  depth 2", "solutions 0", "\n> ", "step 12 of 33588")
}

// TestLine looks at the line that is drawn between a queen and a square that she
// refuses: row 4, column 0, by row 0.
func TestLine(t *testing.T) {
	m := newModel(eight(t), lang.English, false)
	press(m, "n", "n", "n", "n", "right", "right")
	var board []string
	for line := range strings.Lines(screen(m)) {
		board = append(board, line[:min(len(line), 7)])
	}
	want := []string{" 0<♛", " 1 | ", " 2 | ", " 3 | ", ">4[✗"}
	for i, text := range want {
		if !strings.HasPrefix(board[2+i], text) {
			t.Errorf("row %d begins %q, want %q", i, board[2+i], text)
		}
	}
}

// TestMarks compares the arrays with the queens that stand.
func TestMarks(t *testing.T) {
	m := newModel(eight(t), lang.English, false)
	press(m, "s")
	p := m.player.Queens()
	values := m.arrayValues()
	for i, length := range []int{8, 15, 15} {
		marked := 0
		for _, value := range values[i] {
			if value {
				marked++
			}
		}
		if len(values[i]) != length || marked != 8 {
			t.Errorf("array %d has %d marks in %d cells at solution %v", i, marked, len(values[i]), p)
		}
	}
	demand(t, m, " 1  1  1  1  1  1  1  1", "* solution 1:")
}

// TestMatrix compares the matrix with the definition: 2 below a queen.
func TestMatrix(t *testing.T) {
	p := queens.Problem{Size: 6, Given: []queens.Square{{Row: 4, Col: 2}}, Blocked: []queens.Square{{Row: 0, Col: 5}}}
	m := newModel(record(t, "marks2d", p, trace.Limits{Events: 300}), lang.English, false)
	for range 300 {
		press(m, "right")
		cells := m.cells()
		if e, _ := m.player.Event(); e.Kind == queens.EventTry {
			next := m.player.Trace().Event(min(m.player.At(), m.player.Len()-1))
			if isFree := cells[e.Square.Row*6+e.Square.Col] == 0; isFree != (next.Kind == queens.EventPlace) && !m.atEnd() {
				t.Fatalf("step %d: cell %d, then %v\n%s", m.player.At(), cells[e.Square.Row*6+e.Square.Col], next.Kind, screen(m))
			}
		}
	}
	demand(t, m, "cells[row*n+col]", "♕", "#")
}

// TestWords compares the free squares of the bitboard with those of its events.
func TestWords(t *testing.T) {
	p := queens.Problem{Size: 6, Given: []queens.Square{{Row: 4, Col: 2}}}
	m := newModel(record(t, "bitboard", p, trace.Limits{}), lang.English, false)
	for m.player.At() < m.player.Len() {
		press(m, "right")
		e, _ := m.player.Event()
		if e.Kind != queens.EventLine {
			continue
		}
		words := m.words(40, 9)
		free := strings.Count(ansi.Strip(words[4]), "1")
		if free != e.Free || !strings.HasPrefix(words[0], fmt.Sprintf("words for row %d:", e.Square.Row)) {
			t.Fatalf("step %d: %d free squares of %d\n%s", m.player.At(), free, e.Free, screen(m))
		}
	}
}

// TestMoves presses keys at the beginning of the whole search for eight queens.
func TestMoves(t *testing.T) {
	recorded := eight(t)
	p := trace.NewPlayer(recorded)
	next := func(from int, kind queens.EventKind) int {
		p.Seek(from)
		at, _ := p.Next(kind)
		return at
	}
	first := next(0, queens.EventPlace)
	second := next(first, queens.EventPlace)
	solved := next(0, queens.EventSolution)
	back := next(0, queens.EventRemove)
	for _, test := range []struct {
		keys string
		want int
	}{
		{"right", 1}, {"l", 1}, {"l l h", 1}, {"left", 0}, {"right right left", 1},
		{"n", first}, {"n n", second}, {"n n p", first}, {"n n N", first}, {"n p", first},
		{"b", back}, {"b b B", back}, {"s", solved}, {"s s S", solved}, {"s right right S", solved},
		{"end", 33588}, {"G left", 33587}, {"G g", 0}, {"G home", 0}, {"G right", 33588},
		{"]", 335}, {"] ] [", 335}, {"[", 0}, {"】", 335},
		{"1 2 enter", 12}, {"1 2 backspace enter", 1}, {"1 2 esc enter", 0}, {"5 0 %", 16794}, {"9 9 9 9 9 9 9 9 9 9 9 enter", 33588},
		{"1 0 1 %", 33588}, {"0 enter", 0}, {"enter", 0}, {"7 right", 1}, {"x", 0},
	} {
		m := newModel(recorded, lang.English, false)
		press(m, strings.Fields(test.keys)...)
		if m.player.At() != test.want {
			t.Errorf("%s: at %d, want %d", test.keys, m.player.At(), test.want)
		}
	}
}

func TestNoneInThisDirection(t *testing.T) {
	m := newModel(record(t, "backtrack", queens.Problem{Size: 3}, trace.Limits{}), lang.English, false)
	press(m, "s")
	demand(t, m, "no solution in this direction", "step 0 of")
	press(m, "S", "B")
	demand(t, m, "no backtrack in this direction")
	press(m, "N")
	demand(t, m, "no placement in this direction")
	press(m, "G")
	demand(t, m, "the search is complete: solutions 0", "Space play")
}

func TestTyping(t *testing.T) {
	m := newModel(eight(t), lang.English, false)
	press(m, "4", "2")
	demand(t, m, "go to step 42_", "step 0 of")
	press(m, "enter")
	demand(t, m, "step 42 of 33588")
}

// TestBack steps through a part of every kind of search and back: each screen is
// the one seen before, and that of a replay from the beginning.
func TestBack(t *testing.T) {
	p := queens.Problem{Size: 6}
	for _, method := range methods.Table() {
		t.Run(method.Name, func(t *testing.T) {
			t.Parallel()
			recorded := record(t, method.Name, p, trace.Limits{Events: 120})
			m := newModel(recorded, lang.English, false)
			var seen []string
			for seen = append(seen, m.Frame()); !m.atEnd(); seen = append(seen, m.Frame()) {
				press(m, "right")
			}
			for at := recorded.Len() - 1; at >= 0; at-- {
				press(m, "left")
				if m.Frame() != seen[at] {
					t.Fatalf("back at step %d:\n%s\nwas\n%s", at, screen(m), ansi.Strip(seen[at]))
				}
			}
			again := newModel(recorded, lang.English, false)
			again.goTo(recorded.Len() / 2)
			if again.Frame() != seen[recorded.Len()/2] {
				t.Errorf("a replay shows\n%s", screen(again))
			}
		})
	}
}

// TestThousandBack steps back 1,000 times from the middle of the whole search.
func TestThousandBack(t *testing.T) {
	recorded := eight(t)
	m, other := newModel(recorded, lang.Chinese, false), newModel(recorded, lang.Chinese, false)
	press(m, "5", "0", "%")
	for range 1000 {
		press(m, "left")
	}
	for range 16794 - 1000 {
		other.player.Forward()
	}
	if m.Frame() != other.Frame() {
		t.Errorf("it shows\n%s\nand a replay\n%s", screen(m), screen(other))
	}
}

// sizes are screens to look at.
var sizes = [][2]int{{1, 1}, {20, 3}, {40, 12}, {60, 20}, {72, 16}, {80, 24}, {120, 40}, {150, 30}, {220, 60}}

// TestScreens looks at every method on boards and screens of many sizes: nothing
// is wider or higher than the screen, or of a width that depends on the terminal.
func TestScreens(t *testing.T) {
	asian := &runewidth.Condition{EastAsianWidth: true}
	for _, method := range methods.Table() {
		t.Run(method.Name, func(t *testing.T) {
			t.Parallel()
			for i, n := range []int{8, 130, 19, 1, 2, 4, 12, 64} {
				if n > method.MaxSize || testing.Short() && i > 1 {
					continue
				}
				recorded := record(t, method.Name, queens.Problem{Size: n}, trace.Limits{Events: 300, Solutions: 3})
				for i, size := range sizes {
					m := newModel(recorded, lang.Languages()[i%2], i%3 == 0)
					m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					for _, key := range []string{"g", "n", "right", "G", "L", "?", "down"} {
						press(m, key)
						text := screen(m)
						if lines := strings.Split(text, "\n"); len(lines) > size[1] {
							t.Fatalf("%d on %v: %d lines\n%s", n, size, len(lines), text)
						}
						for line := range strings.Lines(text) {
							line = strings.TrimSuffix(line, "\n")
							if lipgloss.Width(line) > size[0] || asian.StringWidth(line) != lipgloss.Width(line) {
								t.Fatalf("%d on %v: %q is %d or %d wide", n, size, line, lipgloss.Width(line), asian.StringWidth(line))
							}
						}
					}
				}
			}
		})
	}
}

// TestSmallBoardsFit checks that all there is to see is on a screen of 80 x 24.
func TestSmallBoardsFit(t *testing.T) {
	for n := 1; n <= 8; n++ {
		for _, method := range []string{"backtrack", "iterative", "marks2d"} {
			m := newModel(record(t, method, queens.Problem{Size: n}, trace.Limits{Events: 500}), lang.English, false)
			press(m, "n")
			demand(t, m, "row 0, column 0: a queen is placed", "[♛]", "nodes 1", "solutions 0", "\n> ", "step 2 of", "q quit")
			if method != "marks2d" {
				demand(t, m, "cols[col]", "diags[row-col+n-1]", "antis[row+col]")
			} else {
				demand(t, m, "cells[row*n+col]")
			}
		}
	}
}

// TestSmallScreens checks what is left where there is little room.
func TestSmallScreens(t *testing.T) {
	m := newModel(eight(t), lang.English, false)
	m.Update(tea.WindowSizeMsg{Width: 39, Height: 24})
	demand(t, m, "the terminal is 39 x 24")
	m.Update(tea.WindowSizeMsg{Width: 40, Height: 12})
	press(m, "n", "right")
	demand(t, m, "8 backtrack", ">1[?]", "row 1, column 0: is it free?", "nodes 1", "step 3 of")
	m.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
	demand(t, m, "diags[row-col+n-1]", "\n> ", "q quit")
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 30})
	demand(t, m, " 8  9 10 11 12 13 14", "func (s *searcher)")
}

func TestASCII(t *testing.T) {
	p := queens.Problem{Size: 6, Given: []queens.Square{{Row: 1, Col: 3}}, Blocked: []queens.Square{{Row: 2, Col: 2}}}
	for _, method := range methods.Table() {
		if p.Constraints()&^method.Honours != 0 {
			continue
		}
		m := newModel(record(t, method.Name, p, trace.Limits{Events: 200}), lang.English, true)
		for range 100 {
			press(m, "right")
			for i, char := range screen(m) {
				if char > '~' || char < ' ' && char != '\n' {
					t.Fatalf("%s: %q at %d of\n%s", method.Name, char, i, screen(m))
				}
			}
		}
		press(m, "?")
		if text := screen(m); strings.ContainsFunc(text, func(char rune) bool { return char > '~' }) {
			t.Errorf("the help is not ASCII:\n%s", text)
		}
	}
}

func TestChinese(t *testing.T) {
	m := newModel(eight(t), lang.Chinese, false)
	press(m, "n", "n", "right", "right", "right", "right")
	demand(t, m, "暂停 1x", "第 2 行第 1 列：不能放", "\\ 主对角线  diags[row-col+n-1]", "/ 副对角线  antis[row+col]", "结点 2  回溯 0", "第 12 步，共 33588 步", "q 退出")
	press(m, "L")
	demand(t, m, "paused 1x", "row 2, column 1: refused")
}

// TestCatalogs checks that the languages have the same sentences, with the same
// values.
func TestCatalogs(t *testing.T) {
	keys := map[string][]string{}
	for _, tag := range lang.Languages() {
		for key := range lang.Catalog(tag) {
			if strings.HasPrefix(key, "watch.") {
				keys[tag] = append(keys[tag], key)
			}
		}
		slices.Sort(keys[tag])
	}
	if !slices.Equal(keys[lang.English], keys[lang.Chinese]) || len(keys[lang.English]) == 0 {
		t.Errorf("%v and %v", keys[lang.English], keys[lang.Chinese])
	}
}

// TestHelp checks that every key is in the help, and that it can be read on the
// smallest screen.
func TestHelp(t *testing.T) {
	m := newModel(eight(t), lang.English, false)
	press(m, "?")
	for _, b := range bindings {
		if b.text != "" {
			demand(t, m, strings.TrimRight(ansi.Strip(m.helpLine(b)), " "))
		}
	}
	press(m, "x")
	demand(t, m, "Space play")
	m.Update(tea.WindowSizeMsg{Width: 40, Height: 12})
	press(m, "?")
	for range 40 {
		press(m, "down")
	}
	demand(t, m, "line of the attack", "any other key closes")
	press(m, "up", "esc")
	demand(t, m, "method backtrack, size 8")
}

// TestKeysOnce checks that no key does two things.
func TestKeysOnce(t *testing.T) {
	count := 0
	for _, b := range bindings {
		count += len(b.keys)
	}
	if count != len(bound) {
		t.Errorf("%d keys, %d different ones: %v", count, len(bound), slices.Sorted(maps.Keys(bound)))
	}
}

func TestSpeed(t *testing.T) {
	m := newModel(eight(t), lang.English, false)
	for range 9 {
		press(m, "up")
	}
	demand(t, m, "64x")
	if pause, steps := m.pace(); float64(steps)/pause.Seconds() < 127 || float64(steps)/pause.Seconds() > 129 {
		t.Errorf("%d steps in %v at 64x", steps, pause)
	}
	for range 9 {
		press(m, "down")
	}
	demand(t, m, "0.25x")
	if pause, steps := m.pace(); pause != 2*time.Second || steps != 1 {
		t.Errorf("%d steps in %v at 0.25x", steps, pause)
	}
}

// TestTicks plays without waiting.
func TestTicks(t *testing.T) {
	m := newModel(record(t, "backtrack", queens.Problem{Size: 2}, trace.Limits{}), lang.English, false)
	press(m, "space")
	demand(t, m, "▸ playing")
	m.Update(tick{m.run})
	m.Update(tick{m.run})
	demand(t, m, "step 2 of 14")
	press(m, "up") // the tick that was on its way is void
	m.Update(tick{m.run - 1})
	demand(t, m, "step 2 of 14", "2x")
	press(m, "space")
	m.Update(tick{m.run})
	demand(t, m, "step 2 of 14", "paused")
	press(m, "space")
	for range 20 {
		m.Update(tick{m.run})
	}
	demand(t, m, "step 14 of 14", "paused", "the search is complete")
	press(m, "space")
	demand(t, m, "step 0 of 14", "playing")
	press(m, "right")
	demand(t, m, "step 1 of 14", "paused")
}

func TestCut(t *testing.T) {
	m := newModel(record(t, "backtrack", queens.Problem{Size: 8}, trace.Limits{Events: 50}), lang.English, false)
	demand(t, m, "step 0 of 50", "(cut)")
	press(m, "end")
	demand(t, m, "cut here: the trace has 50 events, as many as it may")
}

// TestTries looks at the methods that try whole placements.
func TestTries(t *testing.T) {
	m := newModel(record(t, "shuffle", queens.Problem{Size: 8}, trace.Limits{Solutions: 5}), lang.English, false)
	press(m, "end")
	demand(t, m, "expected n!/Q(n): 438.26", "solutions 5, tries on average", "cut here: solutions 5")
	sum := 0
	for _, s := range m.ends {
		sum += s.tries
	}
	if uint64(sum) != m.player.Stats().Tries {
		t.Errorf("%d tries for the solutions, %d in all", sum, m.player.Stats().Tries)
	}
	m = newModel(record(t, "odometer", queens.Problem{Size: 8}, trace.Limits{Events: 100}), lang.English, false)
	press(m, "1", "0", "enter")
	demand(t, m, "the number, in base 8:", "<0><1> 2  3", "tried 1 of 16092433 numbers")
}

// TestProgram runs the program on a terminal that is none: keys, sizes and the
// end come in their order.
func TestProgram(t *testing.T) {
	tm := teatest.NewTestModel(t, newModel(record(t, "backtrack", queens.Problem{Size: 2}, trace.Limits{}), lang.English, false), teatest.WithInitialTermSize(80, 24))
	tm.Type("l  ") // a step, and the second space pauses what the first began
	tm.Send(tea.KeyPressMsg{Code: tea.KeyRight})
	tm.Send(tea.WindowSizeMsg{Width: 60, Height: 20})
	tm.Type("++++++ ")
	teatest.WaitFor(t, tm.Output(), func(text []byte) bool {
		return strings.Contains(ansi.Strip(string(text)), "the search is complete")
	}, teatest.WithDuration(10*time.Second), teatest.WithCheckInterval(20*time.Millisecond))
	tm.Send(tea.KeyPressMsg{Code: tea.KeyHome})
	tm.Send(tea.KeyPressMsg{Code: tea.KeyRight})
	tm.Type("q")
	m := tm.FinalModel(t, teatest.WithFinalTimeout(10*time.Second)).(*Model)
	if m.width != 60 || m.height != 20 {
		t.Errorf("the screen is %d x %d", m.width, m.height)
	}
	demand(t, m, "step 1 of 14", "64x", "paused", "row 0, column 0: is it free?")
}
