package language

import "sync"

// A vocabulary only grows, and while somebody types it gets each word letter by letter: h, ha, har. So that weeks of writing
// do not fill the memory, a language can be renewed: it continues with an empty vocabulary, and the old one is freed with the
// last document that uses it. Terms and forms of the two are unrelated.

// generation is shared by the old and the new version of a language.
type generation struct {
	mu     sync.Mutex
	newest *Language
}

// firstGeneration returns l as a language that has not been renewed.
func firstGeneration(l Language) *Language {
	l.generation = &generation{newest: &l}
	return &l
}

// spare is the number of words that a vocabulary may learn, beyond twice its earlier size, before it is renewed, which costs
// an analysis.
const spare = 1 << 16

// Newest returns the language with its newest vocabulary.
func (l *Language) Newest() *Language {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.newest
}

// HasOutgrown reports whether the vocabulary, which had the given number of words earlier, should be renewed.
func (l *Language) HasOutgrown(words int) bool { return l.Vocabulary.Len() > 2*words+spare }

// Renew makes an empty vocabulary the newest one, unless l is no longer the newest.
func (l *Language) Renew() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.newest.Vocabulary.wordStore != l.Vocabulary.wordStore {
		return
	}
	next := *l.newest
	next.Vocabulary = l.newest.Vocabulary.withoutWords()
	l.newest = &next
}

// withoutWords returns a vocabulary with the same rules and no words.
func (v *Vocabulary) withoutWords() *Vocabulary {
	return newVocabulary(v.stem, v.isStop, v.split)
}
