package language

import (
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// Language defines how prose in a human language becomes terms. Its data is in a file (lists.go), and its code in rulesByCode.
type Language struct {
	Code string // ISO 639-1: "en"
	Name string // in English, in lower case: "english"

	// Vocabulary holds the words seen in this language by the whole process, since the language was renewed last.
	Vocabulary *Vocabulary

	*generation
	*wordLists

	weak   func() map[string]bool // see IsInformative
	common string                 // the stop words of one text; see AdaptedTo
}

// codedRules holds the rules of a language that need code: a stemmer of the Snowball project (Porter 2001), from
// kljensen/snowball or blevesearch/snowballstem, or rules of our own (pairs.go). newLanguage combines isStop with the list in
// the file.
type codedRules struct {
	from   string // where the stemmer is from
	stem   func(word string) string
	isStop func(plain string) bool
	pairs  func(r rune) bool // pairs of these characters count as words
}

var rulesByCode = map[string]codedRules{
	"en": kljensenRules(english.Stem, english.IsStopWord),
	"fr": kljensenRules(french.Stem, french.IsStopWord),
	"es": kljensenRules(spanish.Stem, spanish.IsStopWord),
	"ru": kljensenRules(russian.Stem, russian.IsStopWord),
	"sv": kljensenRules(swedish.Stem, swedish.IsStopWord),
	"no": kljensenRules(norwegian.Stem, norwegian.IsStopWord),
	"hu": kljensenRules(hungarian.Stem, hungarian.IsStopWord),
	"de": blevesearchRules(german.Stem),
	"nl": blevesearchRules(dutch.Stem),
	"it": blevesearchRules(italian.Stem),
	"pt": blevesearchRules(portuguese.Stem),
	"da": blevesearchRules(danish.Stem),
	"fi": blevesearchRules(finnish.Stem),
	"ro": {from: "blevesearch, ș and ț in both spellings", stem: stemRomanian},
	"tr": blevesearchRules(turkish.Stem),
	"ar": blevesearchRules(arabic.Stem),
	"ga": blevesearchRules(irish.Stem),
	"ta": blevesearchRules(tamil.Stem),
	"ko": {from: "two syllables", stem: stemKorean},
	"zh": {isStop: isChineseStop, pairs: isIdeographic},
	"ja": {isStop: isJapaneseStop, pairs: isIdeographic},
	"th": {pairs: newScriptTest("Thai")},
	"lo": {pairs: newScriptTest("Lao")},
	"km": {pairs: newScriptTest("Khmer")},
	"my": {pairs: newScriptTest("Myanmar")},
}

func kljensenRules(stem func(string, bool) string, isStop func(string) bool) codedRules {
	return codedRules{from: "kljensen", stem: func(word string) string { return stem(word, true) }, isStop: isStop}
}

func blevesearchRules(stem func(*snowballstem.Env) bool) codedRules {
	return codedRules{from: "blevesearch", stem: func(word string) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}}
}

// Languages lists all languages but [None], in the order of their codes.
var Languages = func() (list []*Language) {
	entries, err := files.ReadDir("lists")
	if err != nil {
		panic(err) // the folder is embedded
	}
	for _, e := range entries {
		list = append(list, newLanguage(strings.TrimSuffix(e.Name(), ".txt")))
	}
	return list
}()

// Default is the language of a text that is too short to detect it.
var Default = find(defaultCode)

const defaultCode = "en"

// None is any language that segls does not know: its words are not stemmed, and its stop words are found in the text itself.
var None = newUndefinedLanguage()

func newLanguage(code string) *Language {
	name, l := readHeader(code)
	c := rulesByCode[code]
	stem, isStop, split := c.stem, c.isStop, Words
	if stem == nil {
		stem = func(word string) string { return l.loadedFacts().stemByAffixes(word) }
	}
	switch coded := isStop; {
	case coded == nil:
		isStop = l.isListedStop
	case code != defaultCode && c.pairs == nil: // the library's lists lack common words: les and cette, den and dere
		isStop = func(word string) bool { return coded(word) || l.isListedStop(word) }
	}
	switch listed := isStop; {
	case c.pairs != nil:
		split = newPairSplitter(c.pairs)
	case code == defaultCode:
		isStop = func(word string) bool { return listed(word) || listed(withoutClitic(word)) }
	default:
		split = newElisionSplitter(l)
	}
	return firstGeneration(Language{Code: code, Name: name, wordLists: l, weak: newWeakWordsFunc(code, l, stem), Vocabulary: newVocabulary(stem, isStop, split)})
}

func newUndefinedLanguage() *Language {
	same := func(word string) string { return word }
	never := func(string) bool { return false }
	l := &wordLists{}
	return firstGeneration(Language{Code: "none", Name: "none", wordLists: l, weak: newWeakWordsFunc("none", l, same), Vocabulary: newVocabulary(same, never, Words)})
}

// isListedStop reports whether a word is in the file's list of stop words.
func (l *wordLists) isListedStop(word string) bool { return l.loadedFacts().stop[word] }

// HasStopWords reports whether there is a list of stop words, or a rule in its place. If not, they are found in the text; see
// [Language.AdaptedTo].
func (l *Language) HasStopWords() bool {
	return rulesByCode[l.Code].isStop != nil || l.loadedFacts().stop != nil
}

// Grammar returns the rules by which the language makes phrases.
func (l *Language) Grammar() *Grammar { return &l.loadedFacts().grammar }

// IsPaired reports whether a character forms words with its neighbours; see pairs.go.
func (l *Language) IsPaired(r rune) bool {
	pairs := rulesByCode[l.Code].pairs
	return pairs != nil && pairs(r)
}

func (l *Language) isStop(plain string) bool { return l.Vocabulary.isStop(plain) }

// stemRomanian handles both spellings of ș and ț; Snowball's stemmer knows only the old one, with a cedilla.
func stemRomanian(word string) string {
	return blevesearchRules(romanian.Stem).stem(withCedilla.Replace(word))
}

var withCedilla = strings.NewReplacer("ș", "ş", "ț", "ţ")

// withoutClitic returns an English word without a short clitic. The list of stop words has "we" and "don" for "we'll" and "don't".
func withoutClitic(word string) string {
	before, clitic, _ := strings.Cut(word, "'")
	if utf8.RuneCountInString(clitic) > 2 {
		return word
	}
	return before
}

// ByCode returns the language with the code, which may be that of [None], or [Default] if no language has it.
func ByCode(code string) *Language {
	if code == None.Code {
		return None
	}
	if l := find(code); l != nil {
		return l
	}
	return Default
}

func find(code string) *Language {
	for _, l := range Languages {
		if l.Code == code {
			return l
		}
	}
	return nil
}
