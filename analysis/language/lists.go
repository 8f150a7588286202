package language

import (
	"cmp"
	"embed"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// The data of a language is in one file, lists/CODE.txt, so that a speaker of the language can
// correct it without knowing Go. Each line is a key and its value; a line that begins with white
// space continues the line above. docs/languages.md explains the keys.
//
//go:embed lists
var files embed.FS

// wordLists is the file of a language. It is parsed on first use.
type wordLists struct {
	script      string // the Unicode name of the script it is written in
	declaration string // see trigrams.go

	once sync.Once
	text string
	facts
}

// facts holds the contents of the file.
type facts struct {
	stop          map[string]bool // too common to carry meaning
	weak          map[string]bool // too weak to name a topic; see IsInformative
	abbreviations map[string]bool // take a full stop that does not end a sentence, even before a capital or a number
	elided        map[string]bool // joined to the next word by an apostrophe: l in l'eau
	ordinals      bool            // a number with a full stop is an ordinal
	letters       *strings.Replacer
	beginnings    []string // prefixes that are not part of the stem, longest first
	endings       []string
	grammar       Grammar
}

// Grammar holds the words that distinguish nouns and make titles read as headings do. An empty list means that nothing is known.
type Grammar struct {
	And            string          // between two things: canals and oases
	Quotes         []string        // before and after a quotation
	Determiners    map[string]bool // the, a, this
	Leads          map[string]bool // words that nouns follow: determiners and prepositions
	Connectors     map[string]bool // words that join two nouns into one thing: origin of species
	Relations      map[string]bool // words that may join two things: search for files
	Genitives      map[string]bool // German articles of the genitive
	BeforeVerbs    map[string]bool // to, can, they
	GoesOn         map[string]bool // words at the start of a paragraph that continues the one before: this, however
	Generic        map[string]bool // words that fit any text
	Saying         map[string]bool // forms of verbs of saying, which stand beside names in a dialogue; in English the tagger knows them
	Ranks          map[string]bool // words before the name of a person, which name nobody alone: Herr, Mme; English has its own in package describe
	VerbEndings    []string        // endings of forms of verbs, such as infinitives
	CaseEndings    []string        // endings of words that are not in base form
	LaterEndings   []string        // endings of words not in base form at the start of a phrase, but possible after another word
	ShadyEndings   []string        // endings of words not in base form after another noun, or after an adjective not in base form
	QualityEndings []string        // endings of adjectives, and of few nouns
	EnglishEndings bool            // endings distinguish adverbs, participles and adjectives, as in English
	CapitalNouns   bool            // nouns have capitals
	Inflects       bool            // a noun's shortest form is its base form
	Articles       []string        // a, the; after an article that ends with an apostrophe, the word follows without a space
	Called         []Phrase        // before a term that they explain: is known as
	Named          []Phrase        // after a term that they explain: in German, genannt
	Means          []Phrase        // between a term that begins a sentence and its definition: is, refers to
	As             []string        // the beginnings of such a definition, besides an article: any, when
	AdjectivesLast bool            // an adjective follows its noun
	Unparted       bool            // words are not separated by spaces
	WholeStretches bool            // a run of characters without particles is a word
}

// Quoted returns a text in the quotation marks of the language.
func (g *Grammar) Quoted(text string) string {
	if len(g.Quotes) == 2 {
		return strings.ReplaceAll(g.Quotes[0], "_", "\u00a0") + text + strings.ReplaceAll(g.Quotes[1], "_", "\u00a0")
	}
	return "“" + text + "”"
}

// Phrase is a sequence of words, each with its alternatives. In the file _ joins the words and | separates the alternatives.
type Phrase [][]string

func parsePhrases(value string) (list []Phrase) {
	for written := range strings.FieldsSeq(value) {
		var p Phrase
		for place := range strings.SplitSeq(written, "_") {
			p = append(p, strings.Split(place, "|"))
		}
		list = append(list, p)
	}
	return list
}

// readHeader reads the part of a file that is needed before the language is used.
func readHeader(code string) (name string, l *wordLists) {
	text, err := files.ReadFile(path.Join("lists", code+".txt"))
	if err != nil {
		panic(err) // the file is embedded
	}
	l = &wordLists{text: string(text)}
	for line := range strings.Lines(l.text) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch key {
		case "name":
			name = value
		case "script":
			l.script = value
		case "declaration":
			l.declaration = value
		default:
			return name, l
		}
	}
	return name, l
}

