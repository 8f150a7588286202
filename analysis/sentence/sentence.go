// Package sentence makes the sentences that segls says to writers, in the language of their editor.
//
// A sentence is written in the code in English, with the verbs of package fmt for its values:
//
//	return sentence.New("%s already exists.", path)
//
// Its translation is in the table of each language, such as german.go, under the English words. A sentence keeps
// its values apart, so no words are joined before the language is known: an error is made deep in the analysis, and
// put into words by the server, which knows the writer's language. The command line uses only English, except for
// what segls doctor tells an editor.
//
// To add a language, copy german.go and write your words on the right. The tests report what is
// missing, what is no longer used, and where the values differ.
package sentence

import (
	"errors"
	"fmt"
	"strings"
)

// Sentence is a sentence, or a part of one, with its values. As an error it says why something cannot be done. Two sentences that were made
// separately are never equal.
type Sentence struct {
	text   string // in English
	values []any
}

// New returns a sentence. A value that is a sentence itself appears in the same language.
func New(text string, values ...any) *Sentence {
	if false {
		_ = fmt.Sprintf(text, values...) // lets go vet check the values
	}
	return &Sentence{text, values}
}

// Phrase returns a sentence without values, whose words are in a table or a variable.
func Phrase(text string) *Sentence { return &Sentence{text: text} }

// FromError returns the message of an error: the sentence that it is or wraps, or else its text.
func FromError(err error) *Sentence {
	if s := (*Sentence)(nil); errors.As(err, &s) {
		return s
	}
	return Phrase(err.Error())
}

// Plural returns one of two sentences by a number, which becomes the first value.
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

// Join returns several sentences as one. Those that are nil are left out.
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

// In returns the sentence in a language; "" if s is nil.
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

// Language maps English sentences to those of a language. A sentence that is missing appears in English, so the zero value is English.
type Language map[string]string

// Languages holds the languages besides English, by their codes.
var Languages = map[string]Language{"de": german}

// LanguageOf returns the language of a locale such as de or de-AT; English if there is none.
func LanguageOf(locale string) Language {
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(locale), "_", "-"), "-")
	return Languages[code]
}

// Say returns a sentence in the language.
func (l Language) Say(text string, values ...any) string { return New(text, values...).In(l) }

// All returns sentences in the language, one after the other.
func (l Language) All(sentences []*Sentence) string {
	said := make([]string, len(sentences))
	for i, s := range sentences {
		said[i] = s.In(l)
	}
	return strings.Join(said, " ")
}
