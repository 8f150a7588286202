package language

import (
	"bytes"
	"strings"
)

// newElisionSplitter returns a function like [Words], but it parts an elided word from the next one: l' and eau.
func newElisionSplitter(l *wordLists) func(text []byte, yield func(start, end int)) {
	return func(text []byte, yield func(start, end int)) {
		if l.loadedFacts().elided == nil {
			Words(text, yield)
			return
		}
		Words(text, func(start, end int) {
			if word := text[start:end]; bytes.ContainsAny(word, "'’") {
				if next := end - len(l.AfterElision(string(word))); next > start {
					yield(start, next)
					start = next
				}
			}
			yield(start, end)
		})
	}
}

// AfterElision returns a word without an elided word joined to it: eau for l'eau.
func (l *wordLists) AfterElision(word string) string {
	for _, mark := range [...]string{"'", "’"} {
		if before, after, ok := strings.Cut(word, mark); ok && after != "" && l.loadedFacts().elided[strings.ToLower(before)] {
			return after
		}
	}
	return word
}

// isElided reports whether a word has been parted from the next one. No other word ends in an apostrophe.
func isElided(word []byte) bool {
	last := word[len(word)-1]
	return last == '\'' || last == "’"[2] && bytes.HasSuffix(word, []byte("’"))
}
