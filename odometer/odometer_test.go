package odometer

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/queens"
)

func enumerate(t testing.TB, p queens.Problem) ([]string, queens.Stats) {
	t.Helper()
	var list []string
	stats, err := Engine{}.Search(t.Context(), p, func(found queens.Placement) bool {
		if !p.Check(found.Squares()).Valid() {
			t.Fatalf("%v is no solution", found)
		}
		list = append(list, found.String())
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, stats
}

// TestFormsEveryNumber has the numbers of the post.
func TestFormsEveryNumber(t *testing.T) {
	_, stats := enumerate(t, queens.Problem{Size: 8})
	// All 8! permutations but the last, 76543210, where the interval ends.
	if stats.Tries != 16_092_433 || stats.Permutations != 40_320-1 || stats.Solutions != 92 {
		t.Errorf("%d numbers, %d permutations, %d solutions", stats.Tries, stats.Permutations, stats.Solutions)
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int]int64{1: 0, 2: 1, 3: 16, 4: 0b11_10_01_00 - 0b00_01_10_11, 8: 0o76543210 - 0o01234567, 10: 9876543210 - 123456789} {
		if got := Numbers(n); got.Cmp(big.NewInt(want)) != 0 {
			t.Errorf("size %d: %v numbers, want %d", n, got, want)
		}
	}
}

// TestCounterAgainstDivision compares the counter with numbers divided into
// digits.
func TestCounterAgainstDivision(t *testing.T) {
	for n := 2; n <= 6; n++ {
		c := newCounter(n)
		first := value(c.digits)
		for number := first; number < first+Numbers(n).Uint64(); number++ {
			digits := make(queens.Placement, n)
			for i, rest := n-1, number; i >= 0; i, rest = i-1, rest/uint64(n) {
				digits[i] = int(rest % uint64(n))
			}
			sorted := slices.Clone(digits)
			slices.Sort(sorted)
			if !slices.Equal(c.digits, digits) || c.different != len(slices.Compact(sorted)) {
				t.Fatalf("counter shows %v with %d different digits, want %v", c.digits, c.different, digits)
			}
			c.increment()
		}
		if !slices.IsSortedFunc(c.digits, func(a, b int) int { return b - a }) {
			t.Fatalf("size %d ends at %v", n, c.digits)
		}
	}
}

func value(digits []int) uint64 {
	v := uint64(0)
	for _, d := range digits {
		v = v*uint64(len(digits)) + uint64(d)
	}
	return v
}

func TestCheckAgainstRoot(t *testing.T) {
	c := newCounter(5)
	for range Numbers(5).Uint64() {
		if _, ok := check(c.digits); ok != queens.Check(5, c.digits.Squares()).Valid() {
			t.Fatalf("check of %v says %v", c.digits, ok)
		}
		c.increment()
	}
}

func TestConstraintsLeaveNumbersAlone(t *testing.T) {
	p := queens.Problem{Size: 6, Given: []queens.Square{{Row: 1, Col: 3}}}
	list, stats := enumerate(t, p)
	if fmt.Sprint(list) != "[1 3 5 0 2 4]" || stats.Tries != Numbers(6).Uint64() {
		t.Errorf("%v after %d numbers", list, stats.Tries)
	}
	p = queens.Problem{Size: 6, Blocked: []queens.Square{{Row: 1, Col: 3}, {Row: 0, Col: 4}}}
	if list, _ := enumerate(t, p); fmt.Sprint(list) != "[2 5 1 4 0 3 3 0 4 1 5 2]" {
		t.Errorf("%v", list)
	}
}

func TestTooMany(t *testing.T) {
	for n, want := range map[int]string{
		10:      "queens: odometer would try 9753086421 numbers at size 10; it takes 1 to 9",
		40:      "queens: odometer would try about 10^64 numbers at size 40; it takes 1 to 9",
		1 << 30: "queens: odometer would try about 10^9696854898 numbers at size 1073741824; it takes 1 to 9",
	} {
		_, err := Engine{}.Search(t.Context(), queens.Problem{Size: n}, nil)
		refusal, ok := errors.AsType[*TooManyError](err)
		if !ok || refusal.Size != n || err.Error() != want {
			t.Errorf("size %d: error %v, want %s", n, err, want)
		}
		if size, ok := errors.AsType[*queens.SizeError](err); !ok || size.Max != MaxSize {
			t.Errorf("size %d: %v does not wrap a size error", n, err)
		}
	}
}

// TestClassic puts the numbers of the octal program seven to a line.
func TestClassic(t *testing.T) {
	if testing.Short() {
		t.Skip("forms sixteen million numbers")
	}
	golden, err := os.ReadFile("testdata/octal-8.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(strings.ReplaceAll(string(golden), ": true", ""))
	var got []string
	for text, err := range Classic(t.Context(), 8) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, text)
	}
	if got = append(got, "count", "=", fmt.Sprint(len(got))); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestClassicEdges(t *testing.T) {
	for n, want := range map[int]int{1: 0, 2: 0, 3: 0, 4: 2, 5: 10} {
		count := 0
		for text, err := range Classic(t.Context(), n) {
			if err != nil || text == "" {
				t.Errorf("size %d: %q, error %v", n, text, err)
			}
			count++
		}
		if count != want {
			t.Errorf("size %d: %d numbers, want %d", n, count, want)
		}
	}
	for text, err := range Classic(t.Context(), 10) {
		if _, ok := errors.AsType[*TooManyError](err); !ok || text != "" {
			t.Errorf("size 10: %q, error %v", text, err)
		}
	}
	for text := range Classic(t.Context(), 8) {
		if text != "4752613" {
			t.Errorf("first number %s", text)
		}
		break
	}
}

func ExampleEngine() {
	stats, err := Engine{}.Search(context.Background(), queens.Problem{Size: 4}, func(p queens.Placement) bool {
		fmt.Println(p)
		return true
	})
	fmt.Println(stats.Tries, "numbers,", stats.Permutations, "permutations, error", err)
	// Output:
	// 1 3 0 2
	// 2 0 3 1
	// 201 numbers, 23 permutations, error <nil>
}

func ExampleClassic() {
	for text, err := range Classic(context.Background(), 5) {
		fmt.Print(text, " ")
		if err != nil {
			fmt.Print(err)
		}
	}
	// Output: 2413 3142 13024 14203 20314 24130 30241 31420 41302 42031
}

func ExampleNumbers() {
	fmt.Println(Numbers(8), Numbers(10), Numbers(20))
	// Output: 16092433 9753086421 104276671468144044321329641
}

func ExampleText() {
	fmt.Println(Text(queens.Placement{0, 4, 7, 5, 2, 6, 1, 3}))
	// Output: 4752613
}

func BenchmarkEight(b *testing.B) {
	for b.Loop() {
		if count, err := queens.CountOf(b.Context(), Engine{}, queens.Problem{Size: 8}); count != 92 || err != nil {
			b.Fatal(count, err)
		}
	}
}
