package nats

import (
	"sync"
	"time"

	natsgo "github.com/nats-io/nats.go"
)

// A farewell lets workers know that the run is finished who were not there when it ended: while the number is checked they are answered, and
// those that had work when this coordinator started, and have not been heard since, are waited for.
type farewell struct {
	mu       sync.Mutex
	finished bool
	missing  map[string]bool
}

// lingerFor bounds how long missing workers are waited for. One that lost its link tries at least as often.
const (
	lingerFor   = 5 * time.Second
	lingerEvery = 200 * time.Millisecond
)

func (f *farewell) expect(name string) {
	if f.missing == nil {
		f.missing = map[string]bool{}
	}
	f.missing[name] = true
}

func (f *farewell) heard(name string) {
	f.mu.Lock()
	delete(f.missing, name)
	f.mu.Unlock()
}

func (f *farewell) over() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.finished
}

func (f *farewell) absent() (names []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for name := range f.missing {
		names = append(names, name)
	}
	return names
}

// sayFarewell tells all workers that the run is finished.
func (c *Coordinator) sayFarewell() {
	c.farewell.mu.Lock()
	c.farewell.finished = true
	c.farewell.mu.Unlock()
	c.tellAll(order{Finished: true})
	if c.Address() == "" {
		return
	}
	for begin := time.Now(); time.Since(begin) < lingerFor; {
		absent := c.farewell.absent()
		if len(absent) == 0 {
			return
		}
		for _, name := range absent {
			c.tell(name, order{Finished: true})
		}
		if !pause(c.link.ctx, lingerEvery) {
			return
		}
	}
}

// answerLate answers a worker after the end of the run.
func (c *Coordinator) answerLate(name string, m *natsgo.Msg) {
	c.farewell.heard(name)
	c.tell(name, order{Finished: true})
	var h hello
	if m.Reply != "" && unpack(m.Data, &h) && (h.Run == c.run || h.Run == "" && c.server != nil) {
		m.Respond(pack(welcome{Refused: refusedFinished}))
	}
}
