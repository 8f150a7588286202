package language

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Term is what is left of a word when case and inflection are taken away. Terms
// are numbers that hold for the life of the process; they say nothing about
// order.
type Term uint32

// Form is a word as it was written, as a number of the same kind.
type Form uint32

// Class says what a word is good for.
type Class uint8

// The classes of words.
const (
	Content Class = iota // a word that says what a text is about
	Stop                 // a stop word: too common in its language to say anything
	Numeral              // digits without a letter
)

// Word is what the vocabulary knows of a written word.
type Word struct {
	Form  Form
	Term  Term
	Class Class
}

// Vocabulary knows every distinct word that it has been asked for. It may be used
// by several goroutines.
type Vocabulary struct {
	stem   func(string) string
	isStop func(string) bool
	split  func(text []byte, yield func(start, end int)) // the function Words, for most

	mu    sync.RWMutex // guards the rest
	words map[string]Word
	forms []string // by Form; a stem, too, is a form
	terms map[string]Term
}

func newVocabulary(stem func(string) string, isStop func(string) bool) *Vocabulary {
	return &Vocabulary{stem: stem, isStop: isStop, split: Words, words: make(map[string]Word), terms: make(map[string]Term)}
}

// Words calls yield with each word of a text, in order; see the function [Words], and
// bigrams.go for the languages that do not part words. No lock is held meanwhile.
func (v *Vocabulary) Words(text []byte, yield func(Word)) {
	v.split(text, func(start, end int) { yield(v.lookup(text[start:end])) })
}

// lookup returns what is known of a word, learning it if need be.
func (v *Vocabulary) lookup(word []byte) Word {
	v.mu.RLock()
	w, ok := v.words[string(word)]
	v.mu.RUnlock()
	if !ok {
		w = v.learn(string(word))
	}
	return w
}

// Written returns a form as it was written.
func (v *Vocabulary) Written(f Form) string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.forms[f]
}

func (v *Vocabulary) learn(word string) Word {
	word = strings.Clone(word)
	plain := norm.NFC.String(fillers.Replace(strings.ReplaceAll(strings.ToLower(word), "’", "'")))
	stem := v.stem(plain)
	v.mu.Lock()
	defer v.mu.Unlock()
	if w, ok := v.words[word]; ok {
		return w
	}
	w := Word{Form: Form(len(v.forms)), Class: v.classify(plain)}
	v.forms = append(v.forms, fillers.Replace(word))
	term, ok := v.terms[stem]
	if !ok {
		term = Term(len(v.terms))
		v.terms[stem] = term
	}
	w.Term = term
	v.words[word] = w
	return w
}

// fillers takes from a word what is no part of it: soft hyphens and joiners, which
// package markup fills letters up with where the markup for them is longer.
var fillers = strings.NewReplacer("\u00ad", "", "\u200d", "")

func (v *Vocabulary) classify(plain string) Class {
	switch {
	case !strings.ContainsFunc(plain, unicode.IsLetter):
		return Numeral
	case v.isStop(plain):
		return Stop
	}
	return Content
}
