// Command enumerate prints the first three solutions for eight queens and how
// many there are.
package main

import (
	"fmt"

	"example.org/queens"
)

func main() {
	shown := 0
	for p := range queens.Solutions(8) {
		fmt.Println(p) // the column of the queen in each row
		if shown++; shown == 3 {
			break
		}
	}
	fmt.Println(queens.Count(8), "solutions")
}
