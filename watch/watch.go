// Package watch steps through a trace on a terminal, forwards and backwards: the
// board, what the search remembers, the line of its source that runs, a sentence
// and the counters. It replays what package trace recorded and searches nothing.
package watch

import (
	"context"
	"errors"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"example.org/queens"
	"example.org/queens/internal/lang"
	"example.org/queens/trace"
)

// Options say how a trace is shown.
type Options struct {
	Printer *lang.Printer // the language to begin with
	Base    int           // what rows and columns count from, 0 or 1
	ASCII   bool          // signs are ASCII; words are in the language all the same
}

// Run shows a trace full-screen on a terminal, paused at its beginning, until the
// user quits. Both streams must be terminals; out is as before when Run returns.
// The error is context.Canceled if the user pressed Ctrl-C, that of ctx if it
// ended, or one of the terminal.
func Run(ctx context.Context, t *trace.Trace, o Options, in io.Reader, out io.Writer) error {
	program := tea.NewProgram(New(t, o), tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler())
	_, err := program.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, tea.ErrInterrupted):
		return context.Canceled
	}
	return err
}

// A Model is what is shown: a position in a trace and how to go on from it. It
// implements [tea.Model].
type Model struct {
	player *trace.Player
	code   trace.Code
	ends   []solved // for a shuffle
	text   *lang.Printer
	base   int
	signs  signs

	width, height int

	playing bool
	speed   int // a power of two
	run     int // how often the speed was set: ticks of an earlier one are void
	typed   string
	notice  string
	help    bool
	scroll  int // lines of the help above the screen
}

// New returns a model that stands, paused, at the beginning of a trace.
func New(t *trace.Trace, o Options) *Model {
	m := &Model{
		player: trace.NewPlayer(t), code: trace.CodeOf(t.Method),
		text: o.Printer, base: o.Base, signs: unicodeSigns, width: 80, height: 24,
	}
	if o.ASCII {
		m.signs = asciiSigns
	}
	if t.Method == "shuffle" {
		m.ends = solvedIn(t)
	}
	return m
}

// Init implements [tea.Model].
func (m *Model) Init() tea.Cmd { return nil }

// Update implements [tea.Model].
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.scroll = min(m.scroll, m.lastScroll())
	case tea.KeyPressMsg:
		return m, m.press(msg.String())
	case tick:
		return m, m.tick(msg)
	}
	return m, nil
}

// View implements [tea.Model].
func (m *Model) View() tea.View {
	view := tea.NewView(m.Frame())
	view.AltScreen = true
	view.WindowTitle = m.name()
	return view
}

// The speeds are powers of two.
const (
	slowest = -2
	fastest = 6
)

// frames is how many pictures a second are drawn at most while playing.
const frames = 32

// A tick is when the next steps are due.
type tick struct{ run int }

// pace returns the time between two pictures, and the steps: two a second at
// speed 1.
func (m *Model) pace() (time.Duration, int) {
	rate := 2.0
	for range m.speed {
		rate *= 2
	}
	for range -m.speed {
		rate /= 2
	}
	steps := max(1, int(rate/frames))
	return time.Duration(float64(time.Second) * float64(steps) / rate), steps
}

// wait has the next steps made when they are due.
func (m *Model) wait() tea.Cmd {
	m.run++
	return m.again()
}

func (m *Model) again() tea.Cmd {
	run := m.run
	pause, _ := m.pace()
	return tea.Tick(pause, func(time.Time) tea.Msg { return tick{run} })
}

// tick makes the steps that are due; at the end it pauses.
func (m *Model) tick(t tick) tea.Cmd {
	if !m.playing || t.run != m.run {
		return nil
	}
	_, steps := m.pace()
	for range steps {
		m.player.Forward()
	}
	if m.atEnd() {
		m.playing = false
		return nil
	}
	return m.again()
}

func (m *Model) atEnd() bool { return m.player.At() == m.player.Len() }

// toggle plays, from the beginning if all was played, or pauses.
func (m *Model) toggle() tea.Cmd {
	m.playing = !m.playing
	if !m.playing {
		return nil
	}
	if m.atEnd() {
		m.player.Seek(0)
	}
	return m.wait()
}

// hasten changes the speed.
func (m *Model) hasten(by int) tea.Cmd {
	m.speed = min(max(m.speed+by, slowest), fastest)
	if !m.playing {
		return nil
	}
	return m.wait()
}

// goTo pauses at a position.
func (m *Model) goTo(position int) tea.Cmd {
	m.playing = false
	m.player.Seek(position)
	return nil
}

// A skip is a kind of step to go to: the next one or the one before.
type skip struct {
	key  string // what there is none of
	want func(queens.Event) bool
}

var (
	placements = skip{"watch.none.placement", func(e queens.Event) bool {
		switch e.Kind {
		case queens.EventPlace, queens.EventSet, queens.EventSwap, queens.EventDigit:
			return true
		}
		return false
	}}
	backtracks = skip{"watch.none.backtrack", func(e queens.Event) bool {
		return e.Kind == queens.EventRemove && e.Yes || e.Kind == queens.EventRestart
	}}
	solutions = skip{"watch.none.solution", func(e queens.Event) bool { return e.Kind == queens.EventSolution }}
)

// skip goes to the point right after the next event of a kind (by 1), or after
// the one before that which led here (by -1). If there is none it stays and says
// so.
func (m *Model) skip(to skip, by int) tea.Cmd {
	t := m.player.Trace()
	for at := m.player.At() + by; at > 0 && at <= t.Len(); at += by {
		if to.want(t.Event(at - 1)) {
			return m.goTo(at)
		}
	}
	m.playing = false
	m.notice = m.text.T(to.key)
	return nil
}

// percent goes a hundredth of the trace forward or back.
func (m *Model) percent(by int) tea.Cmd {
	return m.goTo(m.player.At() + by*max(1, m.player.Len()/100))
}
