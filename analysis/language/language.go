package language

import (
	"strings"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// Language says how prose in a human language becomes terms. The stemmers and
// lists of stop words are those of the Snowball project (Porter 2001) as
// kljensen/snowball has them.
type Language struct {
	Code string // ISO 639-1: "en"
	Name string // in English, in lower case: "english"

	// Vocabulary holds the words seen in this language by the whole process.
	Vocabulary *Vocabulary

	weak map[string]bool // see Tells
}

// Languages are all languages; the first is the default.
var Languages = []*Language{
	define("en", "english", english.Stem, english.IsStopWord, weakEnglish),
	define("fr", "french", french.Stem, french.IsStopWord, nil),
	define("es", "spanish", spanish.Stem, spanish.IsStopWord, nil),
	define("ru", "russian", russian.Stem, russian.IsStopWord, nil),
	define("sv", "swedish", swedish.Stem, swedish.IsStopWord, nil),
	define("no", "norwegian", norwegian.Stem, norwegian.IsStopWord, nil),
	define("hu", "hungarian", hungarian.Stem, hungarian.IsStopWord, nil),
}

func define(code, name string, stem func(string, bool) string, isStop func(string) bool, weak map[string]bool) *Language {
	return &Language{Code: code, Name: name, weak: weak, Vocabulary: newVocabulary(
		func(word string) string { return stem(word, true) },
		func(word string) bool { return isStop(word) || isStop(beforeApostrophe(word)) },
	)}
}

// beforeApostrophe is what a clitic was put to: the lists of stop words have "we"
// and "don", and mean "we'll" and "don't" too.
func beforeApostrophe(word string) string {
	before, _, _ := strings.Cut(word, "'")
	return before
}

// ByCode returns the language with that code; the default if there is none.
func ByCode(code string) *Language {
	for _, l := range Languages {
		if l.Code == code {
			return l
		}
	}
	return Languages[0]
}
