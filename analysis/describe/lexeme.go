package describe

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
)

// lexeme is a unit for the tagger: a word with all that hyphens join to it, a clitic such as 's, a name in code, or a separator.
type lexeme struct {
	start, end  int32 // in the prose
	first, last int32 // its words among the tokens: [first, last); empty if it is not a word
	paragraph   int32
	sentence    int32
	tag         tag
	opens       bool   // it is the first of a sentence
	adjoins     bool   // no mark is between it and the lexeme before
	isCode      bool   // or names that & joins: R&D
	odds        []odds // nil if it is tagged already
	lower       string // its text in lower case, computed on demand; see [reader.lower]
}

// isNounLike reports whether a lexeme is a noun, a name or code.
func (x *lexeme) isNounLike() bool { return x.tag == tagNoun || x.tag == tagName || x.isCode }

// tagLexemes makes lexemes of the tokens [from, to) and of the code and marks between them, and tags them as English.
func (r *reader) tagLexemes(from, to int) {
	r.lexemes = r.lexemes[:0]
	for i := from; i < to; i++ {
		t := &r.tokens[i]
		adjoins := i > from && r.addMarkLexeme(i)
		if n := len(r.lexemes); t.hyphened && n > 0 && r.lexemes[n-1].last == int32(i) {
			x := &r.lexemes[n-1]
			x.end, x.last, x.lower = t.end, int32(i+1), ""
			if isAmpersand(r.prose[r.tokens[i-1].end:t.start]) {
				x.odds, x.tag, x.isCode = nil, tagNoun, true
				r.splitClitic(x, r.lookUp(t.form), t.start)
			} else {
				x.odds = r.compoundOdds(t)
			}
			continue
		}
		r.lexemes = append(r.lexemes, lexeme{start: t.start, end: t.end, first: int32(i), last: int32(i + 1), paragraph: t.paragraph, sentence: t.sentence, opens: t.opens, adjoins: adjoins})
		r.setLexemeOdds(i)
	}
	r.steps = english().findTags(r.steps, len(r.lexemes), func(i int) []odds {
		if x := &r.lexemes[i]; x.odds != nil {
			return x.odds
		}
		return certain[r.lexemes[i].tag]
	}, func(i int, g tag) { r.lexemes[i].tag = g })
	r.correctVerbs()
}

// correctVerbs retags as a noun an apparent verb after a singular noun with an article, as in "the telnet console".
func (r *reader) correctVerbs() {
	for i := 2; i < len(r.lexemes); i++ {
		x, last := &r.lexemes[i], &r.lexemes[i-1]
		if x.tag != tagVerb || !x.adjoins || last.tag != tagNoun || last.isCode || !last.adjoins || strings.HasSuffix(r.lower(last), "s") {
			continue
		}
		k := i - 2
		for k > 0 && (r.lexemes[k].tag == tagAdjective || r.lexemes[k].tag == tagNoun) && r.lexemes[k].adjoins {
			k--
		}
		of, _ := english().knownOdds(r.lower(x))
		isNoun := slices.ContainsFunc(of, func(o odds) bool { return o.tag == tagNoun })
		if w := r.lower(&r.lexemes[k]); isNoun && (w == "the" || w == "a" || w == "an") {
			x.tag = tagNoun
		}
	}
}

// certain holds, for each tag, the odds of a lexeme that can have no other tag.
var certain = func() (of [numTags][]odds) {
	for g := range of {
		of[g] = []odds{{tag(g), 0}}
	}
	return of
}()

// addMarkLexeme adds a lexeme for code or a mark between a word and the word before it, and reports whether there is no mark.
func (r *reader) addMarkLexeme(i int) (adjoins bool) {
	t, last := &r.tokens[i], &r.tokens[i-1]
	x := lexeme{start: last.end, end: t.start, first: int32(i), last: int32(i), paragraph: t.paragraph, sentence: t.sentence, tag: tagComma}
	gap := r.prose[min(last.end, t.start):t.start]
	switch {
	case t.paragraph != last.paragraph, t.opens:
		x.tag = tagStop
		r.lexemes = append(r.lexemes, x)
		return false
	case isSingleSpace(gap) && isSingleSpace(r.shown[last.end:t.start]): // the usual case
		return true
	case len(bytes.TrimSpace(gap)) > 0:
		if t.adjoins {
			return true // an abbreviation, a hyphen
		}
		r.lexemes = append(r.lexemes, x)
		return false
	}
	shown := r.shown[min(last.end, t.start):t.start]
	code := bytes.TrimSpace(shown)
	switch {
	case len(code) == 0:
		return t.adjoins || !bytes.Contains(gap, []byte("\n"))
	case isCodeName(code):
		x.start = last.end + int32(bytes.Index(shown, code))
		x.end = x.start + int32(len(code))
		x.tag, x.isCode, x.adjoins = tagNoun, true, true
		r.lexemes = append(r.lexemes, x)
		return true
	}
	r.lexemes = append(r.lexemes, x)
	return false
}

func isSingleSpace(gap []byte) bool { return len(gap) == 1 && gap[0] == ' ' }

// longestCode is the greatest length in bytes of a name in code that may be in a title.
const longestCode = 24

