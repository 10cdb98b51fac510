package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// A stream tells the state of a count as server-sent events. The id of an event
// is the version of the count: a browser that lost the connection names the last
// one it saw and is told what is newer.
//
//	event: progress     its state is waiting or counting
//	event: done         it is counted
//	event: error        it was cancelled, or it failed
//
// Every event holds the whole state; after the last two the stream ends, and
// whoever comes back for more gets status 204, at which a browser stops.

type eventsInput struct {
	CountID
	Last string `header:"Last-Event-ID" maxLength:"20" doc:"The id of the last event seen"`
}

type eventsOutput struct {
	Body func(huma.Context)
}

func streamOperation(s *Server) huma.Operation {
	op := get("count-events", "/api/counts/{id}/events", "How a count is going, as server-sent events", s.through(s.streams, 0))
	state := s.api.OpenAPI().Components.Schemas.Schema(typeOf[countBody](), true, "CountBody")
	op.Responses = map[string]*huma.Response{
		"200": {
			Description: "Events progress, done and error, each with the state as its data; comments keep the connection open",
			Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: state}},
		},
		"204": {Description: "The last event was seen"},
	}
	return op
}

func (s *Server) getEvents(_ context.Context, in *eventsInput) (*eventsOutput, error) {
	j := s.counts.find(in.ID)
	if j == nil {
		return nil, notFound()
	}
	seen, _ := strconv.Atoi(in.Last)
	return &eventsOutput{func(ctx huma.Context) {
		_, w := unwrap(ctx)
		if state, version, _ := j.look(); isEnd(state.State) && version <= seen {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		leave := j.listen(s.Limits.Grace)
		defer leave()
		send := &sender{w: w, flush: http.NewResponseController(w)}
		send.begin()
		s.follow(ctx.Context(), j, seen, send)
	}}, nil
}

// follow sends what is newer than the version seen until the count, the
// listener or the server ends.
func (s *Server) follow(ctx context.Context, j *count, seen int, send *sender) {
	heartbeat := time.NewTicker(s.Limits.Heartbeat)
	defer heartbeat.Stop()
	for send.err == nil {
		state, version, changed := j.look()
		if version > seen {
			seen = version
			send.state(version, state)
			if isEnd(state.State) {
				return
			}
		}
		select {
		case <-changed:
			pause(ctx, eventGap)
		case <-heartbeat.C:
			send.comment()
		case <-ctx.Done():
			return
		case <-s.ctx.Done():
			return
		}
	}
}

const (
	eventGap  = 100 * time.Millisecond // between two events
	writeTime = 10 * time.Second       // that an event may take to be sent
)

// pause waits a while, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// A sender writes events. The time limits of the server are for ordinary
// answers: a stream may last, but not every write of it.
type sender struct {
	w     http.ResponseWriter
	flush *http.ResponseController
	err   error // of the first write that failed
}

func (s *sender) begin() {
	s.flush.SetReadDeadline(time.Time{}) // else the server would take the listener for gone
	s.w.Header().Set("Content-Type", "text/event-stream")
	s.w.Header().Set("X-Accel-Buffering", "no")
	s.write("retry: 2000\n\n")
}

func (s *sender) state(version int, state countBody) {
	event := "progress"
	switch state.State {
	case done:
		event = "done"
	case cancelled, failed:
		event = "error"
	}
	data, err := json.Marshal(state)
	if err != nil {
		panic(err) // it holds plain values
	}
	s.write(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", version, event, data))
}

func (s *sender) comment() { s.write(": still here\n\n") }

func (s *sender) write(text string) {
	if s.err != nil {
		return
	}
	s.flush.SetWriteDeadline(time.Now().Add(writeTime)) // in a test there may be none to set
	if _, s.err = s.w.Write([]byte(text)); s.err == nil {
		s.err = s.flush.Flush()
	}
}
