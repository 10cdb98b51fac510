// Package nearest finds the name that someone who mistyped one may have meant.
package nearest

import "strings"

// Of returns the candidate with the smallest edit distance to word, the first
// of several, capitals aside; else the only one that begins with word; "" if
// none is near enough to be what was meant.
func Of(word string, candidates []string) string {
	word = strings.ToLower(word)
	best, bestDistance := "", 0
	for _, candidate := range candidates {
		d := distance(word, candidate)
		if d > allowed(candidate) || d >= len([]rune(candidate)) {
			continue
		}
		if best == "" || d < bestDistance {
			best, bestDistance = candidate, d
		}
	}
	if best == "" {
		best = completed(word, candidates)
	}
	return best
}

// allowed is how many letters of a name may be wrong: one of a short name, a
// third, and at least two, of others.
func allowed(name string) int {
	if len(name) <= 4 {
		return 1
	}
	return max(2, len(name)/3)
}

// completed returns the only candidate that begins with word.
func completed(word string, candidates []string) string {
	found := ""
	for _, candidate := range candidates {
		if len(word) < 2 || !strings.HasPrefix(candidate, word) {
			continue
		}
		if found != "" {
			return ""
		}
		found = candidate
	}
	return found
}

// maxWord bounds the work for absurd input; no name is that long.
const maxWord = 64

// distance returns how many letters have to be inserted, deleted, replaced or
// swapped with their neighbour to make b of a; no letter is moved twice. It is
// huge if one of them is absurdly long.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	if len(from) > maxWord || len(to) > maxWord {
		return len(from) + len(to)
	}
	// rows[i][j] is the distance of the first i letters and the first j.
	rows := make([][]int, len(from)+1)
	for i := range rows {
		rows[i] = make([]int, len(to)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(from); i++ {
		for j := 1; j <= len(to); j++ {
			replaced := rows[i-1][j-1]
			if from[i-1] != to[j-1] {
				replaced++
			}
			rows[i][j] = min(replaced, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && from[i-1] == to[j-2] && from[i-2] == to[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(from)][len(to)]
}
