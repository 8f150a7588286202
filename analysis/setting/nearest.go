package setting

import "unicode/utf8"

// Nearest returns the name that a mistyped name was most likely meant to be: the one at the least distance, if that is at most about a
// third of its length; "" if there is none.
func Nearest(name string, names []string) string {
	nearest, least := "", utf8.RuneCountInString(name)
	for _, n := range names {
		if d := distance([]rune(name), []rune(n)); d < least && d <= (utf8.RuneCountInString(n)+1)/3 {
			nearest, least = n, d
		}
	}
	return nearest
}

// distance returns the number of letters to change, add, remove or exchange with the next one to turn a into b (the restricted
// Damerau-Levenshtein distance). It ignores the case of ASCII letters and treats hyphens, underscores and spaces alike.
func distance(a, b []rune) int {
	const longest = 64
	if len(a) > longest || len(b) > longest {
		return max(len(a), len(b))
	}
	var table [longest + 1][longest + 1]int
	for i := range len(a) + 1 {
		for j := range len(b) + 1 {
			switch {
			case i == 0 || j == 0:
				table[i][j] = i + j
				continue
			case foldRune(a[i-1]) == foldRune(b[j-1]):
				table[i][j] = table[i-1][j-1]
			default:
				table[i][j] = 1 + min(table[i-1][j-1], table[i-1][j], table[i][j-1])
			}
			if i > 1 && j > 1 && foldRune(a[i-1]) == foldRune(b[j-2]) && foldRune(a[i-2]) == foldRune(b[j-1]) {
				table[i][j] = min(table[i][j], 1+table[i-2][j-2])
			}
		}
	}
	return table[len(a)][len(b)]
}

// foldRune maps upper-case letters to lower case, and separators of words to hyphens.
func foldRune(r rune) rune {
	switch {
	case r == '_' || r == ' ':
		return '-'
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	}
	return r
}
