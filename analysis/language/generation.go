package language

import "sync"

// A vocabulary only grows, and while somebody types it gets each word letter by letter: h, ha,
// har. To keep weeks of writing from filling the memory, a language can be renewed: it goes on
// with an empty vocabulary, and the old one is freed with the last document that uses it. Terms
// and forms of the two have nothing to do with each other.

// generation is what the old and the new version of a language share.
type generation struct {
	mu     sync.Mutex
	newest *Language
}

// firstGeneration is a language that has not been renewed yet.
func firstGeneration(l Language) *Language {
	l.generation = &generation{newest: &l}
	return &l
}

// spare is how many words a vocabulary may learn, beyond twice what it knew, before getting rid
// of them is worth an analysis.
const spare = 1 << 16

// Newest is the language with its newest vocabulary.
func (l *Language) Newest() *Language {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.newest
}

// HasOutgrown reports whether the vocabulary has learned so much since it had this many words
// that it should be renewed.
func (l *Language) HasOutgrown(words int) bool { return l.Vocabulary.Len() > 2*words+spare }

// Renew makes the newest vocabulary an empty one, unless it has been made since.
func (l *Language) Renew() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.newest.Vocabulary.wordStore != l.Vocabulary.wordStore {
		return
	}
	next := *l.newest
	next.Vocabulary = l.newest.Vocabulary.emptied()
	l.newest = &next
}

// emptied is a vocabulary like this one that knows nothing yet.
func (v *Vocabulary) emptied() *Vocabulary {
	return newVocabulary(v.stem, v.isStop, v.split)
}
