package language

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/turkish"
	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// Language says how prose in a human language becomes terms. The stemmers are those of the
// Snowball project (Porter 2001), from kljensen/snowball and blevesearch/snowballstem; for
// Chinese, Japanese and Korean see bigrams.go. The stop words are kljensen's, or our own
// (stopwords.go) where it has none.
type Language struct {
	Code string // ISO 639-1: "en"
	Name string // in English, in lower case: "english"

	// Vocabulary holds the words seen in this language by the whole process, since the
	// language was renewed last.
	Vocabulary *Vocabulary

	*generation

	weak map[string]bool // see IsInformative

	isStop        func(plain string) bool
	abbreviations map[string]bool
	ordinals      bool // a number with a full stop is an ordinal
}

// Languages are all languages. The first is the default.
var Languages = []*Language{
	define("en", "english", english.Stem, english.IsStopWord),
	define("fr", "french", french.Stem, french.IsStopWord),
	define("es", "spanish", spanish.Stem, spanish.IsStopWord),
	define("ru", "russian", russian.Stem, russian.IsStopWord),
	define("sv", "swedish", swedish.Stem, swedish.IsStopWord),
	define("no", "norwegian", norwegian.Stem, norwegian.IsStopWord),
	define("hu", "hungarian", hungarian.Stem, hungarian.IsStopWord),
	define("de", "german", snowball(german.Stem), isStopIn("de")),
	define("nl", "dutch", snowball(dutch.Stem), isStopIn("nl")),
	define("it", "italian", snowball(italian.Stem), isStopIn("it")),
	define("pt", "portuguese", snowball(portuguese.Stem), isStopIn("pt")),
	define("da", "danish", snowball(danish.Stem), isStopIn("da")),
	define("fi", "finnish", snowball(finnish.Stem), isStopIn("fi")),
	define("ro", "romanian", stemRomanian, isStopIn("ro")),
	define("tr", "turkish", snowball(turkish.Stem), isStopIn("tr")),
	define("ar", "arabic", snowball(arabic.Stem), isStopIn("ar")),
	defineByBigrams("zh", "chinese", isChineseStop),
	defineByBigrams("ja", "japanese", isJapaneseStop),
	define("ko", "korean", stemKorean, isStopIn("ko")),
}

func define(code, name string, stem func(string, bool) string, isStop func(string) bool) *Language {
	isStopOrClitic := func(word string) bool { return isStop(word) || isStop(beforeApostrophe(word)) }
	return first(Language{
		Code: code, Name: name, weak: weakOf(code, stem), isStop: isStopOrClitic,
		abbreviations: abbreviationsIn[code], ordinals: ordinalsIn[code],
		Vocabulary: newVocabulary(func(word string) string { return stem(word, true) }, isStopOrClitic),
	})
}

// snowball is one of the stemmers of blevesearch/snowballstem, as kljensen's are
// called.
func snowball(stem func(*snowballstem.Env) bool) func(string, bool) string {
	return func(word string, _ bool) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}
}

// stemRomanian knows both spellings of ș and ț; Snowball's stemmer knows only the old one, with
// a cedilla.
func stemRomanian(word string, _ bool) string {
	return snowball(romanian.Stem)(withCedilla.Replace(word), true)
}

var withCedilla = strings.NewReplacer("ș", "ş", "ț", "ţ")

// beforeApostrophe is the part of a word before a clitic: the lists of stop words have "we" and
// "don", and mean "we'll" and "don't" too.
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
