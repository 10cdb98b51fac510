// Command observe prints what backtracking does until it has the first solution
// for four queens: each queen that it places, refuses and takes back.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"example.org/queens"
	"example.org/queens/backtrack"
)

// narrator writes a line an event, indented by row.
type narrator struct{}

func (narrator) Observe(e queens.Event) {
	indent := strings.Repeat("  ", e.Square.Row)
	switch e.Kind {
	case queens.EventConflict:
		fmt.Printf("%s%v no: the queen on %v is on the same %v\n", indent, e.Square, e.Other, e.Line)
	case queens.EventPlace:
		fmt.Printf("%s%v placed\n", indent, e.Square)
	case queens.EventRemove:
		fmt.Printf("%s%v taken back\n", indent, e.Square)
	}
}

func main() {
	engine := backtrack.Engine{}.Observed(narrator{})
	stats, err := engine.Search(context.Background(), queens.Problem{Size: 4}, func(p queens.Placement) bool {
		fmt.Println("solution", p)
		return false // one is enough
	})
	if !errors.Is(err, queens.ErrStopped) {
		log.Fatal(err)
	}
	fmt.Println(stats.Nodes, "nodes,", stats.Backtracks, "backtracks,", stats.Tests, "tests")
}
