// Package nearest finds the name that someone who mistyped one may have meant.
package nearest

// Of returns the candidate with the smallest edit distance to word, the first
// of several; "" if none is near enough to be what was meant: within a third of
// its letters, and at least two.
func Of(word string, candidates []string) string {
	best, bestDistance := "", 0
	for _, candidate := range candidates {
		d := distance(word, candidate)
		if d > max(2, len(candidate)/3) || d >= len([]rune(candidate)) {
			continue
		}
		if best == "" || d < bestDistance {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// maxWord bounds the work for absurd input; no name is that long.
const maxWord = 64

// distance returns the Levenshtein distance of a and b: insertions, deletions
// and replacements of one letter. It is huge if one of them is absurdly long.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	if len(from) > maxWord || len(to) > maxWord {
		return len(from) + len(to)
	}
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range to {
			replaced := diagonal
			if x != y {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(to)]
}
