package language

import "sync"

// A vocabulary only grows, and a writer who types gives it each word letter by letter:
// h, ha, har. So that weeks of writing do not fill the memory, a language can be
// renewed: it goes on with an empty vocabulary, and the old one is freed with the last
// document that was counted by it. Terms and forms of the two have nothing to do with
// each other.

// generation is what the old and the new of one language share.
type generation struct {
	mu     sync.Mutex
	newest *Language
}

// first is a language that has not been renewed yet.
func first(l Language) *Language {
	l.generation = &generation{newest: &l}
	return &l
}

// spare is how many words a vocabulary may learn beyond the double of those that it
// knew, before it is worth an analysis to be rid of it.
const spare = 1 << 16

// Newest is the language with its newest vocabulary.
func (l *Language) Newest() *Language {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.newest
}

// HasOutgrown reports whether the vocabulary has learned so much since it knew a number
// of words that it should be renewed.
func (l *Language) HasOutgrown(words int) bool { return l.Vocabulary.Len() > 2*words+spare }

// Renew makes the newest vocabulary an empty one, unless it has been made since.
func (l *Language) Renew() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.newest != l {
		return
	}
	next := *l
	next.Vocabulary = l.Vocabulary.emptied()
	l.newest = &next
}

// emptied is a vocabulary like this one that knows nothing yet.
func (v *Vocabulary) emptied() *Vocabulary {
	next := newVocabulary(v.stem, v.isStop)
	next.split = v.split
	return next
}
