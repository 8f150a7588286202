package language

// A text is in one language, but a paragraph of it may surely be in another one. Its words are then
// stemmed as those of that language, and its stop words left out. It is a guest in the vocabulary of its
// host, so that all terms and forms of a text are numbers of one kind, and a stem that both have is one
// term.

// Guest is another language as a part of texts in this one.
func (l *Language) Guest(other *Language) *Language {
	s := l.Vocabulary.wordStore
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.guests {
		if g.Code == other.Code {
			return g
		}
	}
	guest := *other
	v := &Vocabulary{wordRules: other.Vocabulary.wordRules, wordStore: s}
	v.tongue = uint8(len(s.guests) + 1)
	guest.Vocabulary = v
	s.guests = append(s.guests, &guest)
	return &guest
}

// readingOf is how words of a tongue are read.
func (s *wordStore) readingOf(tongue uint8) wordRules {
	if tongue == 0 {
		return s.host.wordRules
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.guests[tongue-1].Vocabulary.wordRules
}
