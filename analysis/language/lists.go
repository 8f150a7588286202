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

// What segls knows of a language stands in one file, lists/CODE.txt, so that a reader of the
// language can mend it without knowing Go. Each line is a key and what it stands for; a line that
// begins with white space goes on with the one above. docs/languages.md explains the keys.
//
//go:embed lists
var files embed.FS

// wordLists is the file of a language, which is read when it is first needed.
type wordLists struct {
	script      string // whose letters it is written in, by its Unicode name
	declaration string // see trigrams.go

	once sync.Once
	text string
	facts
}

// facts is what the file says.
type facts struct {
	stop          map[string]bool // too common to say anything
	weak          map[string]bool // too weak to be named; see IsInformative
	abbreviations map[string]bool // take a full stop that does not end a sentence, even before a capital or a number
	ordinals      bool            // a number with a full stop is an ordinal
	letters       *strings.Replacer
	beginnings    []string // of words, that the stem does not have; longest first
	endings       []string
	grammar       Grammar
}

// Grammar is what of a language tells nouns and makes titles read as headings do. Where a list is
// empty nothing is known.
type Grammar struct {
	And            string          // between two things: canals and oases
	Quotes         []string        // before and after what is quoted
	Determiners    map[string]bool // the, a, this
	Leads          map[string]bool // what nouns come after: determiners and prepositions
	Connectors     map[string]bool // origin of species
	Relations      map[string]bool // search for files
	Genitives      map[string]bool // German articles of the genitive
	BeforeVerbs    map[string]bool // to, can, they
	Imperatives    map[string]bool // what an action comes after: to, can
	GoesOn         map[string]bool // what a paragraph begins with that goes on from the one before: this, however
	Generic        map[string]bool // words that say something of any text
	VerbEndings    []string        // of infinitives and gerunds
	CaseEndings    []string        // of words that are in no base form
	LaterEndings   []string        // of words that are in none where they begin a phrase, but may come after another
	ShadyEndings   []string        // of words that are in none after another noun, or an adjective that is in none
	QualityEndings []string        // of adjectives, and of few nouns
	EnglishEndings bool            // endings tell adverbs, participles and adjectives, as in English
	CapitalNouns   bool            // nouns have capitals
	Inflects       bool            // a noun's shortest form is its base form
	Articles       []string        // a, the; one that ends with an apostrophe stands right before a word
	Called         []Phrase        // before a term that they explain: is known as
	Named          []Phrase        // after it: in German, genannt
	Means          []Phrase        // between a term that begins a sentence and what it is: is, refers to
	As             []string        // what that begins with, besides an article: any, when
	AdjectivesLast bool            // an adjective stands after its noun
	Unparted       bool            // words are not parted by spaces
	WholeStretches bool            // and a stretch without particles is a word
}

// Quoted is a text in the quotation marks of the language.
func (g *Grammar) Quoted(text string) string {
	if len(g.Quotes) == 2 {
		return strings.ReplaceAll(g.Quotes[0], "_", "\u00a0") + text + strings.ReplaceAll(g.Quotes[1], "_", "\u00a0")
	}
	return "“" + text + "”"
}

// Phrase is words in a row, each with the words that may stand in its place. In the file _ joins the
// words, and | parts those of one place.
type Phrase [][]string

func phrases(value string) (list []Phrase) {
	for written := range strings.FieldsSeq(value) {
		var p Phrase
		for place := range strings.SplitSeq(written, "_") {
			p = append(p, strings.Split(place, "|"))
		}
		list = append(list, p)
	}
	return list
}

// readHeader reads what is needed of a file before the language is.
func readHeader(code string) (name string, l *wordLists) {
	text, err := files.ReadFile(path.Join("lists", code+".txt"))
	if err != nil {
		panic(err) // the file is in the program
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

// loadedFacts is what the file says.
func (l *wordLists) loadedFacts() *facts {
	l.once.Do(func() {
		for key, value := range entries(l.text) {
			l.applyEntry(key, value)
		}
		l.text = ""
	})
	return &l.facts
}

// entries yields the keys of a file with their values.
func entries(text string) func(yield func(key, value string) bool) {
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

// applyEntry takes an entry over, and reports whether there are such entries.
func (l *wordLists) applyEntry(key, value string) bool {
	g := &l.grammar
	for name, set := range map[string]*map[string]bool{
		"stop": &l.stop, "weak": &l.weak, "abbreviations": &l.abbreviations,
		"determiners": &g.Determiners, "leads": &g.Leads, "connectors": &g.Connectors, "relations": &g.Relations,
		"genitives": &g.Genitives, "before-verbs": &g.BeforeVerbs, "imperatives": &g.Imperatives, "generic": &g.Generic, "goes-on": &g.GoesOn,
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
		g.Called = phrases(value)
	case "named":
		g.Named = phrases(value)
	case "means":
		g.Means = phrases(value)
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

// minStemLength is how many letters are left of a word at least.
const minStemLength = 3

// stem is a word without what its language puts before and after it, as far as lists of
// beginnings and endings can tell: for languages that no stemmer is to be had for.
func (f *facts) stem(word string) string {
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
