package server

import (
	"context"

	"example.org/queens"
	"example.org/queens/methods"
	"example.org/queens/odometer"
)

// A methodRow is a row of the table of methods.
type methodRow struct {
	Name         string `json:"name"`
	English      string `json:"en" doc:"What it does, in English"`
	Chinese      string `json:"zh" doc:"What it does, in Chinese"`
	MaxSize      int    `json:"maxSize" doc:"The largest size that it takes"`
	TraceMaxSize int    `json:"traceMaxSize" doc:"The largest size that it can be watched at, 0 for none"`
	Delivers     string `json:"delivers" enum:"all,stream,one"`
	Order        string `json:"order" enum:"lexicographic,random,single"`
	Given        bool   `json:"given" doc:"It takes given queens"`
	Blocked      bool   `json:"blocked" doc:"It takes blocked squares"`
	Seeded       bool   `json:"seeded" doc:"It takes a seed"`
}

func (s *Server) getMethods(context.Context, *Spoken) (*reply[[]methodRow], error) {
	var rows []methodRow
	for _, m := range methods.Table() {
		rows = append(rows, methodRow{
			Name: m.Name, English: m.English, Chinese: m.Chinese,
			MaxSize: m.MaxSize, TraceMaxSize: traceMaxSize(m),
			Delivers: string(m.Delivers), Order: string(m.Order), Seeded: m.Seeded,
			Given:   m.Honours&queens.GivenQueens != 0,
			Blocked: m.Honours&queens.BlockedSquares != 0,
		})
	}
	return with(rows), nil
}

// traceMaxSize is the largest size that a method can be watched at: the page
// draws boards to [MaxBoard], and an odometer beyond 8 does nothing else in a
// million events than to turn its last digits.
func traceMaxSize(m methods.Method) int {
	switch {
	case !m.Observable():
		return 0
	case m.Name == "odometer":
		return min(m.MaxSize, odometerTrace)
	}
	return min(m.MaxSize, MaxBoard)
}

const odometerTrace = min(odometer.MaxSize, 8)
