package language

import (
	"maps"
	"strings"
	"sync"
	"unicode/utf8"
)

// IsInformative reports whether a term is worth showing to a reader as the topic of a text. Some words are too weak for that
// without being stop words, and so are single letters.
func (l *Language) IsInformative(term string) bool {
	plain := strings.ToLower(strings.ReplaceAll(term, "’", "'"))
	if l.Code == defaultCode {
		plain = withoutClitic(plain)
	}
	weak := l.weak()
	if utf8.RuneCountInString(plain) < 2 || weak[plain] {
		return false
	}
	return l.Code == defaultCode || weak == nil || !weak[l.Vocabulary.stem(plain)]
}

// newWeakWordsFunc returns a function that returns the weak words of a language and, except in English, their stems. In
// English an informative word may have the same stem as a weak one.
func newWeakWordsFunc(code string, l *wordLists, stem func(string) string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		weak := maps.Clone(l.loadedFacts().weak)
		if code != defaultCode {
			for word := range l.loadedFacts().weak {
				weak[stem(word)] = true
			}
		}
		return weak
	})
}
