// Package sentence is how segls speaks to writers: in sentences that can be said in the language of
// their editor.
//
// A sentence is in the code as it is in English, with verbs for its values:
//
//	return sentence.New("%s exists already.", path)
//
// What it is in another language is in the table of that language, such as german.go, under
// the English words. A sentence keeps its values, so nobody puts words together before the
// language is known: an error is made deep in the analysis, and said by the server, which knows
// what the writer reads. The command line says all in English.
//
// To add a language, copy german.go and write your words on the right. The tests say what is
// missing, what nobody says any more, and where the values differ.
package sentence

import (
	"errors"
	"fmt"
	"strings"
)

// Sentence is a sentence, or a part of one, with its values. It may be an error: then it says why
// something cannot be done. Two that were made separately are never equal.
type Sentence struct {
	text   string // in English
	values []any
}

// New returns a sentence. A value that is a sentence itself is said in the same language.
func New(text string, values ...any) *Sentence {
	if false {
		_ = fmt.Sprintf(text, values...) // for go vet, which then checks the values
	}
	return &Sentence{text, values}
}

// Phrase is words without values that are in a table, or in a variable.
func Phrase(text string) *Sentence { return &Sentence{text: text} }

// FromError returns the message of an error: the sentence that it is, or else its words as they are.
func FromError(err error) *Sentence {
	if s := (*Sentence)(nil); errors.As(err, &s) {
		return s
	}
	return Phrase(err.Error())
}

// Plural returns one of two sentences by a number, which is the first of its values.
func Plural(n int, one, many string, more ...any) *Sentence {
	values := append([]any{n}, more...)
	if n == 1 {
		return &Sentence{one, values}
	}
	return &Sentence{many, values}
}

// List returns the parts with commas, and "and" before the last one.
func List[T any](parts []T) *Sentence {
	values := make([]any, len(parts))
	for i, p := range parts {
		values[i] = p
	}
	n := len(values)
	if n < 2 {
		return &Sentence{strings.Repeat("%s", n), values}
	}
	most := &Sentence{strings.TrimSuffix(strings.Repeat("%s, ", n-1), ", "), values[:n-1]}
	return New("%s and %s", most, values[n-1])
}

// Join is several sentences, one after the other. Those that are nil are left out.
func Join(sentences ...error) *Sentence {
	joined := new(Sentence)
	for _, s := range sentences {
		if s != nil {
			joined.values = append(joined.values, s)
		}
	}
	joined.text = strings.TrimSuffix(strings.Repeat("%s ", len(joined.values)), " ")
	return joined
}

// In returns the sentence in a language; none says nothing.
func (s *Sentence) In(l Language) string {
	if s == nil {
		return ""
	}
	text := s.text
	if translated, ok := l[text]; ok {
		text = translated
	}
	if len(s.values) == 0 {
		return text
	}
	values := make([]any, len(s.values))
	for i, v := range s.values {
		if inner, ok := v.(*Sentence); ok {
			v = inner.In(l)
		}
		values[i] = v
	}
	return fmt.Sprintf(text, values...)
}

// String returns the sentence in English.
func (s *Sentence) String() string { return s.In(nil) }

// Error returns the sentence in English.
func (s *Sentence) Error() string { return s.In(nil) }

// Language holds the sentences of a language, by the English ones. What is not there is
// said in English; so the zero value speaks English.
type Language map[string]string

// Languages are those that there are besides English, by their codes.
var Languages = map[string]Language{"de": german}

// LanguageOf returns the language of a locale such as de or de-AT, or English.
func LanguageOf(locale string) Language {
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(locale), "_", "-"), "-")
	return Languages[code]
}

// Say returns a sentence in the language.
func (l Language) Say(text string, values ...any) string { return New(text, values...).In(l) }

// All are sentences in the language, one after the other.
func (l Language) All(sentences []*Sentence) string {
	said := make([]string, len(sentences))
	for i, s := range sentences {
		said[i] = s.In(l)
	}
	return strings.Join(said, " ")
}
