// Command asm generates the assembly of package kernel:
//
//	go run . -kernel avx512 -out ../avx512_amd64.s -stubs ../avx512_stubs_amd64.go -pkg kernel
//	go run . -kernel avx2 -out ../avx2_amd64.s -stubs ../avx2_stubs_amd64.go -pkg kernel
//	go run . -kernel bmi2 -out ../bmi2_amd64.s -stubs ../bmi2_stubs_amd64.go -pkg kernel
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

var families = map[string]func(){
	"avx512": avx512,
	"avx2":   avx2,
	"bmi2":   bmi2,
}

func main() {
	family := flag.String("kernel", "", "avx512, avx2 or bmi2")
	flag.Parse()
	generate, ok := families[*family]
	if !ok {
		log.Fatalf("unknown kernel %q", *family)
	}
	ConstraintExpr("!purego")
	generate()
	Generate()
}
