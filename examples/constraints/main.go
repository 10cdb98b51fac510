// Command constraints asks for solutions with given queens and blocked squares,
// within a time, and shows what a contradiction answers.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"example.org/queens"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	problem := queens.Problem{
		Size:  8,
		Given: []queens.Square{{Row: 1, Col: 1}, {Row: 3, Col: 0}, {Row: 7, Col: 5}},
	}
	fmt.Println("given", problem.Given)
	for p, err := range problem.Solutions(ctx) {
		if err != nil {
			log.Fatal(err) // the time ran out: what came so far is not all
		}
		fmt.Println("  ", p)
	}

	problem.Blocked = []queens.Square{{Row: 0, Col: 4}, {Row: 0, Col: 6}}
	fmt.Println("and blocked", problem.Blocked)
	first, err := problem.First(ctx)
	if err != nil {
		log.Fatal(err) // queens.ErrNoSolution if there is none
	}
	fmt.Println("  ", first)

	problem.Given = append(problem.Given, queens.Square{Row: 6, Col: 4})
	_, err = problem.First(ctx)
	var attack *queens.GivenConflictError
	if errors.As(err, &attack) {
		fmt.Println("and given 6.4")
		fmt.Println("  ", attack.Conflict)
	}
}