// loadedFacts returns the contents of the file, parsed on the first call.
func (l *wordLists) loadedFacts() *facts {
	l.once.Do(func() {
		for key, value := range eachEntry(l.text) {
			l.applyEntry(key, value)
		}
		l.text = ""
	})
	return &l.facts
}

// eachEntry yields the keys of a file with their values.
func eachEntry(text string) func(yield func(key, value string) bool) {
	return func(yield func(key, value string) bool) {
		for text != "" {
			end := 0
			for more := true; more; more = end < len(text) && (text[end] == '\t' || text[end] == ' ') {
				if n := strings.IndexByte(text[end:], '\n'); n >= 0 {
					end += n + 1
				} else {
					end = len(text)
				}
			}
			key, value, _ := strings.Cut(text[:end], ":")
			if !yield(key, strings.TrimSpace(value)) {
				return
			}
			text = text[end:]
		}
	}
}

// applyEntry stores an entry. It reports false if the key is unknown, or if the value is not "yes" where that is the only one.
func (l *wordLists) applyEntry(key, value string) bool {
	g := &l.grammar
	for name, set := range map[string]*map[string]bool{
		"stop": &l.stop, "weak": &l.weak, "abbreviations": &l.abbreviations, "elided": &l.elided,
		"determiners": &g.Determiners, "leads": &g.Leads, "connectors": &g.Connectors, "relations": &g.Relations,
		"genitives": &g.Genitives, "before-verbs": &g.BeforeVerbs, "generic": &g.Generic, "goes-on": &g.GoesOn,
		"saying": &g.Saying, "ranks": &g.Ranks,
	} {
		if name == key {
			*set = wordSet(value)
			return true
		}
	}
	for name, is := range map[string]*bool{
		"ordinals": &l.ordinals, "english-endings": &g.EnglishEndings, "capital-nouns": &g.CapitalNouns, "inflects": &g.Inflects,
		"adjectives-after": &g.AdjectivesLast,
		"unparted":         &g.Unparted, "whole-stretches": &g.WholeStretches,
	} {
		if name == key {
			*is = value == "yes"
			return value == "yes"
		}
	}
	switch key {
	case "name", "script", "declaration":
	case "quotes":
		l.grammar.Quotes = strings.Fields(value)
	case "and":
		g.And = value
	case "verb-endings":
		g.VerbEndings = strings.Fields(value)
	case "case-endings":
		g.CaseEndings = strings.Fields(value)
	case "later-endings":
		g.LaterEndings = strings.Fields(value)
	case "shady-endings":
		g.ShadyEndings = strings.Fields(value)
	case "quality-endings":
		g.QualityEndings = strings.Fields(value)
	case "articles":
		g.Articles = strings.Fields(value)
	case "called":
		g.Called = parsePhrases(value)
	case "named":
		g.Named = parsePhrases(value)
	case "means":
		g.Means = parsePhrases(value)
	case "as":
		g.As = strings.Fields(value)
	case "letters":
		l.letters = strings.NewReplacer(strings.FieldsFunc(value, func(r rune) bool { return r == '=' || r == ' ' })...)
	case "beginnings":
		l.beginnings = longestFirst(value)
	case "endings":
		if l.letters != nil {
			value = l.letters.Replace(value)
		}
		l.endings = longestFirst(value)
	default:
		return false
	}
	return true
}

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

func longestFirst(words string) []string {
	list := strings.Fields(words)
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return list
}

// minStemLength is the least number of letters of a stem.
const minStemLength = 3

// stemByAffixes removes the longest listed prefix and then the longest listed ending that leave a stem. It serves languages
// without a stemmer.
func (f *facts) stemByAffixes(word string) string {
	if f.letters != nil {
		word = f.letters.Replace(word)
	}
	for _, b := range f.beginnings {
		if rest, has := strings.CutPrefix(word, b); has && utf8.RuneCountInString(rest) >= minStemLength {
			word = rest
			break
		}
	}
	for _, e := range f.endings {
		if rest, has := strings.CutSuffix(word, e); has && utf8.RuneCountInString(rest) >= minStemLength {
			return rest
		}
	}
	return word
}
