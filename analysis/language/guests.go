package language

// A text is in one language, but a paragraph of it may clearly be in another, whose stems and stop words then count. That
// language is a guest in the vocabulary of its host, so all terms and forms of a text are numbers of one vocabulary, and a
// stem that both languages have is one term.

// Guest returns another language as a guest in texts in l.
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

// rulesOf returns the rules for words in the language with the number tongue: 0 for the host, and from 1 for its guests.
func (s *wordStore) rulesOf(tongue uint8) wordRules {
	if tongue == 0 {
		return s.host.wordRules
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.guests[tongue-1].Vocabulary.wordRules
}