// isCodeName reports whether code is a name that a title may have, and not a formula or command line.
func isCodeName(code []byte) bool {
	code = []byte(language.WithoutFillers(string(code)))
	if len(code) < 2 || len(code) > longestCode || bytes.ContainsAny(code, " \t\r\n\\^{}[]$=<>\"'|") || bytes.Contains(code, []byte("://")) {
		return false
	}
	letters, row, longest := 0, 0, 0
	for _, c := range string(code) {
		row++
		if !unicode.IsLetter(c) {
			row = 0
			continue
		}
		letters++
		longest = max(longest, row)
	}
	return longest >= 2 && letters*2 >= utf8.RuneCount(code) // otherwise it is a formula
}

var (
	// isAfter are the words after which 's is short for is or us, and not a possessive.
	isAfter = newWordSet("it that he she there what who here let where how this everything nothing")

	verbContractions = []string{"'ll", "'d", "'ve", "'re", "'m", "’ll", "’d", "’ve", "’re", "’m"}
)

func newWordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// setLexemeOdds sets the possible tags of the last lexeme, a word, and splits off its clitic.
func (r *reader) setLexemeOdds(i int) {
	x := &r.lexemes[len(r.lexemes)-1]
	w := r.lookUp(r.tokens[i].form)
	if w.written == "s" && x.start > 0 && r.prose[x.start] == 's' && (r.shown[x.start-1] == '\'' || bytes.HasSuffix(r.shown[:x.start], []byte("’"))) {
		x.tag, x.first = tagPossessive, x.last // after a formula or code
		return
	}
	x.odds, x.lower = r.oddsOf(i, w), w.lower
	r.splitClitic(x, w, x.start)
}

// splitClitic makes a lexeme of the clitic of the last lexeme, whose last word begins at `start`.
func (r *reader) splitClitic(x *lexeme, w *englishWord, start int32) {
	if at := start + w.clitic; at < x.end {
		c := *x
		c.start, c.tag, c.opens, c.adjoins, c.isCode, c.odds, c.lower = at, w.cliticTag, false, true, false, nil, ""
		c.first = c.last
		x.end = at
		r.lexemes = append(r.lexemes, c)
	}
}

// nameInside holds the odds of a word with a capital inside a sentence.
var nameInside = sync.OnceValue(func() (list []odds) {
	for _, s := range [...]struct {
		tag   tag
		share float64
	}{{tagName, 0.95}, {tagAdjective, 0.03}, {tagNoun, 0.02}} {
		list = append(list, odds{s.tag, logRatio(s.share) - english().prior[s.tag]})
	}
	return list
})

const (
	nameUnlisted = 0.5 // probability of a name for a word that opens a sentence and is not listed
	nameListed   = 0.1
	nameVerb     = 0.01 // the same for a word that is mostly a verb or adjective
)

// oddsOf returns the possible tags of a word, given its place.
func (r *reader) oddsOf(i int, w *englishWord) []odds {
	t := &r.tokens[i]
	switch {
	case w.capital == noCapital:
		return w.of
	case w.capital == insideCapital && t.opens && w.isListed && w.of[0].tag == tagAdjective: // YOUNG Mr. Morel
		return w.of
	case w.capital == insideCapital || !t.opens && !r.followsOpeningMark(i):
		return nameInside()
	case w.isListed && isOnlyVerb(w.of):
		return w.of
	}
	if t.traits&content != 0 {
		if s := r.termCountsOf(t.term); s.inside > 0 {
			if 2*s.capitals > s.inside {
				return certain[tagName]
			}
			return w.of
		}
	}
	return w.canBeName
}

// followsOpeningMark reports whether a word comes right after a mark with which a sentence may open.
func (r *reader) followsOpeningMark(i int) bool {
	if i == 0 {
		return true
	}
	gap := r.prose[min(r.tokens[i-1].end, r.tokens[i].start):r.tokens[i].start]
	if isSingleSpace(gap) {
		return false
	}
	return bytes.ContainsAny(gap, "\"“”‘—–") || bytes.HasSuffix(bytes.TrimSpace(gap), []byte("'"))
}

// isFunctionWord reports whether a word can be a pronoun, a preposition or another function word.
func isFunctionWord(of []odds) bool {
	for _, o := range of {
		switch o.tag {
		case tagDeterminer, tagQuestion, tagOver, tagTo, tagAnd, tagPronoun, tagOwner, tagModal, tagAdverb:
			return true
		}
	}
	return false
}

// isOnlyVerb reports whether a word can only be a verb.
func isOnlyVerb(of []odds) bool {
	for _, o := range of {
		switch o.tag {
		case tagVerb, tagVerbS, tagPast, tagModal:
		default:
			return false
		}
	}
	return true
}

// compoundOdds returns the possible tags of words joined by hyphens, judging by the last of them.
func (r *reader) compoundOdds(last *token) []odds {
	of, _ := english().knownOdds(strings.ToLower(string(r.prose[last.start:last.end])))
	list := make([]odds, 0, len(of))
	for _, o := range of {
		if o.tag == tagEd || o.tag == tagPast || o.tag == tagIng {
			o.tag = tagAdjective
		}
		list = append(list, o)
	}
	return list
}
